import { randomUUID } from 'node:crypto'
import { rename, rm, stat } from 'node:fs/promises'

const inTheMaking = new Map<string, Promise<void>>()

/**
 * The path of a file that is made from another one and kept beside it, under its name and `suffix`. `make` writes to the path
 * that it is given; what it wrote appears whole or not at all, also when two processes make it at the same time. Throws what
 * `make` throws.
 */
export async function derivedFile(path: string, suffix: string, make: (partPath: string) => Promise<void>): Promise<string> {
  const target = path + suffix
  for (;;) {
    if (await exists(target)) return target
    const other = inTheMaking.get(target)
    if (other === undefined) break
    // Whoever makes it may be stopped: then it is made anew here.
    await other.catch(() => undefined)
  }
  const making = makeFile(target, make)
  inTheMaking.set(target, making)
  try {
    await making
  } finally {
    inTheMaking.delete(target)
  }
  return target
}

async function makeFile(target: string, make: (partPath: string) => Promise<void>): Promise<void> {
  const part = `${target}.${randomUUID()}.part`
  try {
    await make(part)
    // Windows refuses to replace a file that is being read; then another process has made the same one.
    await rename(part, target).catch(async (error: unknown) => {
      if (!(await exists(target))) throw error
    })
  } finally {
    await rm(part, { force: true }).catch(() => undefined)
  }
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isFile() === true
}
