import { randomUUID } from 'node:crypto'
import { readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { cleanUp, renamePatiently } from '../../files/patient-files.ts'
import { AppError } from '../../model/errors.ts'
import { madeRoom, rooms } from './watched-folder.ts'

/** A program that has not been heard of for so long watches no more. */
const goneMs = 60_000
const beatMs = 10_000
const claimName = '.watched'

/** The account of the open app that watches a folder; null where another program does, or nobody. */
export async function watchedByApp(folder: string): Promise<string | null> {
  const { app } = parsed(await readFile(join(folder, rooms.inProgress, claimName), 'utf8').catch(() => ''))
  return typeof app === 'string' ? app : null
}

/**
 * One program at a time watches a folder, so that none takes up what another is at: a file in `in progress` says so, and its time that it is
 * alive. Answers how to let go. Throws `run.locked` where another one watches. `app`: the account in which the open app watches it.
 */
export async function claimFolder(folder: string, app: string | null = null): Promise<() => Promise<void>> {
  const path = join(await madeRoom(folder, 'inProgress'), claimName)
  const own = JSON.stringify({ host: hostname(), process: process.pid, id: randomUUID(), ...(app !== null && { app }) })
  const written = () => writeFile(path, own, { flag: 'wx', mode: 0o600 })
  try {
    await written()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    const since = await stat(path).then(({ mtimeMs }) => Date.now() - mtimeMs)
    if (since < goneMs && !isEnded(await readFile(path, 'utf8').catch(() => ''))) throw watchedElsewhere
    // Of two that see it gone, one renames it.
    const aside = `${path}-${randomUUID()}`
    await renamePatiently(path, aside).catch(() => {
      throw watchedElsewhere
    })
    await cleanUp(aside)
    await written().catch(() => {
      throw watchedElsewhere
    })
  }
  const beat = setInterval(() => void utimes(path, new Date(), new Date()).catch(() => undefined), beatMs)
  beat.unref()
  return async () => {
    clearInterval(beat)
    if ((await readFile(path, 'utf8').catch(() => null)) === own) await cleanUp(path)
  }
}

/** Whether it is a program of this computer that has ended. */
function isEnded(text: string): boolean {
  const { host, process: id } = parsed(text)
  if (host !== hostname() || typeof id !== 'number') return false
  try {
    process.kill(id, 0)
    return false
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
}

function parsed(text: string): { host?: unknown; process?: unknown; app?: unknown } {
  try {
    return (JSON.parse(text) ?? {}) as { host?: unknown; process?: unknown; app?: unknown }
  } catch {
    return {}
  }
}

const watchedElsewhere = new AppError(
  'run.locked',
  'Another program watches this folder.',
  'End it first. Where none runs any more, wait a minute and give the same command again.',
)
