import { realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'

/**
 * What the person allowed the page to do with paths, in the system's dialogs or by dropping a file: three grants that have
 * nothing to do with each other. Links are resolved both when a path is granted and when it is used, so that a link that was
 * put in the way since leads nowhere. Each `may…` answers the real path to work with, or null.
 */
export interface ChosenPaths {
  /** A file that was chosen or dropped: to be read. */
  grantReading(path: string): Promise<void>
  /** A file that was named in the dialog for saving, to be written once. One that was there then may be replaced: the person was asked. */
  grantWriting(path: string): Promise<void>
  /** A folder that was chosen for results: new files may be made right in it. */
  grantFolder(path: string): Promise<void>
  mayRead(path: string): Promise<string | null>
  mayWrite(path: string): Promise<{ path: string; overwrite: boolean } | null>
  mayWriteInto(folder: string): Promise<string | null>
  /** Spends the grant for a file that has been written, and lets it be shown. */
  noteWritten(path: string): Promise<void>
  /** A file that was written, or is right in a folder that was chosen: to be shown in the system's file manager. */
  mayShow(path: string): Promise<string | null>
}

export function createChosenPaths(): ChosenPaths {
  const readable = new Set<string>()
  /** With whether it was there when it was granted. */
  const writable = new Map<string, boolean>()
  const folders = new Set<string>()
  const written = new Set<string>()
  /** Until it ends, it is not known yet where some granted path leads. The page does not wait for that before it names a dropped file. */
  let granting: Promise<unknown> = Promise.resolve()

  function grant(work: () => Promise<void>): Promise<void> {
    const done = Promise.all([work(), granting]).then(() => undefined)
    granting = done
    return done
  }

  const granted = async (paths: ReadonlySet<string>, path: string) => {
    await granting
    const real = await realTarget(path)
    return real !== null && paths.has(real) ? real : null
  }

  return {
    grantReading: (path) =>
      grant(async () => {
        const real = await realTarget(path)
        if (real !== null) readable.add(real)
      }),
    grantWriting: (path) =>
      grant(async () => {
        const target = await realTarget(path)
        if (target !== null) writable.set(target, await exists(target))
      }),
    grantFolder: (path) =>
      grant(async () => {
        const real = await realTarget(path)
        if (real !== null) folders.add(real)
      }),
    mayRead: (path) => granted(readable, path),
    async mayWrite(path) {
      await granting
      const target = await realTarget(path)
      const wasThere = target === null ? undefined : writable.get(target)
      return target === null || wasThere === undefined ? null : { path: target, overwrite: wasThere }
    },
    mayWriteInto: (folder) => granted(folders, folder),
    async noteWritten(path) {
      const real = await realFile(path)
      if (real === null) return
      writable.delete(real)
      written.add(real)
    },
    async mayShow(path) {
      await granting
      const real = await realTarget(path)
      return real !== null && (written.has(real) || folders.has(dirname(real))) ? real : null
    },
  }
}

async function realFile(path: string): Promise<string | null> {
  return path === '' ? null : realpath(resolve(path)).catch(() => null)
}

/** The file itself where it is there, else its place in the real folder. */
async function realTarget(path: string): Promise<string | null> {
  if (path === '') return null
  const existing = await realFile(path)
  if (existing !== null) return existing
  const folder = await realFile(dirname(resolve(path)))
  return folder === null ? null : join(folder, basename(path))
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null
}
