import { accessSync, constants, mkdirSync, rmSync, statfsSync } from 'node:fs'

const inMemory = '/dev/shm'
const wantedBytes = 2 * 1024 ** 3

/**
 * The folder for what quick tests write, where the system has a disk in memory with room for it: what is made durable there need
 * not be waited for. Tests of durability itself are in the other tiers, on a real disk. Null: the system's own folder for such things.
 */
export const memoryFolder = hasRoom() ? `${inMemory}/rollcall-tests-${process.pid}` : null

function hasRoom(): boolean {
  try {
    accessSync(inMemory, constants.W_OK)
    const { bavail, bsize } = statfsSync(inMemory)
    return process.platform === 'linux' && bavail * bsize > wantedBytes
  } catch {
    return false
  }
}

/** Makes the folder before the tests; what they leave in it goes with it. */
export default function setup(): () => void {
  if (memoryFolder === null) return () => undefined
  mkdirSync(memoryFolder, { mode: 0o700, recursive: true })
  return () => rmSync(memoryFolder, { recursive: true, force: true })
}
