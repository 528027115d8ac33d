import type { ScheduleSteps } from './schedulers.ts'

/** All that is done for an entry, as it can be shown before: what is written, and what the system's own programs are called with. */
export function shownSteps({ by, files, add }: ScheduleSteps): { by: string; files: { path: string; text: string }[]; calls: string[] } {
  return {
    by,
    files: files.map(({ path, text }) => ({ path, text })),
    calls: add.map(({ tool, args, edit }) => (edit === undefined ? [tool, ...args].join(' ') : `${tool}:\n${edit.change('')}`)),
  }
}
