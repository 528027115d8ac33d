import { untrack } from 'svelte'
import type { Guard, PlanRow, PlanSummary } from '../../../src-main/engine/contract.ts'
import { announce } from '../../app/announcer.svelte.ts'
import type { Failure } from '../../app/failure.ts'
import { call } from '../../engine.ts'
import { focusIfLost } from '../../ui/keep-focus.ts'
import { createRowPages } from '../../ui/row-pages.svelte.ts'
import { classes } from '../../words/class-words.ts'
import { counted } from '../../words/format.ts'
import { wasReopened } from './duplicates/reopened.ts'
import type { CellTarget } from './file/row-query.ts'
import { createReviewFile } from './review-file.svelte.ts'
import { firstFilter, queryOf, type ReviewTab, type RowFilter, type RowView } from './row-filter.ts'

/** How rows are shown: what they change, or as they are in the file, at a cell where one is to be mended. */
type RowsShown = { kind: 'changes' } | { kind: 'file'; target: CellTarget | null }

type Dialog = { kind: 'row'; row: PlanRow; index: number } | { kind: 'corrections' }

/** What the last release or correction came to. Counts that it changed are marked, so that the eye sees them move. */
interface LastChange {
  moved: readonly ReviewTab[]
  note: string
}

export type Release = (guard: Guard, contacts: number, onshare: (share: string) => void) => Promise<Failure | null>

interface Options {
  plan: () => PlanSummary
  onrelease: () => Release | null
  onrevised: () => ((plan: PlanSummary) => void) | null
  /** Shows the list from its beginning. */
  toStart: () => void
  /** Reads the file's rows anew, where they are shown. */
  refreshFile: () => void
}

/** What the review shows of a plan, and what it keeps of that while the plan changes under it. */
export function createReview({ plan, onrelease, onrevised, toStart, refreshFile }: Options) {
  let filter = $state.raw<RowFilter>(untrack(() => firstFilter(plan())))
  let rows = $state.raw<RowsShown>({ kind: 'changes' })
  /** Instead of rows, the contacts that several of them are about. */
  let isDuplicates = $state(untrack(() => wasReopened(plan().id)))
  let dialog = $state.raw<Dialog | null>(null)
  let change = $state.raw<LastChange>({ moved: [], note: '' })
  const query = $derived(queryOf(filter))
  const pages = createRowPages<PlanRow>((offset, limit) => call('plans.rows', { planId: plan().id, ...query, offset, limit }))
  const file = createReviewFile({
    plan,
    canCorrect: () => onrevised() !== null,
    onplan(next) {
      change = { moved: movedFrom(plan(), next), note: '' }
      onrevised()?.(next)
    },
    onrows() {
      refreshFile()
      pages.refresh()
    },
  })
  const hasFile = $derived(plan().undoesRunId === null)
  if (untrack(() => hasFile)) void file.inspect()

  /** Lists other rows. What was pressed may be gone with what it was for. */
  function narrow(next: Partial<RowFilter>): void {
    filter = { ...filter, ...next }
    keepFocus()
    toStart()
    if (rows.kind === 'changes') pages.reload()
  }

  function showAs(view: RowView): void {
    if (view === 'file') return showFile(null)
    rows = { kind: 'changes' }
    filter = { ...filter, withIssues: false }
    pages.reload()
  }

  function showFile(target: CellTarget | null): void {
    rows = { kind: 'file', target }
    void file.inspect()
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
    get dialog() {
      return dialog
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
      if (!isDuplicates && tab !== filter.tab) narrow({ tab: tab as ReviewTab, edited: false })
    },
    openRow: (row: PlanRow, index: number): void => void (dialog = { kind: 'row', row, index }),
    openCorrections: (): void => void (dialog = { kind: 'corrections' }),
    closeRow: (): void => void (dialog = null),
    closeCorrections(): void {
      dialog = null
      keepFocus()
    },
    /** Shows a cell where it can be mended. */
    fix(index: number, column: string | null): void {
      dialog = null
      showFile({ index, column })
    },
    /** The cell was shown. */
    targeted(): void {
      if (rows.kind === 'file') rows = { kind: 'file', target: null }
    },
    showCorrected(): void {
      dialog = null
      narrow({ tab: 'all', edited: true, issueCode: null })
      showFile(null)
    },
    /** Answers what the engine refused; null when the guard is released. */
    async release(...request: Parameters<Release>): Promise<Failure | null> {
      const before = plan()
      const failure = (await onrelease()?.(...request)) ?? null
      if (failure) return failure
      change = { moved: movedFrom(before, plan()), note: releaseNote(before.held, plan().held) }
      announce(change.note)
      narrow({})
      return null
    },
  }
}
export type Review = ReturnType<typeof createReview>

function keepFocus(): void {
  void focusIfLost(() => document.querySelector<HTMLElement>(".tab[data-state='active']"))
}

function movedFrom(before: PlanSummary, after: PlanSummary): ReviewTab[] {
  return classes.filter((each) => before[each] !== after[each])
}

function releaseNote(heldBefore: number, held: number): string {
  if (heldBefore === held) return 'Released. Another safety check holds the same rows, so none has moved yet.'
  const left = held > 0 ? ` ${counted(held, 'row')} ${held === 1 ? 'stays' : 'stay'} held.` : ''
  return `${counted(heldBefore - held, 'row')} moved from held to the rows to send.${left}`
}
