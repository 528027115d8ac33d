import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, createInflateRaw } from 'node:zlib'
import yauzl, { type Entry } from 'yauzl'
import { patiently } from '../../files/patient-files.ts'
import { AppError } from '../../model/errors.ts'
import { damagedError } from './unpack-gzip.ts'
import { countingBytes, type PreparingOptions } from './preparing-progress.ts'
import { unpackLimit } from './unpack-limit.ts'

const mostEntries = 100_000
/** Files that operating systems add to archives on their own. */
const madeByComputers = /(^|\/)(__MACOSX\/|\._|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i
/** Files that accompany an export but are none themselves. */
const noTable = /\.(pdf|html?|md|rtf|docx?|png|jpe?g|gif|svg|xml|json|js|css|log|url|lnk|exe)$|(^|\/)(readme|licen[sc]e|liesmich)[^/]*$/i

export function isZip(start: Buffer): boolean {
  const mark = start.subarray(0, 4).toString('latin1')
  return mark === 'PK\x03\x04' || mark === 'PK\x05\x06'
}

export interface ZippedFile {
  name: string
  unpackInto(target: string, options: PreparingOptions): Promise<void>
}

/**
 * The one file in a zip archive that can be a table; null for a document of an office program, which is a zip archive too.
 * Throws `file.unreadable` for an archive that is damaged, encrypted or holds several files, and `file.empty` for none.
 */
export async function fileInZip(path: string): Promise<ZippedFile | null> {
  const entries = await entriesOf(path)
  if (entries.some(({ name }) => name === '[Content_Types].xml' || name === 'mimetype' || name.endsWith('.iwa'))) return null
  const files = entries.filter(({ name }) => !name.endsWith('/') && !madeByComputers.test(name))
  const tables = files.filter(({ name }) => !noTable.test(name))
  const [only, ...others] = tables.length > 0 ? tables : files
  if (only === undefined)
    throw new AppError('file.empty', 'The archive is empty: there is no file in it.', 'Export the contacts again, and choose the new file.')
  if (others.length > 0) {
    throw new AppError(
      'file.unreadable',
      `There are ${others.length + 1} files in this archive: ${listed([only, ...others].map(({ name }) => name))}.`,
      'Each file is an import of its own: unpack the archive, and choose one of them.',
    )
  }
  const { entry } = only
  if (entry.isEncrypted()) {
    throw new AppError(
      'file.unreadable',
      'The archive is locked with a password.',
      'Unpack it with its password, and choose the file that is inside.',
    )
  }
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8) {
    throw new AppError(
      'file.unreadable',
      'The archive is packed in a way that Rollcall does not know.',
      'Unpack it, and choose the file that is inside.',
    )
  }
  return { name: only.name.replace(/^.*[/\\]/s, ''), unpackInto: (target, options) => unzipInto(path, entry, target, options) }
}

async function entriesOf(path: string): Promise<{ name: string; entry: Entry }[]> {
  return withZip(path, async (zip) => {
    const entries: { name: string; entry: Entry }[] = []
    for await (const entry of zip.eachEntry()) {
      if (entries.length >= mostEntries) throw damagedZip()
      const { generalPurposeBitFlag, fileNameRaw, extraFields } = entry
      entries.push({
        name: yauzl.getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields ?? [], false).replaceAll('\\', '/'),
        entry,
      })
    }
    return entries
  })
}

async function unzipInto(path: string, entry: Entry, target: string, { signal, onProgress }: PreparingOptions): Promise<void> {
  await withZip(
    path,
    async (zip) => {
      const raw: Readable = await zip.openReadStreamPromise(entry, { decodeFileData: false })
      let sum = 0
      const check = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          sum = crc32(chunk, sum)
          done(null, chunk)
        },
        flush: (done) => done(sum === entry.crc32 >>> 0 ? null : damagedZip()),
      })
      const out = createWriteStream(target, { flags: 'wx', mode: 0o600 })
      const limit = await unpackLimit(entry.compressedSize, target)
      const counted = countingBytes(entry.compressedSize, onProgress)
      if (entry.compressionMethod === 0) await pipeline(raw, counted, check, limit, out, { signal })
      else await pipeline(raw, counted, createInflateRaw(), check, limit, out, { signal })
    },
    signal,
  )
}

async function withZip<T>(path: string, work: (zip: yauzl.ZipFile) => Promise<T>, signal?: AbortSignal): Promise<T> {
  let zip: yauzl.ZipFile | null = null
  try {
    // Names are decoded here: the library refuses an archive for a name that would be dangerous to unpack to.
    zip = await patiently(() => yauzl.openPromise(path, { autoClose: false, decodeStrings: false }))
    return await work(zip)
  } catch (thrown) {
    signal?.throwIfAborted()
    const error = damagedError(thrown)
    throw error instanceof AppError || (error instanceof Error && 'code' in error) ? error : damagedZip(error)
  } finally {
    if (zip?.isOpen) {
      const end = once(zip, 'close').catch(() => undefined)
      zip.close()
      await end
    }
  }
}

function damagedZip(cause?: unknown): AppError {
  return new AppError(
    'file.unreadable',
    'This archive or workbook is damaged, or a part of it is missing.',
    'Download or copy it again. If that does not help, export it again.',
    { cause },
  )
}

function listed(names: string[]): string {
  const shown = names.slice(0, 5).map((name) => `"${name}"`)
  return names.length > 5 ? `${shown.join(', ')} and ${names.length - 5} more` : shown.join(', ')
}
