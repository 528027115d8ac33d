import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { cleanUp } from '../../files/patient-files.ts'

const dayMs = 24 * 60 * 60 * 1000

/**
 * Removes what processes that were killed left half-made in a folder of stored files (`*.part`): whatever nobody has written
 * to for a day. Throws the signal's reason.
 */
export async function tidyFiles(folder: string, nowMs: number, signal?: AbortSignal): Promise<void> {
  const names = await readdir(folder).catch((): string[] => [])
  for (const name of names.filter((one) => one.endsWith('.part'))) {
    signal?.throwIfAborted()
    const path = join(folder, name)
    const writtenAtMs = (await stat(path).catch(() => null))?.mtimeMs
    if (writtenAtMs !== undefined && nowMs - writtenAtMs > dayMs) await cleanUp(path)
  }
}
