import type { Store } from '../open-store.ts'
import { addPlaces, blockOf, blockSize, type BlockBits, emptyBlock, keepCommon, packPlaces, setPlace } from './id-bits.ts'
import { eachGram, gramBits, type GramQuery, type SearchFlag, searchFlags } from './search-grams.ts'
import { createSearchRowReader, searchColumns, type SearchRow } from './search-row.ts'

/** So many contacts of a block that changed since it was indexed are looked at one by one, before it is indexed anew. */
const mostStale = 500

export type SearchIndex = ReturnType<typeof createSearchIndex>

/**
 * Which contacts have which pieces of text, by blocks of ids. `search_stale` has those that changed or went since their block was
 * indexed, see `contacts.ts` and the triggers of the migration; blocks that are not in `search_blocks` were never indexed.
 */
export function createSearchIndex(store: Store) {
  const selectBlocks = store.prepare<[], number>('SELECT block FROM search_blocks').pluck()
  const selectLastId = store.prepare<[], number>('SELECT coalesce(max(id), 0) FROM contacts').pluck()
  const selectStale = store.prepare<[], number>('SELECT id FROM search_stale ORDER BY id').pluck()
  const selectStaleBlocks = store
    .prepare<[], number>(
      `SELECT search_stale.id / ${blockSize} AS block FROM search_stale LEFT JOIN contacts ON contacts.id = search_stale.id
       GROUP BY block HAVING count(*) > ${mostStale} OR count(contacts.id) < count(*)`,
    )
    .pluck()
  const selectRows = store
    .prepare<[number, number], SearchRow>(`SELECT ${searchColumns} FROM contacts WHERE id BETWEEN ? AND ? ORDER BY id`)
    .raw()
  const selectSome = store
    .prepare<[string], SearchRow>(`SELECT ${searchColumns} FROM contacts WHERE id IN (SELECT value FROM json_each(?))`)
    .raw()
  const selectPlaces = store.prepare<[number], Buffer>('SELECT places FROM search_grams WHERE key = ?').pluck()
  const selectRange = store.prepare<[number, number], Buffer>('SELECT places FROM search_grams WHERE key BETWEEN ? AND ?').pluck()
  const removeKeys = store.prepare<[number, number]>('DELETE FROM search_grams WHERE key BETWEEN ? AND ?')
  const insert = store.prepare<[number, Uint8Array]>('INSERT INTO search_grams (key, places) VALUES (?, ?)')
  const removeStale = store.prepare<[number, number]>('DELETE FROM search_stale WHERE id BETWEEN ? AND ?')
  const insertBlock = store.prepare<[number, Uint8Array, Uint8Array]>(
    'INSERT OR REPLACE INTO search_blocks (block, ends, texts) VALUES (?, ?, ?)',
  )
  const selectTexts = store.prepare<[number], { ends: Buffer; texts: Buffer }>('SELECT ends, texts FROM search_blocks WHERE block = ?')
  const reader = createSearchRowReader()
  const keyOf = (block: number, gram: number): number => block * 2 ** gramBits + gram

  const build = store.transaction((block: number): void => {
    const from = block * blockSize
    removeKeys.run(keyOf(block, 0), keyOf(block + 1, 0) - 1)
    const subjects = selectRows.all(from, from + blockSize - 1).map((row): Subject => ({
      place: row[0] - from,
      text: reader.textOf(row),
      flags: reader.flagsOf(row),
    }))
    const found = collectPieces(subjects)
    for (const [gram, places] of found) insert.run(keyOf(block, gram), packPlaces(places))
    removeStale.run(from, from + blockSize - 1)
    const { ends, texts } = packTexts(subjects)
    insertBlock.run(block, new Uint8Array(ends.buffer), texts)
  })

  /** Blocks of contacts, and those of them that were indexed. */
  const blocks = (): { all: number; indexed: Set<number> } => ({
    all: blockOf(selectLastId.get() ?? 0) + 1,
    indexed: new Set(selectBlocks.all()),
  })

  return {
    ...reader,
    blocks,
    /** Blocks that are to be indexed before they are searched: also those that keep texts of somebody who is gone. */
    pending(): number[] {
      const { all, indexed } = blocks()
      const never = Array.from({ length: all }, (_, block) => block).filter((block) => !indexed.has(block))
      return [...never, ...selectStaleBlocks.all().filter((block) => indexed.has(block))]
    },
    /** Indexes a block anew: some tenths of a second. */
    build: (block: number): void => build.immediate(block),
    /** Indexes anew, at once, the blocks of contacts that were taken out: nothing of their texts is left. */
    rebuildAround(ids: readonly number[]): void {
      const { indexed } = blocks()
      for (const block of new Set(ids.map(blockOf))) if (indexed.has(block)) build(block)
    },
    stale: (): number[] => selectStale.all(),

    /** The contacts of an indexed block that have these pieces. */
    placesWith(block: number, query: GramQuery): BlockBits {
      const bits = emptyBlock()
      if ('from' in query) {
        for (const places of selectRange.iterate(keyOf(block, query.from), keyOf(block, query.to))) addPlaces(bits, places)
        return bits
      }
      for (const [at, gram] of query.all.entries()) {
        const places = selectPlaces.get(keyOf(block, gram))
        if (places === undefined) return emptyBlock()
        const others = at === 0 ? bits : emptyBlock()
        addPlaces(others, places)
        if (at > 0) keepCommon(bits, others)
      }
      return bits
    },
    /** The texts of an indexed block. */
    textsOf(block: number): BlockTexts {
      const { ends: packed, texts } = selectTexts.get(block) ?? { ends: Buffer.alloc(0), texts: Buffer.alloc(0) }
      const ends = new Uint32Array(packed.buffer.slice(packed.byteOffset, packed.byteOffset + packed.byteLength))
      let whole: string | null = null
      return {
        at(place) {
          whole ??= texts.toString('latin1')
          return whole.slice(ends[place - 1] ?? 0, ends[place] ?? 0)
        },
        having(pieces) {
          const found = emptyBlock()
          for (const piece of pieces) {
            const wanted = Buffer.from(piece, 'latin1')
            let place = 0
            for (let at = texts.indexOf(wanted); at >= 0; at = texts.indexOf(wanted, ends[place] ?? texts.length)) {
              while (place < ends.length && (ends[place] ?? 0) <= at) place += 1
              setPlace(found, place, true)
            }
          }
          return found
        },
      }
    },
    rows: (ids: readonly number[]): SearchRow[] => selectSome.all(JSON.stringify(ids)),
    rowsOf: (block: number): SearchRow[] => selectRows.all(block * blockSize, (block + 1) * blockSize - 1),
  }
}

