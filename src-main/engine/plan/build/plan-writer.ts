import { importDescriptors } from '../../kinds/descriptors.ts'
import { changesOf } from '../../kinds/row-changes.ts'
import type { MappedRow } from '../../model/plans/mapped-row.ts'
import type { Recipe } from '../../model/recipes/recipe-schema.ts'
import { createMergeStaging } from '../../store/plans/merge-staging.ts'
import type { NewRowIssue } from '../../store/plans/plan-batch.ts'
import type { Store } from '../../store/open-store.ts'
import { correctedMark } from '../../store/plans/plan-rows.ts'
import { type NewPlanRow } from '../../store/plans/plan-row.ts'
import { tablesOf } from '../../store/tables.ts'
import { asAlreadyImported, asUndecided, classify, type PlanRules, type Verdict } from '../row/classify.ts'
import { createContactKeys, createContactNumbers, type ContactKey } from '../match/contact-keys.ts'
import { createDuplicateGroups, type Part } from '../duplicates/duplicate-groups.ts'
import { createDatedConsents } from '../duplicates/dated-consents.ts'
import { createDuplicates, type LosingRow } from '../duplicates/duplicate-rule.ts'
import { fingerprintNumber, messageFingerprint, numberedFingerprint } from '../row/fingerprint.ts'
import type { Grouping } from '../duplicates/grouping.ts'
import { planTotals } from '../figures/plan-totals.ts'
import type { GuardLimits } from '../guards/guard-limits.ts'
import { inTransactions } from './in-transactions.ts'
import type { Match } from '../match/match.ts'
import { changedFile } from './only-lines.ts'
import { createNumberMap } from '../match/int-hash-map.ts'
import type { RefusesInPosts } from '../guards/known-refusals.ts'
import { createPlanGuards } from '../guards/plan-guards.ts'
import type { OptOut, PlanCounts, PlannedCall, RowDetail } from '../../model/plans/plan-schema.ts'
import type { RetriedRows } from './retry-rows.ts'
import { duplicateIssue, namesNobody } from '../row/match-issues.ts'
import { createWrittenRows } from '../duplicates/group-resolution.ts'
import { createGroupResolver } from '../duplicates/resolve-groups.ts'
import { createTally } from '../figures/tally.ts'

/** Messages without a time come before those that have one: the earliest time that JavaScript knows. */
const undatedOrderMs = -8.64e15

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
 * Writes a plan: `write` for all rows in file order, `applyFileRules` to its end when they are all there, then `finish`. Memory
 * does not grow with the rows, but for some bytes a contact.
 */
