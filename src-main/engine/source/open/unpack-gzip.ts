import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { openPatiently } from '../../files/patient-files.ts'
import { AppError } from '../../model/errors.ts'
import { countingBytes, type PreparingOptions } from './preparing-progress.ts'
import { unpackLimit } from './unpack-limit.ts'

export function isGzip(start: Buffer): boolean {
  return start[0] === 0x1f && start[1] === 0x8b && start[2] === 8
}

/** The name of the packed file according to a gzip file, without folders; empty if it does not say. */
export function gzipName(start: Buffer): string {
  const flags = start[3] ?? 0
  if ((flags & 8) === 0) return ''
  const from = (flags & 4) === 0 ? 10 : 12 + start.readUInt16LE(10)
  const end = start.indexOf(0, from)
  if (end === -1) return ''
  const bytes = start.subarray(from, end)
  const name = bytes.toString('utf8')
  return (name.includes('\uFFFD') ? bytes.toString('latin1') : name).replace(/^.*[/\\]/s, '')
}

/** Unpacks a gzip file, all of its members. Throws `file.unreadable` and `store.full`, and the signal's reason. */
export async function gunzipInto(path: string, target: string, { signal, onProgress }: PreparingOptions): Promise<void> {
  const { size } = await stat(path)
  try {
    const limit = await unpackLimit(size, target)
    await pipeline(
      (await openPatiently(path)).createReadStream(),
      countingBytes(size, onProgress),
      createGunzip(),
      limit,
      createWriteStream(target, { flags: 'wx', mode: 0o600 }),
      { signal },
    )
  } catch (error) {
    signal?.throwIfAborted()
    throw damagedError(error)
  }
}

/** Turns errors of decompression into words; returns other errors unchanged. */
export function damagedError(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new AppError(
      'store.full',
      'There is not enough room on the drive to unpack the file.',
      'Free some space, and choose the file again.',
      { cause: error },
    )
  }
  if (!code.startsWith('Z_')) return error
  const isCut = code === 'Z_BUF_ERROR'
  return new AppError(
    'file.unreadable',
    isCut ? 'The packed file ends too early: a part of it is missing.' : 'The packed file is damaged and cannot be unpacked.',
    'Download or copy it again. If that does not help, export it again.',
    { cause: error },
  )
}
