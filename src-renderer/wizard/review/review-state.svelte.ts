import { untrack } from 'svelte'
import type { Guard, PlanRow, PlanSummary, RowEffect } from '../../../src-main/engine/contract.ts'
import { announce } from '../../app/announcer.svelte.ts'
import type { Failure } from '../../app/failure.ts'
import { call } from '../../engine.ts'
import { focusIfLost } from '../../ui/keep-focus.ts'
import { createRowPages } from '../../ui/rows/row-pages.svelte.ts'
import { classes } from '../../words/class-words.ts'
import { reviewNoteWords as words } from '../../words/review/plan-review-words.ts'
import type { CellTarget } from './file/row-query.ts'
import { takeReviewPlace } from './open-at.ts'
import { createReviewFile } from './review-file.svelte.ts'
import { shownCount } from './shown-class.ts'
import { firstFilter, queryOf, type ReviewTab, type ReviewFilter, type RowView } from './review-filter.ts'

/** How rows are shown: what they change, or as they are in the file, at a cell where one is to be mended. */
type RowsShown = { kind: 'changes' } | { kind: 'file'; target: CellTarget | null }

/** A row whose details are shown beside the list, by its place in it. */
interface OpenedRow {
  row: PlanRow
  index: number
}

/** In plans of so many rows, contacts that are there already are listed before new ones; longer ones stay in the file's order. */
const mostRowsOrdered = 50_000

/** Rows asked for at once where all of them are wanted. */
const rowsAsked = 500

/** What the last release or correction came to. Counts that it changed are marked, so that the eye sees them move. */
interface LastChange {
  moved: readonly ReviewTab[]
  note: string
}

/** What a person releases permission for somebody who refused with; see `plans.releaseRows`. */
export interface RowEvidence {
  text: string
  date: string
  refusedDate?: string
}
export type ReleaseRows = (lines: number[], evidence: RowEvidence | null) => Promise<Failure | null>
export type Release = (guard: Guard, contacts: number, onshare: (share: string) => void) => Promise<Failure | null>

interface Options {
  plan: () => PlanSummary
  onrelease: () => Release | null
  onreleaserows: () => ReleaseRows | null
  onrevised: () => ((plan: PlanSummary) => void) | null
  /** Shows the list from its beginning. */
  toStart: () => void
  /** Reads the file's rows anew, where they are shown. */
  refreshFile: () => void
  /** Brings a row of the list into sight. */
  moveTo: (index: number) => void
}

