import type { RunSummary } from '../../model/runs/run-schema.ts'
import { counted, number } from '../../text/counted.ts'

/** What a run came to, in one sentence: counts, and nothing about a person. */
export function runMessage(run: RunSummary): string {
  const { rows, done, failed, unknown, pending, unchanged, held, skipped, invalid } = run
  const parts = [
    [done, 'done'],
    [unchanged, 'up to date'],
    [held, held === 1 ? 'needs your OK' : 'need your OK'],
    [failed, 'failed'],
    [unknown, 'nobody knows of'],
    [invalid, "can't be used"],
    [skipped, 'left out'],
    [pending, 'not imported yet'],
  ] as const
  const counts = parts.filter(([count]) => count > 0).map(([count, what]) => `${number(count)} ${what}`)
  const why = run.state === 'finished' || run.reason === null ? '' : ` ${run.reason.message}`
  return `${counted(rows, 'row')}: ${counts.length === 0 ? 'nothing to do' : counts.join(', ')}.${why}`
}

/** The same with what to do, for the report beside the file. */
export function runReport(run: RunSummary): string {
  const causes = run.failures.map(({ rows, message, hint }) => `${counted(rows, 'row')}: ${message} ${hint}`)
  const attention = run.attention.map(({ message }) => message)
  const reason = run.reason === null ? [] : [run.reason.hint]
  return [`Import ${run.id} of ${run.fileName}`, runMessage(run), ...reason, ...causes, ...attention].join('\n')
}
