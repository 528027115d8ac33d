import { getCountryCallingCode, isSupportedCountry, Metadata } from 'libphonenumber-js'
import { undefuse } from '../text/defused-cell.ts'
import { footerRows, rowsNeeded } from '../source/table/footer-rows.ts'
import { lacksCells } from '../source/table/ragged-issue.ts'
import type { Dialect, SourceColumn, SourceRow } from '../model/files/source-schema.ts'
import { purposeOf } from './column-purpose.ts'
import { ColumnTally } from './column-tally.ts'
import { createContradictions } from './contradictions.ts'
import type { Finding } from './damage-schema.ts'
import type { Evidence } from './findings/evidence.ts'
import { findAll } from './findings/find-all.ts'
import { createOtherPostalCodes } from './other-postal-codes.ts'
import { createShiftedRows } from './shifted-rows.ts'
import { Occurrences } from './occurrences.ts'

export interface DamageCheckOptions {
  columns: readonly SourceColumn[]
  dialect: Dialect
  /** ISO 3166-1: whose numbers are meant where no country is written. */
  country: string
}

const learnEvery = 50_000
const learnFirst = 1_000
const mostHeaderLines = 10_000
/** Rows that are kept until the columns' habits are known. */
const early = 1_000

/**
 * Looks at all rows of a file for damage, in one pass; what was found can be asked for at any time. Pure but for what it
 * counts. Memory grows with the number of contacts only, in some ten bytes each.
 */
export function createDamageCheck({ columns, dialect, country }: DamageCheckOptions) {
  const purposes = columns.map(purposeOf)
  const zeroCountry = dialsZero(country) ? country : null
  const tallies = purposes.map((purpose) => new ColumnTally(purpose, purpose.purpose === 'phone' ? zeroCountry : null))
  const otherPostalCodes = createOtherPostalCodes(purposes)
  const evidence: Evidence = {
    columns,
    dialect,
    country,
    rows: 0,
    tallies,
    shifted: createShiftedRows(tallies),
    contradictions: createContradictions(columns, purposes, country),
    split: new Occurrences(),
    short: new Occurrences(),
    strayQuotes: new Occurrences(),
    headers: { occurrences: new Occurrences(), lines: [] },
    footer: [],
    otherPostalCodes: otherPostalCodes.counts,
  }
  const header = columns.map((column) => (column.header === null ? null : undefuse(column.header).trim()))
  const firstHeader = header.findIndex((name) => name !== null && name !== '')
  const shapes = new Uint8Array(columns.length)
  let kept: { line: number; shapes: Uint8Array; cells: string[] }[] | null = []
  /** The last rows, with some before them. */
  let ending: SourceRow[] = []
  let learnAt = learnFirst

  function see(row: SourceRow): void {
    const { line, cells } = row
    if (isHeader(cells)) {
      evidence.headers.occurrences.add(line, cells.slice(0, 4).join(' | '))
      if (evidence.headers.lines.length < mostHeaderLines) evidence.headers.lines.push(line)
      return
    }
    evidence.rows += 1
    if (ending.push(row) === 4 * rowsNeeded) ending = ending.slice(-rowsNeeded)
    if (cells.length !== columns.length) seeLength(row)
    if (row.marks?.includes('stray_quote') === true) {
      const cell = cells.find((one) => one.includes(dialect.quote))
      evidence.strayQuotes.add(line, cell ?? '')
    }
    for (let column = 0; column < shapes.length; column++) {
      const cell = cells[column]
      shapes[column] = cell === undefined ? 0 : (tallies[column]?.see(cell, line) ?? 0)
    }
    if (kept !== null) {
      kept.push({ line, shapes: shapes.slice(), cells })
      if (kept.length >= early) lookAtKeptRows()
    } else evidence.shifted.see(line, shapes, cells)
    evidence.contradictions.see(line, cells)
    otherPostalCodes.see(cells)
    if (evidence.rows >= learnAt) {
      learnAt += learnEvery
      evidence.shifted.learn()
    }
  }

  function seeLength({ line, cells }: SourceRow): void {
    if (cells.length > columns.length) {
      if (cells.some((cell, index) => index >= columns.length && cell.trim() !== ''))
        evidence.split.add(line, cells.slice(columns.length - 1).join(' | '))
    } else if (lacksCells(cells, columns)) evidence.short.add(line, cells.join(' | '))
  }

  function lookAtKeptRows(): void {
    evidence.shifted.learn()
    for (const { line, shapes: own, cells } of kept ?? []) evidence.shifted.see(line, own, cells)
    kept = null
  }

  function isHeader(cells: readonly string[]): boolean {
    if (firstHeader < 0 || cells[firstHeader]?.trim() !== header[firstHeader]) return false
    let same = 0
    for (let column = 0; column < header.length; column++) {
      const name = header[column] ?? ''
      if (name === '') continue
      if (cells[column]?.trim() !== name) return false
      same += 1
    }
    return same >= 2
  }

  return {
    see,
    get rows(): number {
      return evidence.rows + evidence.headers.occurrences.count
    },
    /** To be called when all rows have been seen. */
    end(): void {
      if (kept !== null) lookAtKeptRows()
      evidence.footer = footerRows(ending, columns, dialect)
    },
    findings: (): Finding[] => findAll(evidence),
  }
}

export type DamageCheck = ReturnType<typeof createDamageCheck>

/** Countries whose plans know a 0 that people leave out, or follow up with the code of a carrier. */
const seldomZero = new Set(['AR', 'BO', 'BR', 'CN', 'CO', 'EC', 'IN', 'PE', 'PY', 'UY', 'VE'])

/** Whether people write numbers of the country with a 0 in front, which a spreadsheet takes off. */
function dialsZero(country: string): boolean {
  if (!isSupportedCountry(country) || seldomZero.has(country)) return false
  const metadata = new Metadata()
  metadata.selectNumberingPlan(country)
  const prefix = (metadata.numberingPlan as { nationalPrefix?: () => string | undefined } | undefined)?.nationalPrefix?.()
  // Italian numbers have theirs for good.
  return prefix === '0' || getCountryCallingCode(country) === '39'
}
