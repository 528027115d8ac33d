import { SvelteMap } from 'svelte/reactivity'
import type { Correction, PlanRow } from '../../../../src-main/engine/contract.ts'
import { call } from '../../../engine.ts'
import { createRowPages, type FetchRows } from '../../../ui/rows/row-pages.svelte.ts'
import type { Corrections, Revised } from '../corrections.svelte.ts'
import { createKeptRows } from './kept-rows.ts'
import type { RowQuery } from './row-query.ts'

/** What is read at once stays about the same: pages of wide files have fewer rows. */
const cellsAPage = 4000
const rowsAPage = { least: 8, most: 50 }

interface Options {
  planId: string
  query: () => RowQuery
  columns: () => number
  corrections: Corrections
  /** A row was corrected; `numbers` are those of its corrections. */
  onfollowed: (before: PlanRow, after: PlanRow, numbers: number[]) => void
  onfailure: (thrown: unknown) => void
}

export const isLeftOut = (row: PlanRow): boolean => row.corrections?.some(({ kind }) => kind === 'exclude') ?? false

/** Cells with a text where the file has no column. */
export function surplusCells(row: PlanRow, columns: number): { column: number; text: string }[] {
  return (row.cells ?? []).slice(columns).flatMap((text, at) => (text.trim() === '' ? [] : [{ column: columns + at, text }]))
}

/** The rows of a plan with their cells, and the correcting of one row at a time, which stays where it is meanwhile. */
export function createFileRows({ planId, query, columns, corrections, onfollowed, onfailure }: Options) {
  /** What was typed and is not answered yet, by row number and column. */
  const pending = new SvelteMap<string, string>()
  const fetching =
    (withCells: boolean): FetchRows<PlanRow> =>
    (offset, limit) =>
      call('plans.rows', { planId, ...query(), withCells, offset, limit })
  const kept = createKeptRows<PlanRow>(fetching(true))
  const pages = createRowPages<PlanRow>(kept.fetch, {
    pageSize: () => Math.max(rowsAPage.least, Math.min(rowsAPage.most, Math.floor(cellsAPage / Math.max(1, columns())))),
  })

  const textOf = (row: PlanRow, column: number): string => pendingIn(row, column) ?? row.cells?.[column] ?? ''
  // Asked for each cell in sight while the list is scrolled.
  const pendingIn = (row: PlanRow, column: number): string | undefined =>
    pending.size === 0 ? undefined : pending.get(`${row.row}:${column}`)
  const isFiltered = (): boolean => Object.values(query()).some((value) => value !== undefined && value !== '' && value !== false)

  /** Shows what became of a row that was corrected, in its place. */
  async function follow(revised: Revised | null, index: number, row: PlanRow): Promise<void> {
    if (!revised) return
    try {
      const { rows } = await call('plans.rows', { planId, offset: row.row - 1, limit: 1, withCells: true })
      const fresh = rows.find((one) => one.row === row.row)
      if (fresh && pages.row(index)?.row === row.row) {
        if (isFiltered()) kept.keep(index, fresh)
        pages.put(index, fresh)
      }
      pages.refresh()
      if (fresh) onfollowed(row, fresh, revised.numbers)
    } catch (error) {
      onfailure(error)
    }
  }

  return {
    pages,
    isPending: (row: PlanRow, column: number): boolean => pendingIn(row, column) !== undefined,
    /** All of a cell's text, as it was typed last. */
    textOf,
    /** Rows of the list, without their cells. */
    fetch: fetching(false),
    forgetKept: kept.clear,
    /** The list as it is now, after corrections that were made elsewhere or of many rows. */
    refresh(): void {
      kept.clear()
      pages.refresh()
    },

    async commit(index: number, row: PlanRow, column: number, after: string): Promise<void> {
      const key = `${row.row}:${column}`
      const before = textOf(row, column)
      pending.set(key, after)
      await follow(await corrections.revise([{ kind: 'cell', line: row.line, column, before, after }]), index, row)
      if (pending.get(key) === after) pending.delete(key)
    },

    /** Makes one of a cell and the next; `by` comes between them where both have a text. */
    async join(index: number, row: PlanRow, column: number, by: string): Promise<void> {
      const isBoth = row.cells?.[column] !== '' && row.cells?.[column + 1] !== ''
      await follow(await corrections.revise([{ kind: 'join', line: row.line, column, by: isBoth ? by : '' }]), index, row)
    },

    /** Empties the cells that the row has beyond the columns. */
    async dropSurplus(index: number, row: PlanRow): Promise<void> {
      const emptied = surplusCells(row, columns()).map(({ column, text }): Correction => ({
        kind: 'cell',
        line: row.line,
        column,
        before: text,
        after: '',
      }))
      await follow(await corrections.revise(emptied), index, row)
    },

    /** Leaves the row out, or takes it back in. */
    async leaveOut(index: number, row: PlanRow): Promise<void> {
      const own = (corrections.list ?? []).filter(
        ({ correction }) => (correction.kind === 'exclude' || correction.kind === 'include') && correction.lines.includes(row.line),
      )
      const isAlone = own.length === 1 && own[0]?.correction.kind === 'exclude' && own[0].correction.lines.length === 1
      const revised =
        isLeftOut(row) && isAlone
          ? await corrections.revise(
              [],
              own.map(({ number }) => number),
            )
          : await corrections.revise([{ kind: isLeftOut(row) ? 'include' : 'exclude', lines: [row.line] }])
      await follow(revised, index, row)
    },

    /** Gives a cell what the file says. */
    async putBack(index: number, row: PlanRow, column: number): Promise<void> {
      const correction = row.corrections?.find((one) => one.column === column)
      if (!correction || correction.before === null) return
      const own = (corrections.list ?? []).filter(
        ({ correction }) => correction.kind === 'cell' && correction.line === row.line && correction.column === column,
      )
      // What a whole column's correction did to this cell alone can only be written over.
      const isOwn = correction.kind === 'cell' && own[0]?.correction.kind === 'cell' && own[0].correction.before === correction.before
      const revised = isOwn
        ? await corrections.revise(
            [],
            own.map(({ number }) => number),
          )
        : await corrections.revise([{ kind: 'cell', line: row.line, column, before: textOf(row, column), after: correction.before }])
      await follow(revised, index, row)
    },
  }
}
