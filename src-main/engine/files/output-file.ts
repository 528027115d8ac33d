import { randomUUID } from 'node:crypto'
import { mkdir, open, rename } from 'node:fs/promises'
import { basename, join, parse } from 'node:path'
import iconv from 'iconv-lite'
import { AppError } from '../model/errors.ts'
import { checkFileName } from './file-name.ts'
import { cleanUp, isHeld, patiently } from './patient-files.ts'

/** What to do when there is a file of that name. */
export type IfExists = 'other name' | 'replace' | 'refuse'

export interface OutputFile extends PublishedFile {
  write(text: string): Promise<void>
}

export interface BinaryOutputFile extends PublishedFile {
  write(bytes: Uint8Array): Promise<void>
}

interface PublishedFile {
  /** Gives the file its name, whole: until then nothing is to be seen of it. Answers its path. */
  publish(name: string, ifExists: IfExists): Promise<string>
  /** Leaves nothing behind. To be called in any case; does nothing after `publish`. */
  discard(): Promise<void>
}

const bufferChars = 256 * 1024

/**
 * A text file in the making, readable by its owner only. `encoding` is one of `source/encoding.ts`; Unicode files begin
 * with a byte order mark unless `addBOM` is false. Throws `store.full`, and `usage` where the folder cannot be written to.
 */
export async function createOutputFile(folder: string, encoding = 'utf-8', addBOM = encoding.startsWith('utf-')): Promise<OutputFile> {
  const file = await createBinaryFile(folder)
  const encoder = iconv.getEncoder(encoding, { addBOM })
  let pending: string[] = []
  let pendingChars = 0

  const flush = async (): Promise<void> => {
    const bytes = encoder.write(pending.join(''))
    pending = []
    pendingChars = 0
    await file.write(bytes)
  }

  return {
    async write(text) {
      pending.push(text)
      pendingChars += text.length
      if (pendingChars >= bufferChars) await flush()
    },
    async publish(name, ifExists) {
      await flush()
      const rest = encoder.end()
      if (rest !== undefined && rest.length > 0) await file.write(rest)
      return file.publish(name, ifExists)
    },
    discard: () => file.discard(),
  }
}

/** The same for bytes as they are. */
export async function createBinaryFile(folder: string): Promise<BinaryOutputFile> {
  const partPath = join(folder, `.${randomUUID()}.part`)
  await writing(folder, () => mkdir(folder, { recursive: true }))
  const handle = await writing(folder, () => open(partPath, 'wx', 0o600))
  let isOpen = true

  const close = async (): Promise<void> => {
    if (!isOpen) return
    isOpen = false
    await handle.close()
  }

  return {
    write: (bytes) => writing(folder, () => handle.writeFile(bytes)),
    async publish(name, ifExists) {
      await writing(folder, () => handle.sync())
      await close()
      const path = await writing(folder, () => claim(folder, name, ifExists))
      try {
        await writing(folder, () => patiently(() => rename(partPath, path)).catch(heldElsewhere(name)))
      } catch (error) {
        if (ifExists !== 'replace') await cleanUp(path) // the empty one that held the place
        throw error
      }
      return path
    },
    async discard() {
      await close()
      await cleanUp(partPath)
    },
  }
}

/** The folder takes files, as the part that is in it shows: so it is the file itself that somebody holds. */
function heldElsewhere(name: string): (error: unknown) => never {
  return (error) => {
    if (!isHeld(error)) throw error
    throw new AppError(
      'usage',
      `The file "${name}" is open in another program, such as Excel.`,
      'Close it there and save again, or choose another name.',
      { cause: error },
    )
  }
}

/** A path that is ours: an empty file of that name is made, unless one may be replaced. */
async function claim(folder: string, name: string, ifExists: IfExists): Promise<string> {
  checkFileName(name)
  if (ifExists === 'replace') return join(folder, name)
  const { name: stem, ext } = parse(name)
  for (let count = 1; ; count += 1) {
    const path = join(folder, count === 1 ? name : `${stem} (${count})${ext}`)
    try {
      await (await open(path, 'wx', 0o600)).close()
      return path
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
      if (ifExists === 'refuse') {
        throw new AppError(
          'usage',
          `There is already a file "${basename(path)}" in that folder.`,
          'Choose another name or folder, or allow replacing it.',
          { cause: error },
        )
      }
    }
  }
}

async function writing<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    switch (codeOf(error)) {
      case 'ENOSPC':
      case 'EDQUOT':
        throw new AppError('store.full', 'The disk is full.', 'Make room, or choose a folder on another drive, and save the files again.', {
          cause: error,
        })
      case 'EFBIG':
        throw new AppError(
          'store.full',
          'The file may not become any larger: a limit for files is reached.',
          'Lift the limit, or choose a folder on another drive, and save the files again.',
          { cause: error },
        )
      case 'EACCES':
      case 'EPERM':
      case 'EROFS':
      case 'ENOTDIR':
      case 'EEXIST':
      case 'ENOENT':
      case 'EISDIR':
      case 'ENAMETOOLONG':
      case 'ELOOP':
        throw new AppError(
          'usage',
          `Rollcall cannot write into the folder "${basename(folder)}".`,
          'Choose another folder, such as Documents.',
          { cause: error },
        )
      default:
        throw error
    }
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
