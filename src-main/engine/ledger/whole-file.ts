import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, link, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { AppError } from '../errors.ts'

const blockLength = 64 * 1024

/**
 * Writes a file that is either there whole or not there at all, whatever happens meanwhile: beside its place first, on the
 * disk, then in its place. Never over an existing file unless `overwrite`. Throws `usage` and `store.full`; what `chunks`
 * throws passes through.
 */
export async function writeWholeFile(path: string, chunks: Iterable<string>, { overwrite }: { overwrite: boolean }): Promise<void> {
  const unfinished = join(dirname(path), `.${basename(path).slice(0, 100)}.${randomUUID()}.part`)
  try {
    await writeBlocks(unfinished, chunks)
    if (overwrite) await rename(unfinished, path)
    else await moveToFreePlace(unfinished, path)
  } catch (error) {
    throw asFileError(error, path)
  } finally {
    await rm(unfinished, { force: true })
  }
}

async function writeBlocks(path: string, chunks: Iterable<string>): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    let block = ''
    for (const chunk of chunks) {
      block += chunk
      if (block.length < blockLength) continue
      await file.write(block)
      block = ''
    }
    await file.write(block)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function moveToFreePlace(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    // Some drives (memory sticks, network folders) know no links.
    if (isCode(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK')) await copyFile(from, to, constants.COPYFILE_EXCL)
    else throw error
  }
}

function asFileError(error: unknown, path: string): unknown {
  if (isCode(error, 'EEXIST')) return new AppError('usage', `There is a file "${path}" already.`, 'Choose another name, or allow it to be replaced.', { cause: error })
  if (isCode(error, 'ENOSPC', 'EDQUOT')) return new AppError('store.full', 'The disk is full.', 'Make room, then try again.', { cause: error })
  if (isCode(error, 'ENOENT', 'EACCES', 'EPERM', 'EROFS', 'EISDIR', 'ENOTDIR', 'ENAMETOOLONG', 'EINVAL', 'EBUSY')) {
    return new AppError('usage', `"${path}" cannot be written.`, 'Choose a folder that is there and that you may write to.', { cause: error })
  }
  return error
}

function isCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.some((code) => code === error.code)
}
