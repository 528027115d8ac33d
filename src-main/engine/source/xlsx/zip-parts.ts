import { once } from 'node:events'
import { pipeline, type Readable } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import yauzl, { type Entry } from 'yauzl'
import { patiently } from '../../files/patient-files.ts'
import { AppError } from '../../model/errors.ts'
import { openFile } from '../open/open-file.ts'
import { damagedWorkbook, workbookError } from './damaged-workbook.ts'

/** Texts of this size are cleared away with the other short-lived ones: with larger ones memory grows by some sixty megabytes. */
const chunkBytes = 32 * 1024
/** A workbook has a few parts a sheet. */
const mostParts = 100_000
/** XML of a table packs to a tenth or a thirtieth, blank cells to a hundredth; only what was made to do harm packs to this. */
const mostRatio = 250
/** Up to here any ratio is fine: so much XML is read in some three seconds. */
const harmlessBytes = 48 * 1024 * 1024

/** The parts of an Office document, by their names in lower case and without a slash in front. */
export interface ZipParts {
  has(name: string): boolean
  names(): string[]
  /** Bytes of the archive itself. */
  sizeOfFile: number
  /** Changes when the bytes of the part do; empty for a part that is not there. */
  fingerprint(name: string): string
  /** Bytes of a part, unpacked, as the archive says. */
  sizeOf(name: string): number
  /** The unpacked bytes of a part, checked against its checksum. */
  read(name: string, signal?: AbortSignal): AsyncGenerator<Buffer>
  close(): Promise<void>
}

/** Opens a zip archive; the caller closes it. Throws `file.*`; `file.unreadable` for one that is damaged. */
export async function openZipParts(path: string): Promise<ZipParts> {
  // Says in words what is wrong with a file that is missing, empty or a folder.
  const { handle, sizeBytes: sizeOfFile } = await openFile(path)
  await handle.close()
  const entries = new Map<string, Entry>()
  let zip: yauzl.ZipFile | null = null
  try {
    // Names are decoded here: the library refuses an archive for a name that would be dangerous to unpack to.
    zip = await patiently(() => yauzl.openPromise(path, { autoClose: false, decodeStrings: false }))
    for await (const entry of zip.eachEntry()) {
      const name = partKey(yauzl.getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields ?? [], false))
      if (name.endsWith('/')) continue
      // Two parts of one name are nothing that a program writes; readers that disagree on which one counts are fooled by it.
      if (entries.has(name) || entries.size >= mostParts) throw damagedWorkbook(`part ${entries.size}`)
      entries.set(name, entry)
    }
    const unpackedBytes = [...entries.values()].reduce((sum, entry) => sum + entry.uncompressedSize, 0)
    if (isTooMuch(unpackedBytes, sizeOfFile)) throw unpacksToTooMuch()
    if (overlap(entries.values())) throw damagedWorkbook('overlapping parts')
  } catch (error) {
    if (zip) await closed(zip)
    throw workbookError(error, undefined)
  }
  const archive = zip
  const budget = createUnpackBudget(sizeOfFile)
  return {
    has: (name) => entries.has(partKey(name)),
    sizeOfFile,
    names: () => [...entries.keys()],
    fingerprint(name) {
      const entry = entries.get(partKey(name))
      return entry === undefined ? '' : `${entry.crc32.toString(16)}-${entry.uncompressedSize.toString(16)}`
    },
    sizeOf: (name) => entries.get(partKey(name))?.uncompressedSize ?? 0,
    async *read(name, signal) {
      const entry = entries.get(partKey(name))
      if (entry === undefined) throw damagedWorkbook(`no part ${name}`)
      yield* readPart(archive, entry, budget, signal)
    },
    close: () => closed(archive),
  }
}

export function partKey(name: string): string {
  return name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase()
}

interface UnpackBudget {
  /** Counts what was unpacked of a part, however often it is read. Throws `file.unreadable`. */
  spend(entry: Entry, bytes: number): void
}

/** For all parts together: many that are each just small enough would do the same harm. What the archive says of their sizes may be wrong. */
function createUnpackBudget(sizeOfFile: number): UnpackBudget {
  const spent = new Map<Entry, number>()
  let total = 0
  return {
    spend(entry, bytes) {
      const before = spent.get(entry) ?? 0
      if (bytes <= before) return
      spent.set(entry, bytes)
      total += bytes - before
      if (isTooMuch(total, sizeOfFile)) throw unpacksToTooMuch()
    },
  }
}

function isTooMuch(unpackedBytes: number, packedBytes: number): boolean {
  return unpackedBytes > harmlessBytes && unpackedBytes > packedBytes * mostRatio
}

function unpacksToTooMuch(): AppError {
  return new AppError(
    'file.unreadable',
    'This workbook unpacks to far more than any export: it may have been made to do harm.',
    'Ask where it comes from. If it is all right, save the sheet as CSV and choose that file.',
  )
}

/** Parts that lie in the same bytes of the archive are nothing that a program writes: they make a small file a huge one. */
function overlap(entries: Iterable<Entry>): boolean {
  const places = [...entries]
    .filter(({ compressedSize }) => compressedSize > 0)
    .sort((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)
  return places.some((entry, at) => {
    const next = places[at + 1]
    return next !== undefined && entry.relativeOffsetOfLocalHeader + entry.compressedSize > next.relativeOffsetOfLocalHeader
  })
}

async function* readPart(zip: yauzl.ZipFile, entry: Entry, budget: UnpackBudget, signal?: AbortSignal): AsyncGenerator<Buffer> {
  signal?.throwIfAborted()
  if (entry.isEncrypted()) {
    throw new AppError(
      'file.unreadable',
      'This workbook is packed with a password.',
      'Unpack it with its password, or save it without one, and choose that file.',
    )
  }
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8) throw damagedWorkbook(`compression method ${entry.compressionMethod}`)
  let raw: Readable | null = null
  let stream: Readable | null = null
  let bytes = 0
  let sum = 0
  try {
    raw = await zip.openReadStreamPromise(entry, { decodeFileData: false })
    stream = entry.compressionMethod === 0 ? raw : pipeline(raw, createInflateRaw({ chunkSize: chunkBytes }), () => undefined)
    for await (const chunk of stream) {
      signal?.throwIfAborted()
      const part = chunk as Buffer
      bytes += part.length
      sum = crc32(part, sum)
      if (isTooMuch(bytes, entry.compressedSize)) throw unpacksToTooMuch()
      budget.spend(entry, bytes)
      yield part
    }
    if (sum !== entry.crc32 >>> 0) throw damagedWorkbook('checksum')
  } catch (error) {
    throw workbookError(error, signal)
  } finally {
    raw?.destroy()
    stream?.destroy()
  }
}

async function closed(zip: yauzl.ZipFile): Promise<void> {
  if (!zip.isOpen) return
  const end = once(zip, 'close').catch(() => undefined)
  zip.close()
  await end
}
