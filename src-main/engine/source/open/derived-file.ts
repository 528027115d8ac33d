import { rename, stat } from 'node:fs/promises'
import { cleanUp, patiently } from '../../files/patient-files.ts'
import { partPathOf } from './part-path.ts'

const inTheMaking = new Map<string, Promise<void>>()

/**
 * Returns the path of a file that is derived from another one and kept beside it, with `suffix` added to its name. `make` writes to
 * the path that it gets; the result appears completely or not at all, even if two processes make it at the same time. Throws what
 * `make` throws, and the signal's reason, even while somebody else is making it.
 */
export async function derivedFile(
  path: string,
  suffix: string,
  make: (partPath: string) => Promise<void>,
  signal?: AbortSignal,
): Promise<string> {
  const target = path + suffix
  for (;;) {
    signal?.throwIfAborted()
    if (await exists(target)) return target
    const other = inTheMaking.get(target)
    if (other === undefined) break
    // Whoever is making it may be stopped; then it is made again here.
    await settled(other, signal)
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

/** Waits until it settles or the signal aborts. */
async function settled(other: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  const stop = Promise.withResolvers<void>()
  const onAbort = () => stop.resolve()
  signal?.addEventListener('abort', onAbort, { once: true })
  try {
    await Promise.race([other.catch(() => undefined), stop.promise])
  } finally {
    signal?.removeEventListener('abort', onAbort)
  }
}

async function makeFile(target: string, make: (partPath: string) => Promise<void>): Promise<void> {
  const part = partPathOf(target)
  try {
    await make(part)
    // Windows refuses to replace a file that is being read; then another process has made the same one.
    await patiently(() =>
      rename(part, target).catch(async (error: unknown) => {
        if (!(await exists(target))) throw error
      }),
    )
  } finally {
    await cleanUp(part)
  }
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isFile() === true
}
