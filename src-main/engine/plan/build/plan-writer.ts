import { importDescriptors } from '../../kinds/all-kinds.ts'
import { changesOf } from '../../kinds/row-changes.ts'
import type { MappedRow } from '../../model/plans/mapped-row.ts'
import type { Recipe } from '../../model/recipes/recipe-schema.ts'
import { createMergeStaging } from '../../store/plans/merge-staging.ts'
import { phoneNumber } from '../../store/contacts/contact-index.ts'
import { PlanBatch } from '../../store/plans/plan-batch.ts'
import type { Store } from '../../store/open-store.ts'
import { correctedMark } from '../../store/plans/plan-rows.ts'
import { tablesOf } from '../../store/tables.ts'
import { classify, type PlanRules, type Verdict } from '../row/classify.ts'
import { createContactKeys, createContactNumbers, type ContactKey } from '../match/contact-keys.ts'
import { createDuplicateGroups, type Part } from '../duplicates/duplicate-groups.ts'
import { createDatedConsents } from '../duplicates/dated-consents.ts'
import { createDuplicates, type LosingRow } from '../duplicates/duplicate-rule.ts'
import type { Grouping } from '../duplicates/grouping.ts'
import { planTotals } from '../figures/plan-totals.ts'
import { holdReason } from '../guards/guard-rules.ts'
import { keywordOf } from '../../text/keyword-message.ts'
import type { GuardLimits } from '../guards/guard-limits.ts'
import { inTransactions } from './in-transactions.ts'
import type { Match } from '../match/match.ts'
import { changedFile } from './plan-source.ts'
import { createMessageClaims, type ClaimedVerdict } from './message-claims.ts'
import type { RefusesInPosts } from '../guards/known-refusals.ts'
import { createPlanGuards } from '../guards/plan-guards.ts'
import type { OptOut, PlanCounts, PlannedCall, RowClass } from '../../model/plans/plan-schema.ts'
import type { RetriedRows } from './retry-rows.ts'
import { duplicateIssue, namesNobody } from '../row/match-issues.ts'
import { rowDetail } from '../row/row-detail.ts'
import { createWrittenRows } from '../duplicates/written-rows.ts'
import { createGroupResolver } from '../duplicates/resolve-groups.ts'
import { createTally } from '../figures/tally.ts'

export interface WriterOptions {
  limits: GuardLimits
  /** The wall clock: a date that lies after it decides nothing. */
  nowMs: number
  /** The rows that are planned once more, when the plan is of these alone. */
  retried: RetriedRows | null
  /** How rows about one contact are brought together, unless that is simply by counting the contact's rows. */
  grouping?: Grouping | null
  /** Who takes consent back in the messages that were read; nobody unless given. */
  refusesInPosts?: RefusesInPosts | undefined
}

/**
 * Writes a plan: `write` for all rows in file order, `endOfRows`, then `applyFileRules` to its end, then `finish`. Memory does not
 * grow with the rows, but for some bytes a contact.
 */