export function createPlanWriter(store: Store, planId: string, recipe: Recipe, rules: PlanRules, options: WriterOptions) {
  const kind = importDescriptors[rules.kind]
  const { planRows } = tablesOf(store)
  const { importedMessages } = tablesOf(store)
  const tally = createTally(rules.kind)
  const guards = createPlanGuards(store, planId, rules.kind, tally, options.limits, options.refusesInPosts)
  const keys = createContactKeys()
  const writtenRows = createWrittenRows(store, planId, tally, guards)
  const datedConsents = createDatedConsents(options.nowMs)
  const duplicates = createDuplicates(recipe.duplicates === 'merge' ? 'last' : recipe.duplicates, datedConsents)
  const { grouping = null } = options
  const groups = grouping === null ? null : createDuplicateGroups(grouping)
  const staging = grouping?.strategy === 'merge' && kind.writesRecord ? createMergeStaging(store, planId) : null
  const occurrences = createNumberMap()
  const lastMessages = createContactNumbers()
  /** Where several rows are about one number: those whose rows are held. */
  const heldNumbers = createContactNumbers()
  const lastOrders = createContactNumbers(Float64Array)
  const hasTimes = recipe.fields.some((rule) => rule.to === 'sentAt')
  let rowsWritten = 0

  const keyOf = (match: Match, phone: string | null): ContactKey | null => {
    const contactId = kind.subject === 'phone' ? null : idOf(match)
    if (contactId !== null) return keys.ofContact(contactId)
    return phone === null ? null : keys.ofPhone(phone)
  }

  const toRow = (mapped: MappedRow, match: Match, issues: NewRowIssue[]): NewPlanRow => {
    rowsWritten += 1
    const row = rowsWritten
    let verdict = classify(mapped, match, rules)
    let fingerprint: string | undefined
    let laneOrder: number | null = null
    const key = keyOf(match, verdict.phone)
    const { message } = mapped
    if (kind.isClaimed) {
      if (verdict.class === 'send' && message !== undefined && verdict.phone !== null && key !== null) {
        fingerprint = numbered(messageFingerprint(verdict.phone, rules.groupUuid, message), row)
        const holder = importedMessages.holder(fingerprint)
        if (holder?.state === 'arrived') verdict = asAlreadyImported(verdict)
        else if (holder !== null) verdict = asUndecided(verdict)
        else if (hasTimes) laneOrder = message.sentAtSeconds === null ? undatedOrderMs : Math.round(message.sentAtSeconds * 1000)
      }
    } else if (groups !== null) {
      const part = partOf(verdict, mapped)
      if (part !== null) groups.seen(row, part, key, mapped, saysSomethingIn(mapped))
    } else if (key !== null && competes(verdict)) {
      duplicates.seen(key, row, saysSomethingIn(mapped), mapped.consent === false)
      if (mapped.consent !== undefined && mapped.consentAt !== undefined) datedConsents.seen(key, row, mapped.consent, mapped.consentAt)
    }
    const optOut = verdict.class === 'send' ? guards.optOut(verdict) : null
    const guard = optOut !== null ? 'consent' : verdict.class === 'send' && mapped.isDirectionUnknown === true ? 'direction' : null
    const rowClass = guard === null ? verdict.class : 'held'
    const reason = guard ?? verdict.reason
    const isSent = rowClass === 'send'
    const contacts = kind.subject === 'contact' || key === null || (isSent ? lastMessages : heldNumbers).get(key) === 0 ? 1 : 0
    if (rowClass === 'held' && key !== null && kind.subject === 'phone') heldNumbers.set(key, row)
    if (kind.isClaimed && isSent && key !== null) rememberLast(key, row, laneOrder ?? 0)

    const { calls } = verdict
    tally.add({ row, class: rowClass, reason, changes: changesOf(verdict), calls, isKnown: verdict.record !== null, optOut, contacts })
    // What a row without a contact comes to is not known yet: it may belong to another one.
    if (verdict.issues.length > 0 && groups?.isNameless(row) !== true) {
      for (const { code, column } of verdict.issues) issues.push({ code, column, row })
    }
    if (mapped.isCorrected === true) issues.push({ code: correctedMark, column: null, row })
    const contactId = rowClass === 'unchanged' ? idOf(match) : null
    return {
      row,
      line: mapped.line,
      class: rowClass,
      reason,
      lane: verdict.lane,
      laneOrder,
      contactUuid: contactId === null ? (verdict.record?.uuid ?? null) : null,
      contactId,
      phone: verdict.phone,
      detail: detailOf(verdict, mapped, fingerprint, optOut),
    }
  }

  /** What the row can be to others about the same contact; null for nothing. */
  const partOf = (verdict: Pick<Verdict, 'class' | 'reason' | 'issues'>, mapped: MappedRow): Part | null => {
    if (competes(verdict)) return 'own'
    if (groups?.mayBelong(mapped) !== true) return null
    if (verdict.reason === 'not_found') return 'unfound'
    return verdict.class === 'invalid' && namesNobody(verdict.issues) ? 'nameless' : null
  }

  const saysSomethingIn = (mapped: MappedRow): boolean => kind.duplicates.counts === 'every' || kind.duplicates.saysSomething(mapped)

  /** Tells equal messages apart by counting them. A row that is planned once more keeps its number: the others are not here. */
  const numbered = (fingerprint: string, row: number): string => {
    const earlier = options.retried?.fingerprint(row - 1) ?? null
    if (earlier?.startsWith(`${fingerprint}:`)) return earlier
    const number = fingerprintNumber(fingerprint) || 1
    const occurrence = occurrences.get(number) + 1
    occurrences.set(number, occurrence)
    return numberedFingerprint(fingerprint, occurrence)
  }

  const rememberLast = (key: ContactKey, row: number, order: number): void => {
    if (lastMessages.get(key) !== 0 && order < lastOrders.get(key)) return
    lastMessages.set(key, row)
    lastOrders.set(key, order)
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
    /** Writes the next rows of the file, in one transaction. */
    write(rows: readonly MappedRow[], matchOf: (row: MappedRow, at: number) => Match): void {
      const issues: NewRowIssue[] = []
      const written = rows.map((row, at) => toRow(row, matchOf(row, at), issues))
      planRows.insert(planId, written, issues)
    },
    /** Whether rows of the file are to be told once more, to `gather`: of those that it `wants` the values are needed. */
    needsStaging: (): boolean => staging !== null && groups !== null && groups.count() > 0,
    wants: (row: number): boolean => groups?.has(row) === true,
    /** Takes rows that are wanted, by their numbers. Throws `file.changed` when they are others than those that were written. */
    stage(rows: readonly { row: number; mapped: MappedRow }[]): void {
      for (const { row, mapped } of rows) if (writtenRows.line(row) !== mapped.line) throw changedFile()
      staging?.put(rows.map(({ row, mapped }) => ({ row, desired: mapped.contact ?? {} })))
    },

    /**
     * What only the whole file tells: duplicates, the last message of each contact, guards. Stops now and then for others.
     */
    *applyFileRules(): Generator<void> {
      if (grouping === null || groups === null) yield* inTransactions(store, duplicates.losingRows(), rejectDuplicate)
      else yield* inTransactions(store, createGroupResolver(store, rules, grouping, groups, staging, writtenRows).steps(), (step) => step())
      const closing = kind.closingCall(recipe)
      if (closing !== null) yield* inTransactions(store, lastMessages.values(), (row) => close(row, closing))
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

/** The cache's own number for the contact that was found. */
function idOf(match: Match): number | null {
  if (match.kind === 'holder') return match.contactId
  return match.kind === 'contact' ? match.contact.id : null
}

/** Only rows that say something about a contact compete with others about the same. */
function competes(verdict: Pick<Verdict, 'class' | 'reason'>): boolean {
  return verdict.class === 'send' || (verdict.class === 'unchanged' && verdict.reason !== 'no_content')
}

function detailOf(verdict: Verdict, mapped: MappedRow, fingerprint: string | undefined, optOut: OptOut | null): string | null {
  const { changes, calls, issues } = verdict
  const { filtered } = mapped
  const refuses = verdict.class === 'skipped' && verdict.reason === 'not_found' && mapped.consent === false
  if (calls.length === 0 && issues.length === 0 && filtered === undefined && !refuses) return null
  const detail: RowDetail = {}
  if (refuses) detail.refuses = true
  if (changes.length > 0) detail.changes = changes
  if (calls.length > 0) {
    detail.calls = calls
    if (mapped.evidence !== undefined) detail.evidence = mapped.evidence
    if (fingerprint !== undefined) detail.fingerprint = fingerprint
    if (optOut !== null) detail.optOut = optOut
  }
  if (issues.length > 0) detail.issues = issues
  if (filtered !== undefined) detail.filtered = filtered
  return JSON.stringify(detail)
}
