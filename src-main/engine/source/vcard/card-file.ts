import { open, stat } from 'node:fs/promises'
import { openPatiently } from '../../files/patient-files.ts'
import { AppError } from '../../model/errors.ts'
import { derivedFile } from '../open/derived-file.ts'
import { createTextDecoder, type EncodingName } from '../encoding/encoding-names.ts'
import { readTextRecords } from '../csv/read-text.ts'
import type { ReadOptions, RowBatch } from '../table/row-source.ts'
import { mostColumns } from '../table/table-columns.ts'
import type { Dialect, RowMark, SourceRow } from '../../model/files/source-schema.ts'
import { type Card, createCardReader } from './card-reader.ts'
import { cellsOfCard } from './card-cells.ts'

/** To be counted up when rows are written differently: files of before are then made anew. */
const version = 1
const separator = '\x1F'
const flushChars = 256 * 1024
/** Blank cells that are no trouble to write down; and how many to a filled one are more than any cards have. */
const harmlessBlanks = 20_000_000
const mostBlanks = 100
const dialect: Dialect = { encoding: 'utf-8', delimiter: separator, quote: '"', header: false, skipLines: 0, shortRows: 'blank' }

export interface CardFile {
  path: string
  columns: string[]
  /** Lines of the file that are in no card. */
  linesOutside: number
  /** Bytes of the cards' file for each byte of this one. */
  share: number
}

/**
 * The cards as a table, one a row, written once as quick text beside their file: which columns there are shows only at its
 * end. Throws `RowTooLongError`, `file.unreadable` for cards that have too little in common to be a table, what reading and writing files throw, and the signal's reason.
 */
export async function cardFile(path: string, encoding: EncodingName, signal?: AbortSignal): Promise<CardFile> {
  const rowsPath = await derivedFile(path, `.cards-${encoding}.v${version}`, (part) => writeRows(path, part, encoding, signal))
  const [source, made] = await Promise.all([stat(path), stat(rowsPath)])
  for await (const { rows } of readTextRecords(rowsPath, dialect, signal ? { signal } : {})) {
    const columns = rows[0]?.cells ?? []
    return {
      path: rowsPath,
      columns: columns.slice(0, -2),
      linesOutside: Number(columns.at(-1)),
      share: source.size / Math.max(1, made.size),
    }
  }
  return { path: rowsPath, columns: [], linesOutside: 0, share: 1 }
}

/** The cards of a `cardFile` in their order, as rows. */
export async function* readCardFile({ path, share }: CardFile, options: ReadOptions = {}): AsyncGenerator<RowBatch> {
  let isNamesDue = options.from === undefined
  for await (const { rows, bytesRead, ...place } of readTextRecords(path, dialect, options)) {
    const isFirst = isNamesDue
    if (isNamesDue) rows.shift()
    isNamesDue = false
    const batch = { rows: rows.map(cardRow), bytesRead: Math.round(bytesRead * share) }
    yield isFirst ? batch : { ...batch, ...place }
  }
}

function cardRow({ cells, marks = [] }: SourceRow): SourceRow {
  const line = Number(cells.pop())
  const all: RowMark[] = cells.pop() === 'cut' ? [...marks, 'cut_card'] : marks
  return all.length === 0 ? { line, cells } : { line, cells, marks: all }
}

async function writeRows(path: string, target: string, encoding: EncodingName, signal?: AbortSignal): Promise<void> {
  const { columns: names, linesOutside } = await columnsOfCards(path, encoding, signal)
  const places = new Map(names.map((name, at) => [name, at]))
  const file = await open(target, 'wx', 0o600)
  try {
    let pending = rowText([...names, '', String(linesOutside)])
    let filled = 0
    let blanks = 0
    for await (const cards of readCards(path, encoding, signal)) {
      for (const card of cards) {
        const cells = names.map(() => '')
        const own = numbered(card)
        for (const { key, value } of own) {
          const at = places.get(key)
          if (at !== undefined) cells[at] = value
        }
        filled += own.length
        blanks += names.length - own.length
        if (blanks > harmlessBlanks && blanks > filled * mostBlanks) throw tooManyColumns('hardly any entries in common')
        pending += rowText([...cells, card.isCut ? 'cut' : '', String(card.line)])
        if (pending.length < flushChars) continue
        await file.writeFile(pending)
        signal?.throwIfAborted()
        pending = ''
      }
    }
    await file.writeFile(pending)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function columnsOfCards(
  path: string,
  encoding: EncodingName,
  signal?: AbortSignal,
): Promise<{ columns: string[]; linesOutside: number }> {
  const found = new Map<string, { rank: number; number: number }>()
  const reading = { linesOutside: 0 }
  for await (const cards of readCards(path, encoding, signal, reading)) {
    for (const card of cards) for (const { key, rank, number } of numbered(card)) if (!found.has(key)) found.set(key, { rank, number })
    if (found.size > mostColumns) throw tooManyColumns(`more than ${mostColumns} kinds of entries`)
  }
  const columns = [...found].map(([key, place], order) => ({ key, ...place, order }))
  columns.sort((a, b) => a.rank - b.rank || a.number - b.number || a.order - b.order)
  return { columns: columns.map(({ key }) => key), linesOutside: reading.linesOutside }
}

function tooManyColumns(what: string): AppError {
  return new AppError(
    'file.unreadable',
    `The contact cards of this file have ${what}: that is no table.`,
    'Ask where the file comes from. If it is all right, export fewer contacts at a time, or only what is needed of them.',
  )
}

/** The cells of a card with the name of their column: the second phone number of a kind goes to `Phone (home) 2`. */
function numbered(card: Card): { key: string; rank: number; number: number; value: string }[] {
  const counts = new Map<string, number>()
  return cellsOfCard(card.properties).map(({ column, rank, value }) => {
    const number = (counts.get(column) ?? 0) + 1
    counts.set(column, number)
    return { key: number === 1 ? column : `${column} ${number}`, rank, number, value }
  })
}

async function* readCards(
  path: string,
  encoding: EncodingName,
  signal?: AbortSignal,
  told?: { linesOutside: number },
): AsyncGenerator<Card[]> {
  const isWide = encoding.startsWith('utf-16') || encoding.startsWith('utf-32')
  const decoder = isWide ? createTextDecoder(encoding) : null
  const reader = createCardReader(isWide ? 'utf-8' : encoding)
  const raw = (text: string) => Buffer.from(text).toString('latin1')
  const file = await openPatiently(path)
  for await (const chunk of file.createReadStream({ highWaterMark: 64 * 1024, ...(signal && { signal }) })) {
    const bytes = chunk as Buffer
    yield reader.push(decoder === null ? bytes.toString('latin1') : raw(decoder.write(bytes)), false)
  }
  yield reader.push(decoder === null ? '' : raw(decoder.end()), true)
  if (told) told.linesOutside = reader.linesOutside()
}

function rowText(cells: readonly string[]): string {
  return `${cells.map((cell) => (/["=\x1F\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(separator)}\n`
}
