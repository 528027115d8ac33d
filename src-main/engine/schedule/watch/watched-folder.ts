import { existsSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { z } from 'zod'
import { cleanUp, isHeld, renamePatiently } from '../../files/patient-files.ts'
import type { Clock } from '../../model/clock.ts'
import { AppError } from '../../model/errors.ts'
import { unattendedOutcomes } from '../../model/runs/unattended-schema.ts'
import { resultNames } from '../../results/results.ts'

/** The folders within a watched one. */
export const rooms = { inProgress: 'in progress', done: 'done', needsAttention: 'needs attention' } as const
export type Room = keyof typeof rooms

/** A file is whole when its size and time have been the same for so long. */
export const unchangedMs = 10_000
const stateSuffix = '.rollcall.json'

/** A file in the folder `in progress`. */
export interface ClaimedFile {
  name: string
  path: string
}

/** Where a file goes and what is noted of it: written down before anything of that is done, so that a break leaves nothing twice. */
const decisionSchema = z.object({
  id: z.string(),
  room: z.enum(['done', 'needsAttention']),
  /** Its name there. */
  name: z.string(),
  outcome: z.enum(unattendedOutcomes),
  /** The report beside it. */
  report: z.string(),
  message: z.string(),
  recipeName: z.string(),
  runId: z.string().nullable(),
  planId: z.string().nullable(),
})
export type Decision = z.infer<typeof decisionSchema>

/** What is kept beside a file in progress. */
const stateSchema = z.object({ planId: z.string().exactOptional(), decision: decisionSchema.exactOptional() })

interface Seen {
  size: number
  mtimeMs: number
  sinceMs: number
}

/** What programs leave while they still write, what Office and systems keep for themselves, and what is hidden. */
export function isPassing(name: string): boolean {
  return /^(\.|~\$)|\.(part|tmp|crdownload)$|^(desktop\.ini|thumbs\.db)$/i.test(name)
}

/**
 * The files of a watched folder and where they are on their way. A file is taken by one rename and a mark beside it that only one can make, so
 * that of two programs one has it; none is ever overwritten.
 */
export function createWatchedFolder(folder: string, clock: Pick<Clock, 'monotonicMs'>) {
  const seen = new Map<string, Seen>()
  const statePath = (name: string) => join(folder, rooms.inProgress, `${name}${stateSuffix}`)

  const writeState = async (name: string, state: z.infer<typeof stateSchema>): Promise<void> => {
    const path = statePath(name)
    await writeFile(`${path}.tmp`, JSON.stringify(state), { mode: 0o600, flush: true })
    await renamePatiently(`${path}.tmp`, path)
  }

  /**
   * Begins what is kept beside a file; answers whether nobody else has. Windows lets two programs that both hold a file rename it one after the
   * other, and tells both that it was them.
   */
  const mark = async (name: string): Promise<boolean> => {
    try {
      await writeFile(statePath(name), '{}', { mode: 0o600, flag: 'wx' })
      return true
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
      throw error
    }
  }

  const readState = async (name: string): Promise<z.infer<typeof stateSchema>> => {
    const text = await readFile(statePath(name), 'utf8').catch((error: unknown) => {
      if (isGone(error)) return '{}'
      throw error
    })
    const state = stateSchema.safeParse(parsed(text))
    if (state.success) return state.data
    throw new AppError(
      'file.unreadable',
      `What Rollcall keeps beside ${name} in "${rooms.inProgress}" cannot be read.`,
      `Look in the history whether it was imported. Then move ${name} away, and remove the file ${name}${stateSuffix}.`,
    )
  }

  const lookAt = async (name: string): Promise<'whole' | 'growing' | 'gone'> => {
    const now = await stat(join(folder, name)).catch(() => null)
    if (now === null) return 'gone'
    const before = seen.get(name)
    const isSame = before?.size === now.size && before.mtimeMs === now.mtimeMs
    if (!isSame) seen.set(name, { size: now.size, mtimeMs: now.mtimeMs, sinceMs: clock.monotonicMs() })
    return isSame && clock.monotonicMs() - before.sinceMs >= unchangedMs && (await opensAlone(join(folder, name))) ? 'whole' : 'growing'
  }

  return {
    /** The names of files that are whole, oldest first, and how many are still being written. */
    async look(): Promise<{ whole: string[]; growing: number }> {
      const entries = await readdir(folder, { withFileTypes: true })
      const names = entries.filter((one) => one.isFile() && !isPassing(one.name)).map(({ name }) => name)
      for (const name of seen.keys()) if (!names.includes(name)) seen.delete(name)
      const whole: string[] = []
      let growing = 0
      for (const name of names) {
        const state = await lookAt(name)
        if (state === 'whole') whole.push(name)
        else if (state === 'growing') growing += 1
      }
      const timeOf = (name: string) => seen.get(name)?.mtimeMs ?? 0
      return { whole: whole.sort((a, b) => timeOf(a) - timeOf(b) || (a < b ? -1 : 1)), growing }
    },
    /** Moves a file to `in progress`; null where another program was quicker, or somebody holds it, or has changed it at the last moment. */
    async claim(name: string): Promise<ClaimedFile | null> {
      const before = seen.get(name)
      const claimed = freeName(await madeRoom(folder, 'inProgress'), name, (free) => [`${free}${stateSuffix}`])
      try {
        await rename(join(folder, name), claimed.path)
      } catch (error) {
        if (isGone(error) || isHeld(error)) return null
        throw error
      }
      seen.delete(name)
      if (!(await mark(claimed.name))) return null
      const now = await stat(claimed.path).catch((error: unknown) => {
        if (isGone(error)) return null
        throw error
      })
      if (now !== null && now.size === before?.size && now.mtimeMs === before.mtimeMs) return claimed
      await cleanUp(statePath(claimed.name))
      if (now !== null) await renamePatiently(claimed.path, freeName(folder, name).path)
      return null
    },
    /** What an earlier watch has left in `in progress`, whatever ended it; also what had been moved, and not noted yet. */
    async leftover(): Promise<ClaimedFile[]> {
      const inProgress = join(folder, rooms.inProgress)
      const entries = await readdir(inProgress, { withFileTypes: true }).catch(() => [])
      const files = entries.filter((one) => one.isFile() && !one.name.startsWith('.') && !one.name.endsWith('.tmp'))
      const names = new Set(files.map(({ name }) => (name.endsWith(stateSuffix) ? name.slice(0, -stateSuffix.length) : name)))
      return [...names].map((name) => ({ name, path: join(inProgress, name) }))
    },
    /** Notes the plan of a claimed file before its run begins, so that after a break the run goes on and none begins anew. */
    notePlan: ({ name }: ClaimedFile, planId: string): Promise<void> => writeState(name, { planId }),
    /** The plan that was noted; null where none was, so that no run has begun. */
    planOf: async ({ name }: ClaimedFile): Promise<string | null> => (await readState(name)).planId ?? null,
    /** What was decided before a break; null where nothing was. */
    decisionOf: async ({ name }: ClaimedFile): Promise<Decision | null> => (await readState(name)).decision ?? null,
    /** Decides where a claimed file stays, under a name that neither it nor anything beside it has there. */
    async decide(file: ClaimedFile, made: Omit<Decision, 'name'>): Promise<Decision> {
      const { name } = freeName(await madeRoom(folder, made.room), file.name, (free) => [reportName(free), ...resultNames(free)])
      const decision = { ...made, name }
      await writeState(file.name, { ...(await readState(file.name)), decision })
      return decision
    },
    /** Moves a file to where it was decided, with its report beside it; answers where it is. Done twice it comes to the same. */
    async settle(file: ClaimedFile, { room, name, report }: Decision): Promise<ClaimedFile> {
      const into = await madeRoom(folder, room)
      const settled = { name, path: join(into, name) }
      await writeFile(join(into, reportName(name)), `${report}\n`, { mode: 0o600 })
      await renamePatiently(file.path, settled.path).catch((error: unknown) => {
        // Moved before a break, or taken away by a person.
        if (!isGone(error)) throw error
      })
      return settled
    },
    /** Nothing is left to be done for a file that was settled. */
    finish: ({ name }: ClaimedFile): Promise<void> => cleanUp(statePath(name)),
    /** Moves a file that stays somewhere to another of the rooms. */
    async move(path: string, room: Exclude<Room, 'inProgress'>): Promise<string> {
      const moved = freeName(await madeRoom(folder, room), parse(path).base)
      await renamePatiently(path, moved.path)
      return moved.path
    },
    folderOf: (room: Room) => madeRoom(folder, room),
  }
}

/** One of the rooms of a folder that is there: where it is not, such as a drive that is not connected, none is made in its place. */
export async function madeRoom(folder: string, room: Room): Promise<string> {
  const path = join(folder, rooms[room])
  await mkdir(path).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  })
  return path
}

/** The name, or the next one with a number that no file has, nor what is to lie beside it. */
function freeName(folder: string, name: string, beside: (name: string) => readonly string[] = () => []): ClaimedFile {
  const { name: stem, ext } = parse(name)
  for (let at = 1; ; at += 1) {
    const free = at === 1 ? name : `${stem} (${at})${ext}`
    if (![free, ...beside(free)].some((one) => existsSync(join(folder, one)))) return { name: free, path: join(folder, free) }
  }
}

const reportName = (name: string): string => `${name} - report.txt`

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Whether no program has it open so that nobody else may. Where a system knows nothing like that, its size and time have to do. */
async function opensAlone(path: string): Promise<boolean> {
  try {
    await (await open(path, 'r+')).close()
    return true
  } catch (error) {
    if (process.platform === 'win32') return false
    // Read-only, not in use.
    return !isGone(error) && !(error instanceof Error && 'code' in error && error.code === 'EBUSY')
  }
}

function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
