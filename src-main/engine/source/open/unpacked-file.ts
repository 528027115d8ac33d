import { stat } from 'node:fs/promises'
import { AppError } from '../../model/errors.ts'
import { derivedFile } from './derived-file.ts'
import { fileError } from './open-file.ts'
import type { PreparingOptions } from './preparing-progress.ts'
import { readStart } from './read-start.ts'
import type { Inspection } from '../../model/files/source-schema.ts'
import { gunzipInto, gzipName, isGzip } from './unpack-gzip.ts'
import { fileInZip, isZip } from './unpack-zip.ts'

export interface UnpackedFile {
  /** The file itself, or what was inside it. */
  path: string
  /** How the outermost file is packed, and what is inside; null for a file that is not packed. */
  packed: NonNullable<Inspection['packed']> | null
  /** Bytes of the packed file for each byte of what was inside. */
  share: number
}

interface Packing {
  as: 'gzip' | 'zip'
  /** Empty where the packed file does not say it. */
  name: string
  unpackInto(target: string, options: PreparingOptions): Promise<void>
}

/** Mail programs and exports pack packed files again; both layers are unpacked. */
const mostLayers = 2

/**
 * The file itself or, when it is packed with just one file inside, that file: unpacked once, beside it. Throws
 * `file.unreadable` for one that is damaged, encrypted, holds several files or unpacks to more than any export has;
 * `store.full`, and the signal's reason.
 */
export async function unpackedFile(path: string, options: PreparingOptions = {}): Promise<UnpackedFile> {
  let inner = path
  let packed = null as UnpackedFile['packed']
  for (let layers = 0; ; layers++) {
    options.signal?.throwIfAborted()
    const packing = await packingOf(inner)
    if (packing === null) break
    if (layers === mostLayers) {
      throw new AppError('file.unreadable', 'The file is packed several times over.', 'Unpack it, and choose the file that is inside.')
    }
    inner = await derivedFile(inner, '.unpacked', (part) => unpacking(() => packing.unpackInto(part, options)))
    packed = { as: packed?.as ?? packing.as, name: packing.name || (packed?.name ?? '') }
  }
  if (packed === null) return { path, packed, share: 1 }
  const [outside, inside] = await Promise.all([stat(path), stat(inner)])
  return { path: inner, packed, share: outside.size / Math.max(1, inside.size) }
}

async function packingOf(path: string): Promise<Packing | null> {
  const start = await readStart(path, 1024)
  if (isGzip(start)) return { as: 'gzip', name: gzipName(start), unpackInto: (target, options) => gunzipInto(path, target, options) }
  if (!isZip(start)) return null
  const file = await fileInZip(path)
  return file === null ? null : { as: 'zip', ...file }
}

async function unpacking(action: () => Promise<void>): Promise<void> {
  try {
    await action()
  } catch (error) {
    throw fileError(error)
  }
}