export function createPlanWriter(store: Store, planId: string, recipe: Recipe, rules: PlanRules, options: WriterOptions) {
  const kind = importDescriptors[rules.kind]
  const { planRows } = tablesOf(store)
  const tally = createTally(rules.kind)
  const guards = createPlanGuards(store, planId, rules.kind, tally, options.limits, options.refusesInPosts)
  const keys = createContactKeys()
  const writtenRows = createWrittenRows(store, planId, tally, guards)
  const datedConsents = createDatedConsents(options.nowMs)
  const duplicates = createDuplicates(recipe.duplicates === 'merge' ? 'last' : recipe.duplicates, datedConsents)
  const { grouping = null } = options
  const groups = grouping === null ? null : createDuplicateGroups(grouping)
  const staging = grouping?.strategy === 'merge' && kind.writesRecord ? createMergeStaging(store, planId) : null
  const messages = kind.isClaimed ? createMessageClaims(store, recipe, rules.groupUuid, options.retried) : null
  /** Where several rows are about one number: those whose rows are held, by why they are held. */
  const heldNumbers = new Map<string, ReturnType<typeof createContactNumbers>>()
  let rowsWritten = 0
  const batch = new PlanBatch()

  const keyOf = (match: Match, phone: string | null): ContactKey | null => {
    const contactId = kind.subject === 'phone' ? null : idOf(match)
    if (contactId !== null) return keys.ofContact(contactId)
    return phone === null ? null : keys.ofPhone(phone)
  }

  const saysSomethingIn = (mapped: MappedRow): boolean => kind.duplicates.counts === 'every' || kind.duplicates.saysSomething(mapped)

  const noteContact = (key: ContactKey, row: number, mapped: MappedRow): void => {
    duplicates.seen(key, row, saysSomethingIn(mapped), mapped.consent === false)
    if (mapped.consent !== undefined && mapped.consentAt !== undefined) datedConsents.seen(key, row, mapped.consent, mapped.consentAt)
  }

  /** A row whose contact is as it wants it, the usual case by far: nothing is made of it that is not needed. */
  const addHolder = (mapped: MappedRow, contactId: number, phone: string): void => {
    const row = (rowsWritten += 1)
    const key = keys.ofContact(contactId)
    if (groups === null) noteContact(key, row, mapped)
    else groups.seen(row, 'own', key, mapped, saysSomethingIn(mapped))
    tally.addUnchanged(row)
    batch.addPlain(row, mapped.line, contactId, phoneNumber(phone))
  }

  const addRow = (mapped: MappedRow, match: Match): void => {
    const row = (rowsWritten += 1)
    const seenAlone = classify(mapped, match, rules)
    const key = keyOf(match, seenAlone.phone)
    const { verdict, fingerprint, laneOrder } = claimed(seenAlone, mapped, key, row)
    noteDuplicate(verdict, mapped, key, row)
    const optOut = verdict.class === 'send' ? guards.optOut(verdict) : null
    const held = verdict.class === 'send' ? rowGuardsOf(mapped, optOut) : ''
    const rowClass = held === '' ? verdict.class : 'held'
    const reason = held === '' ? verdict.reason : held
    const contacts = countContact(rowClass, held, key, row, laneOrder)
    const { calls, record, isOptOutExplicit = false } = verdict
    const counted = { row, class: rowClass, reason, isKnown: record !== null, optOut, isOptOutExplicit, contacts } as const
    tally.add({ ...counted, changes: changesOf(verdict), calls })

    // The outcome of a row without a contact is not known yet: it may belong to another row.
    if (groups?.isNameless(row) !== true) for (const { code, column } of verdict.issues) batch.addIssue(code, column, row)
    if (mapped.isCorrected === true) batch.addIssue(correctedMark, null, row)
    const contactId = rowClass === 'unchanged' ? idOf(match) : null
    batch.add({
      row,
      line: mapped.line,
      class: rowClass,
      reason,
      lane: verdict.lane,
      laneOrder,
      contactUuid: contactId === null ? (record?.uuid ?? null) : null,
      contactId,
      phone: verdict.phone,
      detail: rowDetail(verdict, mapped, fingerprint, optOut),
    })
  }

  const claimed = (verdict: Verdict, { message }: MappedRow, key: ContactKey | null, row: number): ClaimedVerdict =>
    messages === null || verdict.class !== 'send' || message === undefined || verdict.phone === null || key === null
      ? { verdict, laneOrder: null }
      : messages.claim(verdict, verdict.phone, message, row)

  const noteDuplicate = (verdict: Verdict, mapped: MappedRow, key: ContactKey | null, row: number): void => {
    if (messages !== null) return
    if (groups === null) {
      if (key !== null && competes(verdict)) noteContact(key, row, mapped)
      return
    }
    const part = partOf(verdict, mapped)
    if (part !== null) groups.seen(row, part, key, mapped, saysSomethingIn(mapped))
  }

  /** 0 where another row of the same class, and held for the same reason, has counted the number that the row is about. */
  const countContact = (rowClass: RowClass, heldFor: string, key: ContactKey | null, row: number, laneOrder: number | null): 0 | 1 => {
    if (kind.subject === 'contact' || key === null) return 1
    if (rowClass === 'held') {
      const numbers = heldNumbers.get(heldFor) ?? createContactNumbers()
      heldNumbers.set(heldFor, numbers)
      const isCounted = numbers.get(key) !== 0
      numbers.set(key, row)
      return isCounted ? 0 : 1
    }
    if (rowClass !== 'send' || messages === null) return 1
    const isCounted = messages.hasMessages(key)
    messages.remember(key, row, laneOrder)
    return isCounted ? 0 : 1
  }

  const storeBatch = (): void => {
    planRows.insertBatch(planId, batch)
    batch.clear()
  }

  /** What the row can be to others about the same contact; null for nothing. */
  const partOf = (verdict: Pick<Verdict, 'class' | 'reason' | 'issues'>, mapped: MappedRow): Part | null => {
    if (competes(verdict)) return 'own'
    if (groups?.mayBelong(mapped) !== true) return null
    if (verdict.reason === 'not_found') return 'unfound'
    return verdict.class === 'invalid' && namesNobody(verdict.issues) ? 'nameless' : null
  }

  const rejectDuplicate = ({ row, otherRow }: LosingRow): void => {
    const stored = writtenRows.find(row)
    const otherLine = writtenRows.line(otherRow)
    if (recipe.duplicates === 'invalid') {
      writtenRows.join(row, Math.min(row, otherRow))
      writtenRows.refuse(
        stored,
        duplicateIssue({ line: stored.line, column: rules.matchColumn }, stored.phone ?? stored.contactUuid, otherLine),
      )
    } else {
      writtenRows.join(row, otherRow)
      writtenRows.join(otherRow, otherRow)
      writtenRows.passOver(stored, 'duplicate', otherLine, stored.detail.issues ?? [])
    }
  }

  /**
   * What closes a conversation belongs to the row of its last message, as a call after it: when that message fails, the
   * conversation stays open, and importing the row again brings both.
   */
  const close = (row: number, closing: (phone: string) => PlannedCall): void => {
    const stored = planRows.find(planId, row)
    if (stored === null || stored.phone === null) throw new Error(`Plan ${planId} has no message in row ${row}.`)
    const before = stored.detail.calls ?? []
    const call = closing(stored.phone)
    if (before.some((one) => one.kind === call.kind)) return
    const calls = [...before, call]
    planRows.setDetail(planId, row, { ...stored.detail, calls })
    tally.addCall()
  }

  return {
    /** Takes the next rows of the file, each with its contact, and stores them now and then. */
    write(rows: readonly MappedRow[], matches: readonly Match[]): void {
      for (const [at, mapped] of rows.entries()) {
        const match = matches[at]
        if (match === undefined) throw new Error(`Nobody has looked for the contact of line ${mapped.line}.`)
        const isPlain = match.kind === 'holder' && mapped.issues.length === 0 && mapped.isCorrected !== true
        if (isPlain && mapped.key?.by === 'phone') addHolder(mapped, match.contactId, mapped.key.phone)
        else addRow(mapped, match)
        if (batch.isFull) storeBatch()
      }
    },
    /** Stores what still waits: the file has no more rows. */
    endOfRows: (): void => storeBatch(),
    /** Whether rows of the file must be passed once more, to `stage`: the values of those that it `wants` are needed. */
    needsStaging: (): boolean => staging !== null && groups !== null && groups.count() > 0,
    wants: (row: number): boolean => groups?.has(row) === true,
    /** Takes rows that are wanted, by their numbers. Throws `file.changed` when they are others than those that were written. */
    stage(rows: readonly { row: number; mapped: MappedRow }[]): void {
      for (const { row, mapped } of rows) if (writtenRows.line(row) !== mapped.line) throw changedFile()
      staging?.put(rows.map(({ row, mapped }) => ({ row, desired: mapped.contact ?? {} })))
    },

    /**
     * Applies what only the whole file shows: duplicates, the last message of each contact, guards. Yields now and then for other work.
     */
    *applyFileRules(): Generator<void> {
      if (grouping === null || groups === null) yield* inTransactions(store, duplicates.losingRows(), rejectDuplicate)
      else yield* inTransactions(store, createGroupResolver(store, rules, grouping, groups, staging, writtenRows).steps(), (step) => step())
      const closing = kind.closingCall(recipe)
      if (closing !== null && messages !== null) yield* inTransactions(store, messages.lastRows(), (row) => close(row, closing))
      yield* guards.applyFileGuards()
    },

    /** Empties the staging table, whether the plan became ready or not. */
    close: (): void => staging?.removeAll(),

    /** Makes the plan ready. `reads`: how often the service was asked for it. */
    finish: store.transaction((reads: number): PlanCounts => {
      tablesOf(store).plans.finish(planId, planTotals(store, planId, tally, guards.figures(), reads), tally.blocks())
      return tally.counts()
    }),
  }
}

/** The guards that hold a row for what it says itself, as its reason is stored; empty where none does. */
function rowGuardsOf({ isDirectionUnknown, message }: MappedRow, optOut: OptOut | null): string {
  return holdReason([
    ...(optOut === null ? [] : (['consent'] as const)),
    ...(isDirectionUnknown === true ? (['direction'] as const) : []),
    ...(message !== undefined && keywordOf(message.body) !== null ? (['keyword'] as const) : []),
  ])
}

/** The cache's own number for the contact that was found. */
function idOf(match: Match): number | null {
  if (match.kind === 'holder') return match.contactId
  return match.kind === 'contact' ? match.contact.id : null
}

/** Only rows that say something about a contact compete with others about the same. */
function competes(verdict: Pick<Verdict, 'class' | 'reason'>): boolean {
  return verdict.class === 'send' || (verdict.class === 'unchanged' && verdict.reason !== 'no_content')
}
