import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { cleanUp } from '../../files/patient-files.ts'
import { isGone } from '../../store/process-owner.ts'
import { makerOfPart } from './part-path.ts'

const dayMs = 24 * 60 * 60 * 1000

/**
 * Removes incomplete files (`*.part`) that killed processes left in a folder of stored files: at once where the process is known to be
 * gone, else when nobody has written to them for a day. Throws the signal's reason.
 */
export async function tidyFiles(folder: string, nowMs: number, signal?: AbortSignal): Promise<void> {
  const names = await readdir(folder).catch((): string[] => [])
  for (const name of names.filter((one) => one.endsWith('.part'))) {
    signal?.throwIfAborted()
    const path = join(folder, name)
    const maker = makerOfPart(name)
    const writtenAtMs = (await stat(path).catch(() => null))?.mtimeMs
    const isLeft = maker !== null && isGone(maker)
    if (writtenAtMs !== undefined && (isLeft || nowMs - writtenAtMs > dayMs)) await cleanUp(path)
  }
}
