import { existsSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { cleanUp, isHeld, renamePatiently } from '../../../engine/files/patient-files.ts'
import type { Clock } from '../../../engine/model/clock.ts'

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
 * The files of a watched folder and where they are on their way. A file is taken by one rename, so that of two programs one has it; none is
 * ever overwritten.
 */
export function createWatchedFolder(folder: string, clock: Pick<Clock, 'monotonicMs'>) {
  const seen = new Map<string, Seen>()
  const statePath = (name: string) => join(folder, rooms.inProgress, `${name}${stateSuffix}`)

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
      const claimed = freeName(await madeRoom(folder, 'inProgress'), name)
      try {
        await rename(join(folder, name), claimed.path)
      } catch (error) {
        if (isGone(error) || isHeld(error)) return null
        throw error
      }
      seen.delete(name)
      const now = await stat(claimed.path)
      if (now.size === before?.size && now.mtimeMs === before.mtimeMs) return claimed
      await renamePatiently(claimed.path, freeName(folder, name).path)
      return null
    },
    /** What an earlier watch has left in `in progress`, whatever ended it. */
    async leftover(): Promise<ClaimedFile[]> {
      const inProgress = join(folder, rooms.inProgress)
      const entries = await readdir(inProgress, { withFileTypes: true }).catch(() => [])
      const files = entries.filter(({ name }) => !name.startsWith('.') && !name.endsWith(stateSuffix) && !name.endsWith('.tmp'))
      return files.filter((one) => one.isFile()).map(({ name }) => ({ name, path: join(inProgress, name) }))
    },
    /** Notes the plan of a claimed file before its run begins, so that after a break the run goes on and none begins anew. */
    async notePlan({ name }: ClaimedFile, planId: string): Promise<void> {
      const path = statePath(name)
      await writeFile(`${path}.tmp`, JSON.stringify({ planId }), { mode: 0o600, flush: true })
      await renamePatiently(`${path}.tmp`, path)
    },
    /** The plan that was noted; null where none was, so that no run has begun. */
    async planOf({ name }: ClaimedFile): Promise<string | null> {
      const text = await readFile(statePath(name), 'utf8').catch((error: unknown) => {
        if (isGone(error)) return 'null'
        throw error
      })
      const planId = (JSON.parse(text) as { planId?: unknown } | null)?.planId
      return typeof planId === 'string' ? planId : null
    },
    /** Moves a claimed file to where it stays; answers where that is. The note beside it says what became of it. */
    async settle(file: ClaimedFile, room: Exclude<Room, 'inProgress'>, note: string): Promise<ClaimedFile> {
      const settled = freeName(await madeRoom(folder, room), file.name)
      await writeFile(freeName(join(folder, rooms[room]), `${settled.name} - report.txt`).path, `${note}\n`, { mode: 0o600, flag: 'wx' })
      await renamePatiently(file.path, settled.path)
      await cleanUp(statePath(file.name))
      return settled
    },
    folderOf: (room: Room) => madeRoom(folder, room),
  }
}

async function madeRoom(folder: string, room: Room): Promise<string> {
  const path = join(folder, rooms[room])
  await mkdir(path, { recursive: true })
  return path
}

/** The name, or the next one with a number that no file has. */
function freeName(folder: string, name: string): ClaimedFile {
  const { name: stem, ext } = parse(name)
  for (let at = 1; ; at += 1) {
    const free = at === 1 ? name : `${stem} (${at})${ext}`
    if (!existsSync(join(folder, free))) return { name: free, path: join(folder, free) }
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
