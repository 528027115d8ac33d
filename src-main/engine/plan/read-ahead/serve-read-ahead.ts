import { importDescriptors } from '../../kinds/all-kinds.ts'
import { compileRecipe } from '../../mapping/compile/compile-recipe.ts'
import { AppError } from '../../model/errors.ts'
import type { MappedRow } from '../../model/plans/mapped-row.ts'
import { readRows } from '../../source/table/read-rows.ts'
import { contactIndexOf } from '../../store/contacts/contact-index.ts'
import { createDigestMatcher } from '../match/desired-digest.ts'
import { createHolderCheck } from '../match/holder-check.ts'
import { slicesOf } from '../build/row-slices.ts'
import { type HolderRows, holdersOf, takeHolders } from './holder-rows.ts'
import type { FromReader, ReadAheadData, ToReader } from './reader-messages.ts'

/** The other thread's end: a message port, or what looks like one. */
export interface ReaderPort {
  postMessage(message: FromReader): void
  on(event: 'message', listener: (message: ToReader) => void): unknown
}

/** Reads and maps a file's rows and tells which of them change nothing, a few slices ahead of the thread that stores them. */
export async function serveReadAhead(port: ReaderPort, data: ReadAheadData): Promise<void> {
  const kept = createKeptSlices(data.mostAhead)
  let readOn = (): void => {}
  port.on('message', ({ type, number }) => {
    if (type === 'whole') return port.postMessage({ type, number, rows: kept.rowsOf(number) })
    kept.drop(number)
    readOn()
  })
  try {
    const { path, dialect, columns, recipe, account } = data
    const mapping = compileRecipe(recipe, columns, account)
    const takeOthers = createHolderTaker(data)
    let number = 0
    for await (const { rows, bytesRead, place } of slicesOf(readRows(path, dialect), { dialect, columns, recipe, mapping })) {
      number += 1
      const others = takeOthers(rows, holdersOf(data.holders, number, rows.length))
      kept.keep(number, rows)
      port.postMessage({ type: 'slice', number, rows: rows.length, bytesRead, place, others: JSON.stringify(others) })
      while (kept.count() >= data.mostAhead) await new Promise<void>((resolve) => (readOn = resolve))
    }
    port.postMessage({ type: 'end' })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    port.postMessage({ type: 'failed', error: error.toAnswer() })
  }
}

/**
 * Slices that wait to be done with, by their numbers. Not in a Map: each table that it outgrows points to the next, and from among V8's
 * old objects that keeps the rows in all of them, some 60 MB, until V8 looks for old objects that nobody needs.
 */
function createKeptSlices(most: number) {
  const slices: (MappedRow[] | null)[] = Array.from({ length: most }, () => null)
  let count = 0
  return {
    count: (): number => count,
    rowsOf: (number: number): MappedRow[] => slices[number % most] ?? [],
    keep(number: number, rows: MappedRow[]): void {
      slices[number % most] = rows
      count += 1
    },
    drop(number: number): void {
      slices[number % most] = null
      count -= 1
    },
  }
}

/** Writes the holders among some rows into memory, and answers the others. */
function createHolderTaker({ recipe, parts, slots, unseen }: ReadAheadData) {
  const { duplicates } = importDescriptors[recipe.kind]
  const index = contactIndexOf(slots)
  const holderAt = createHolderCheck(index, unseen, createDigestMatcher(recipe.kind, parts))
  const contactIdOf = (row: MappedRow, phone: string): number => {
    const place = index.placeOf(phone)
    return place < 0 ? 0 : holderAt(row, place)
  }
  const saysSomething = (row: MappedRow): boolean => duplicates.counts === 'every' || duplicates.saysSomething(row)
  return (rows: readonly MappedRow[], holders: HolderRows): MappedRow[] => takeHolders(rows, holders, contactIdOf, saysSomething)
}