/** What the review shows of a plan, and what it keeps of that while the plan changes under it. */
export function createReview({ plan, onrelease, onreleaserows, onrevised, toStart, refreshFile, moveTo }: Options) {
  const place = untrack(() => takeReviewPlace(plan().id))
  /** A table of contacts in which nothing is changed yet: it is there to be typed into. */
  const isUntouched = untrack(() => plan().recipe.onlyCorrected === true && plan().send + plan().held + plan().invalid === 0)
  let filter = $state.raw<ReviewFilter>(
    untrack(() => (isUntouched ? { ...firstFilter(plan()), tab: 'all' } : firstFilter(plan(), place === 'held' ? 'held' : null))),
  )
  let rows = $state.raw<RowsShown>(isUntouched ? { kind: 'file', target: null } : { kind: 'changes' })
  /** Instead of rows, the contacts that several of them are about. */
  let isDuplicates = $state(place === 'duplicates')
  let opened = $state.raw<OpenedRow | null>(null)
  let isListingCorrections = $state(false)
  /** Where the keyboard is in the list. */
  let active = 0
  /** Lines of rows that were answered while the list may still show them: a key that is pressed meanwhile is not about them. */
  const answered = new Set<number>()
  /** Answers that are on their way, or that the list does not show yet. */
  let settling = $state(0)
  /** What was just answered: its corrections, or the lines that were let go. */
  let note = $state.raw<{ text: string; undo: number[]; hold: number[] } | null>(null)
  let change = $state.raw<LastChange>({ moved: [], note: '' })
  const query = $derived(queryOf(filter))
  const isOrdered = $derived(filter.tab === 'send' && plan().rows <= mostRowsOrdered && plan().undoesRunId === null)
  const pages = createRowPages<PlanRow>((offset, limit) =>
    call('plans.rows', { planId: plan().id, ...query, updatedFirst: isOrdered, offset, limit }),
  )
  /** The row that is shown, as it is now and where it is now: what is typed beside it is about no other. */
  const shownRow = $derived.by((): OpenedRow | null => {
    void pages.version
    if (opened === null || rows.kind === 'file') return opened
    const { row, index } = opened
    if (pages.row(index)?.line === row.line) return { index, row: pages.row(index) ?? row }
    const found = pages.find(({ line }) => line === row.line)
    return found === null ? opened : { index: found, row: pages.row(found) ?? row }
  })
  const file = createReviewFile({
    plan,
    canCorrect: () => onrevised() !== null,
    onplan(next) {
      change = { moved: movedFrom(plan(), next), note: '' }
      onrevised()?.(next)
    },
    onrows() {
      refreshFile()
      void settle(() => pages.refresh())
    },
  })
  const hasFile = $derived(plan().undoesRunId === null)
  if (untrack(() => hasFile)) void file.inspect()
  if (place === 'issues' && untrack(() => plan().invalid > 0)) void openAtFirstIssue()

  async function openAtFirstIssue(): Promise<void> {
    filter = { ...filter, tab: 'invalid' }
    const { rows: firsts } = await call('plans.rows', { planId: plan().id, class: 'invalid', offset: 0, limit: 1 })
    showFile({ index: 0, column: firsts[0]?.issues[0]?.column ?? null })
  }

  /** Lists other rows. What was pressed may be gone with what it was for. */
  function narrow(next: Partial<ReviewFilter>): void {
    filter = { ...filter, ...next }
    opened = null
    active = 0
    void keepFocus()
    toStart()
    if (rows.kind === 'changes') pages.reload()
  }

  function showAs(view: RowView): void {
    if (view === 'file') return showFile(null)
    opened = null
    rows = { kind: 'changes' }
    filter = { ...filter, withIssues: false }
    pages.reload()
  }

  function showFile(target: CellTarget | null): void {
    opened = null
    rows = { kind: 'file', target }
    void file.inspect()
  }

  async function settle<T>(work: () => Promise<T>): Promise<T> {
    settling += 1
    try {
      return await work()
    } finally {
      settling -= 1
    }
  }

  /** Answers a row; once that is done, the next one comes to its place. Null where it was answered already, or was refused. */
  async function answer<T>(line: number, ask: () => Promise<T | null>): Promise<T | null> {
    if (answered.has(line)) return null
    answered.add(line)
    const outcome = await settle(ask)
    if (outcome === null) answered.delete(line)
    else void settle(goOn).finally(() => answered.delete(line))
    return outcome
  }

  async function goOn(): Promise<void> {
    const before = opened
    const place = shownRow?.index ?? null
    await pages.refresh()
    const last = (pages.total ?? 0) - 1
    active = Math.max(0, Math.min(active, last))
    if (place === null || opened !== before) return
    const index = Math.min(place, last)
    const row = pages.row(index)
    opened = row && { row, index }
  }

  /** Shows a row, or one of its cells, among all rows of the file. */
  function showInFile(row: PlanRow, column: string | null): void {
    narrow({ tab: 'all', effect: null, search: '', issueCode: null, withIssues: false, corrected: false })
    showFile({ index: row.row - 1, column })
  }

  async function released(ask: () => Promise<Failure | null | undefined>): Promise<Failure | null> {
    const before = plan()
    const failure = (await ask()) ?? null
    if (failure) return failure
    change = { moved: movedFrom(before, plan()), note: releaseNote(before.held, plan().held) }
    announce(change.note)
    narrow({})
    return null
  }

  return {
    pages,
    file,
    get filter() {
      return filter
    },
    get query() {
      return query
    },
    /** Null while duplicates are shown. */
    get rows() {
      return isDuplicates ? null : rows
    },
    /** How rows are shown, also while duplicates are shown instead. */
    get view(): RowView {
      return rows.kind
    },
    /** True while the list may still show what was answered. */
    get isSettling() {
      return settling > 0
    },
    /** The row that is shown, or else the one that the keyboard is at; null while it is not there yet, or was just answered. */
    get current(): OpenedRow | null {
      const row = pages.row(active)
      const current = shownRow ?? (row && { row, index: active })
      return current === null || answered.has(current.row.line) ? null : current
    },
    /** The row whose details are shown; null where none are. */
    get opened() {
      return shownRow
    },
    get isListingCorrections() {
      return isListingCorrections
    },
    get change() {
      return change
    },
    get hasFile() {
      return hasFile
    },
    narrow,
    showAs,
    showTab(tab: string): void {
      isDuplicates = tab === 'duplicates'
      if (isDuplicates) opened = null
      else if (tab !== filter.tab) narrow({ tab: tab as ReviewTab, corrected: false, effect: null })
    },
    /** Narrows the rows that will change to those that do this; null for all of them. */
    showEffect(effect: RowEffect | null): void {
      isDuplicates = false
      narrow({ tab: 'send', corrected: false, issueCode: null, effect })
    },
    openRow(row: PlanRow, index: number): void {
      active = index
      opened = { row, index }
    },
    /** The keyboard has come to another row: where details are shown, they are that one's. */
    moved(index: number): void {
      active = index
      if (opened === null) return
      opened = { row: pages.row(index) ?? opened.row, index }
    },
    goTo: (index: number): void => moveTo(index),
    openCorrections: (): void => void (isListingCorrections = true),
    closeRow: (): void => void (opened = null),
    closeCorrections(): void {
      isListingCorrections = false
      void keepFocus()
    },
    /** Leaves out a row: the one that is shown, or else the one that the keyboard is at. */
    async leaveOut(row: PlanRow | null = shownRow?.row ?? pages.row(active)): Promise<void> {
      if (row === null || row.class === 'skipped') return
      const revised = await answer(row.line, () => file.corrections.revise([{ kind: 'exclude', lines: [row.line] }]))
      if (revised === null) return
      note = { text: words.rowIsLeftOut(row.line), undo: revised.numbers, hold: [] }
      announce(note.text)
    },
    /** Leaves out all rows that this guard holds. */
    async leaveAllOut(guard: Guard): Promise<void> {
      const lines: number[] = []
      for (let offset = 0; ; offset += rowsAsked) {
        const page = await call('plans.rows', { planId: plan().id, class: 'held', asReviewed: true, offset, limit: rowsAsked })
        lines.push(...page.rows.flatMap((row) => (row.heldBy?.includes(guard) === true ? [row.line] : [])))
        if (offset + rowsAsked >= page.total) break
      }
      const revised = lines.length === 0 ? null : await file.corrections.revise([{ kind: 'exclude', lines }])
      if (revised === null) return
      note = { text: words.rowsLeftOut(lines.length), undo: revised.numbers, hold: [] }
      announce(note.text)
      opened = null
      pages.reload()
      void keepFocus()
    },
    /** What was just left out, and how it is taken back; null once that is over. */
    get note() {
      return note
    },
    async undoNote(): Promise<void> {
      const { undo, hold } = note ?? { undo: [], hold: [] }
      note = null
      await settle(() => file.undo(undo, hold))
    },
    /** Shows a cell where it can be mended. */
    fix(row: PlanRow, index: number, column: string | null): void {
      // The file is in its own order: there the place is another one.
      if (rows.kind === 'changes' && isOrdered) showInFile(row, column)
      else showFile({ index, column })
    },
    showInFile,
    /** The cell was shown. */
    targeted(): void {
      if (rows.kind === 'file') rows = { kind: 'file', target: null }
    },
    showCorrected(): void {
      isListingCorrections = false
      narrow({ tab: 'all', corrected: true, issueCode: null, effect: null })
      showFile(null)
    },
    /** Answers what the engine refused; null when the guard is released. */
    release: (...request: Parameters<Release>): Promise<Failure | null> => released(async () => onrelease()?.(...request)),
    /** The same for one row; the next one comes to its place. */
    async releaseRow(line: number, evidence: RowEvidence | null): Promise<Failure | null> {
      const before = plan()
      let failure: Failure | null = null
      const released = await answer(line, async () => {
        failure = (await onreleaserows()?.([line], evidence)) ?? null
        return failure === null ? plan() : null
      })
      if (released === null) return failure
      change = { moved: movedFrom(before, released), note: '' }
      note = { text: words.rowIsImported(line), undo: [], hold: [line] }
      announce(note.text)
      return null
    },
  }
}
export type Review = ReturnType<typeof createReview>

/** To the tab in sight, where what was pressed is gone: the title is another one then, too, and may have taken the focus. */
async function keepFocus(): Promise<void> {
  await focusIfLost(() => document.querySelector<HTMLElement>(".tab[data-state='active']"))
  if (document.activeElement?.tagName === 'H1')
    document.querySelector<HTMLElement>(".tab[data-state='active']")?.focus({ preventScroll: true })
}

function movedFrom(before: PlanSummary, after: PlanSummary): ReviewTab[] {
  return classes.filter((each) => shownCount(before, each) !== shownCount(after, each))
}

function releaseNote(heldBefore: number, held: number): string {
  if (heldBefore === held) return words.noneHasMoved
  return `${words.haveMoved(heldBefore - held)}${held > 0 ? ` ${words.stillWait(held)}` : ''}`
}
