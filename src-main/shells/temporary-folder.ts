import { mkdtemp, readdir } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { cleanUp } from '../engine/files/patient-files.ts'
import { isGone } from '../engine/store/process-owner.ts'

const prefix = 'rollcall-'

/**
 * Works in a folder for temporary files that only its owner can read: it may hold rows of a file. It is removed afterwards; what a
 * process left that was killed meanwhile, the next one removes.
 */
export async function inTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  await removeAbandoned()
  const folder = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`))
  try {
    return await work(folder)
  } finally {
    await cleanUp(folder)
  }
}

async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir()).catch(() => [])) {
    const pid = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1]
    if (pid !== undefined && isGone(`${hostname()}:${pid}`)) await cleanUp(join(tmpdir(), name))
  }
}