/** The texts of a block's contacts, each by its place, as `bytesText`. */
interface BlockTexts {
  at(place: number): string
  /** The contacts in whose text one of these pieces stands: all texts are gone through at once, which is much quicker than one by one. */
  having(pieces: readonly string[]): BlockBits
}

/** A contact as it is indexed. */
interface Subject {
  place: number
  text: string
  flags: SearchFlag[]
}

function packTexts(subjects: readonly Subject[]): { ends: Uint32Array<ArrayBuffer>; texts: Buffer } {
  const texts = Buffer.from(subjects.map(({ text }) => text).join(''))
  const ends = new Uint32Array(blockSize)
  let end = 0
  let next = 0
  for (const { place, text } of subjects) {
    ends.fill(end, next, place)
    end += Buffer.byteLength(text)
    ends[place] = end
    next = place + 1
  }
  ends.fill(end, next)
  return { ends, texts }
}

/** Sorted by counting: each contact's pieces once, then all of them by piece. */
function* collectPieces(subjects: readonly Subject[]): Generator<[gram: number, places: Uint16Array]> {
  const lastSeen = new Uint16Array(2 ** gramBits)
  const counts = new Uint16Array(2 ** gramBits)
  let grams = new Uint32Array(2 ** 18)
  let places = new Uint16Array(2 ** 18)
  let length = 0
  for (const { place, text, flags } of subjects) {
    const add = (gram: number): void => {
      if (lastSeen[gram] === place + 1) return
      lastSeen[gram] = place + 1
      counts[gram] = (counts[gram] ?? 0) + 1
      if (length === grams.length) {
        grams = doubled(grams, new Uint32Array(length * 2))
        places = doubled(places, new Uint16Array(length * 2))
      }
      grams[length] = gram
      places[length] = place
      length += 1
    }
    eachGram(text, add)
    for (const flag of flags) add(searchFlags[flag])
  }
  const sorted = new Uint16Array(length)
  const ends = new Uint32Array(2 ** gramBits)
  for (let gram = 0, end = 0; gram < ends.length; gram += 1) {
    ends[gram] = end
    end += counts[gram] ?? 0
  }
  for (let at = 0; at < length; at += 1) {
    const gram = grams[at] ?? 0
    sorted[ends[gram] ?? 0] = places[at] ?? 0
    ends[gram] = (ends[gram] ?? 0) + 1
  }
  for (let gram = 0; gram < ends.length; gram += 1) {
    const count = counts[gram] ?? 0
    if (count > 0) yield [gram, sorted.subarray((ends[gram] ?? 0) - count, ends[gram])]
  }
}

function doubled<T extends Uint32Array<ArrayBuffer> | Uint16Array<ArrayBuffer>>(from: T, to: T): T {
  to.set(from)
  return to
}
