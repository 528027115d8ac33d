import { importDescriptors } from '../../kinds/all-kinds.ts'
import type { ImportDescriptor, TextingContext } from '../../kinds/kind-descriptor.ts'
import { changesOf } from '../../kinds/row-changes.ts'
import type { MappedRow } from '../../model/plans/mapped-row.ts'
import type { PlanCounts, RowClass } from '../../model/plans/plan-schema.ts'
import type { Recipe } from '../../model/recipes/recipe-schema.ts'
import type { ListSize } from '../../service/service.ts'
import { phoneNumber } from '../../store/contacts/contact-index.ts'
import type { Store } from '../../store/open-store.ts'
import { PlanBatch } from '../../store/plans/plan-batch.ts'
import { correctedMark } from '../../store/plans/plan-row-issues.ts'
import { tablesOf } from '../../store/tables.ts'
import type { Grouping } from '../duplicates/grouping.ts'
import { createWrittenRows } from '../duplicates/written-rows.ts'
import { planTotals } from '../figures/plan-totals.ts'
import { createTally, isAgreedUnheard, isContradicted, type Tally } from '../figures/tally.ts'
import type { GuardLimits } from '../guards/guard-limits.ts'
import type { RefusedInPosts } from '../guards/known-refusals.ts'
import { createPlanGuards } from '../guards/plan-guards.ts'
import { createRefusedInFile, type RefusedInFile } from '../guards/refused-in-file.ts'
import { rowGuardsOf } from '../guards/row-guards.ts'
import { createUnreadableConsents } from '../guards/unreadable-consents.ts'
import { createContactKeys, type ContactKey } from '../match/contact-keys.ts'
import type { Match } from '../match/match.ts'
import { type HolderRow, type HolderRows, passRows } from '../read-ahead/holder-rows.ts'
import { classify, type PlanRules, type Verdict } from '../row/classify.ts'
import { isForList, storedDetail } from '../row/stored-detail.ts'
import { createDuplicateTracker, type DuplicateTracker, type NumberedMappedRow } from './duplicate-tracker.ts'
import { createFileRules, type FileRules } from './file-rules.ts'
import { createHeldNumbers } from './held-numbers.ts'
import { inTransactions } from './in-transactions.ts'
import { createMessageClaims, type ClaimedVerdict, type MessageClaims } from './message-claims.ts'
import type { RetriedRows } from './retry-rows.ts'

export interface WriterOptions {
  limits: GuardLimits
  /** Whose holidays are no business days. */
  country?: string | undefined
  /** The wall clock: a date that lies after it decides nothing. */
  nowMs: number
  /** The rows that are planned once more, when the plan is of these alone. */
  retried: RetriedRows | null
  /** How rows about one contact are brought together, unless that is simply by counting the contact's rows. */
  grouping?: Grouping | null
  /** Who takes consent back in the messages that were read; nobody unless given. */
  refusedInPosts?: RefusedInPosts | undefined
  /** Whether the latest messages show that a number was texted before. */
  textedInPosts?: ((phone: string) => boolean) | undefined
  /** See `TextingContext`. */
  whyNever?: TextingContext['whyNever'] | undefined
}

/**
 * Writes a plan: `write` for all rows in file order, `endOfRows`, then `applyFileRules` to its end, then `finish`. Memory does not
 * grow with the rows, but for some bytes a contact.
 */
export class PlanWriter {
  private readonly store: Store
  private readonly planId: string
  private readonly recipe: Recipe
  private readonly rules: PlanRules
  private readonly retried: RetriedRows | null
  private readonly kind: ImportDescriptor
  private readonly tally: Tally
  private readonly guards: ReturnType<typeof createPlanGuards>
  private readonly fileRules: FileRules
  private readonly duplicates: DuplicateTracker
  private readonly unreadable: ReturnType<typeof createUnreadableConsents>
  /** Null for kinds whose rows bring no messages. */
  private readonly messages: MessageClaims | null
  /** Null for kinds that text nobody. */
  private readonly refusedInFile: RefusedInFile | null
  private readonly keys = createContactKeys()
  private readonly heldNumbers = createHeldNumbers()
  private readonly batch = new PlanBatch()
  private readonly country: string | undefined
  private rowsWritten = 0

  constructor(store: Store, planId: string, recipe: Recipe, rules: PlanRules, options: WriterOptions) {
    const { limits, nowMs, retried, grouping = null, refusedInPosts, textedInPosts, whyNever } = options
    const kind = importDescriptors[rules.kind]
    const tally = createTally(rules.kind)
    const guards = createPlanGuards(store, planId, tally, limits, { refusedInPosts, textedInPosts, whyNever, recipe, kind })
    const writtenRows = createWrittenRows(store, planId, tally, guards)
    const fileRules = createFileRules({ store, planId, duplicates: recipe.duplicates, rules, writtenRows, tally })
    const { rejectDuplicate } = fileRules
    this.store = store
    this.planId = planId
    this.recipe = recipe
    this.rules = kind.textsPeople ? { ...rules, texting: guards.texting } : rules
    this.retried = retried
    this.country = options.country
    this.kind = kind
    this.tally = tally
    this.guards = guards
    this.fileRules = fileRules
    this.unreadable = createUnreadableConsents(store, planId, writtenRows)
    this.duplicates = createDuplicateTracker({ store, planId, recipe, kind, rules, grouping, nowMs, writtenRows, rejectDuplicate })
    this.refusedInFile = kind.textsPeople ? createRefusedInFile(store, planId, writtenRows) : null
    this.messages = kind.isClaimed
      ? createMessageClaims(store, recipe, {
          groupUuid: rules.groupUuid,
          retried,
          textsPeople: kind.textsPeople,
          claimedOnce: kind.claimedOnce,
          nowMs,
        })
      : null
  }

  /** Whether `writeSlice` can take rows of which only numbers are known. */
  takesHolders(): boolean {
    return this.duplicates.addHolderAhead !== null
  }

  /** Takes the next rows of the file, each with its contact, and stores them now and then. */
  write(rows: readonly MappedRow[], matches: readonly Match[]): void {
    for (const [at, mapped] of rows.entries()) this.writeRow(mapped, matches[at])
  }

  /** The same of rows that were read ahead: `matches` has the contacts of those that are not among `holders`. */
  writeSlice(holders: HolderRows, others: readonly MappedRow[], matches: readonly Match[]): void {
    let other = 0
    passRows(
      holders,
      (holder) => this.addHolderAhead(holder),
      () => {
        this.writeRow(others[other], matches[other])
        other += 1
      },
    )
  }

  /** Stores what still waits: the file has no more rows. */
  endOfRows(): void {
    this.storeBatch()
  }

  /** Whether rows of the file must be passed once more, to `stage`: the values of those that it `wants` are needed. */
  needsStaging(): boolean {
    return this.duplicates.needsStaging()
  }

  wants(row: number): boolean {
    return this.duplicates.wants(row)
  }

  /** Takes rows that are wanted, by their numbers. Throws `file.changed` when they are others than those that were written. */
  stage(rows: readonly NumberedMappedRow[]): void {
    this.duplicates.stage(rows)
  }

  /** See `createPlanGuards`. */
  sizeWanted(): number | null {
    return this.guards.sizeWanted()
  }

  takeSize(shown: ListSize | null): void {
    this.guards.takeSize(shown)
  }

  /**
   * Applies what only the whole file shows: duplicates, the last message of each contact, guards. Yields now and then for other work.
   */
  *applyFileRules(): Generator<void> {
    yield* this.duplicates.resolve()
    const closing = this.kind.closingCall(this.recipe, this.rules)
    if (closing !== null && this.messages !== null) {
      yield* inTransactions(this.store, this.messages.lastRows(), (row) => this.fileRules.close(row, closing))
    }
    yield* this.unreadable.hold(this.rowsWritten)
    if (this.refusedInFile !== null) yield* this.refusedInFile.leaveOut(this.rowsWritten)
    yield* this.guards.applyFileGuards()
  }

  /** Makes the plan ready. `reads`: how often the service was asked for it. */
  finish(reads: number, postsUnasked = 0): PlanCounts {
    const { store, planId, tally, guards, country } = this
    store
      .transaction(() => {
        const totals = planTotals(store, planId, tally, guards.figures(), { reads, postsUnasked, country })
        tablesOf(store).plans.finish(planId, totals, tally.blocks())
      })
      .immediate()
    return tally.counts()
  }

  /** Empties the staging table, whether the plan became ready or not. */
  close(): void {
    this.duplicates.close()
  }

  private writeRow(mapped: MappedRow | undefined, match: Match | undefined): void {
    if (mapped === undefined || match === undefined) throw new Error(`Nobody has looked for the contact of line ${mapped?.line}.`)
    const isPlain = match.kind === 'holder' && mapped.issues.length === 0 && mapped.isCorrected !== true
    if (isPlain && mapped.key?.by === 'phone') this.addHolder(mapped, match.contactId, mapped.key.phone)
    else this.addRow(mapped, match)
    this.storeFullBatch()
  }

  private storeFullBatch(): void {
    if (this.batch.isFull) this.storeBatch()
  }

  private storeBatch(): void {
    tablesOf(this.store).planRows.insertBatch(this.planId, this.batch)
    this.batch.clear()
  }

  /** A row whose contact is as it wants it, the usual case by far: nothing is made of it that is not needed. */
  private addHolder(mapped: MappedRow, contactId: number, phone: string): void {
    const row = (this.rowsWritten += 1)
    this.duplicates.addHolder(row, mapped, this.keys.ofContact(contactId))
    this.tally.addUnchanged(row)
    this.batch.addPlain(row, mapped.line, contactId, phoneNumber(phone))
  }

  /** The same of a row that was read ahead. */
  private addHolderAhead({ line, contactId, phoneNumber: digits, ...said }: HolderRow): void {
    const row = (this.rowsWritten += 1)
    this.duplicates.addHolderAhead?.(row, this.keys.ofContact(contactId), said)
    this.tally.addUnchanged(row)
    this.batch.addPlain(row, line, contactId, digits)
    this.storeFullBatch()
  }

  private addRow(mapped: MappedRow, match: Match): void {
    const row = (this.rowsWritten += 1)
    const seenAlone = classify(mapped, match, this.rules)
    const key = this.keyOf(match, seenAlone.phone)
    const { verdict, fingerprint, laneOrder } = this.claimed(seenAlone, mapped, key, row)
    const isBorrowed = mapped.isNumberBorrowed === true
    if (this.kind.duplicates.counts === 'one' && !isBorrowed) this.duplicates.add(row, verdict, mapped, key)
    const isDoubted = mapped.isConsentUnreadable === true && (verdict.class === 'invalid' || mapped.consent !== false)
    if (
      isDoubted ||
      isBorrowed ||
      mapped.isUnheard === true ||
      mapped.isRefusalLeftOut === true ||
      this.retried?.doubtedOn.has(mapped.line) === true
    )
      this.unreadable.seen(mapped)
    this.refusedInFile?.seen(mapped, verdict.phone)
    const refusal = verdict.class === 'send' ? this.guards.refusal(verdict) : null
    const held =
      verdict.class === 'send'
        ? rowGuardsOf(mapped, verdict.calls, refusal, this.retried?.editedOn.has(mapped.line) === true, verdict.heldBy)
        : ''
    const rowClass = held === '' ? verdict.class : 'held'
    const reason = held === '' ? verdict.reason : held
    const contacts = this.countContact(rowClass, held, key, row, laneOrder)
    this.tally.add({
      row,
      class: rowClass,
      reason,
      isKnown: verdict.record !== null,
      optOut: refusal?.how ?? null,
      isOptOutExplicit: verdict.isOptOutExplicit ?? false,
      isForList: isForList(verdict, mapped),
      isContradicted: isContradicted(verdict.calls, verdict.issues),
      isAgreedUnheard: isAgreedUnheard(rowClass, reason, verdict.issues),
      ...(contacts !== undefined && { contacts }),
      changes: changesOf(verdict),
      calls: verdict.calls,
    })
    this.addIssues(row, verdict, mapped)
    const contactId = rowClass === 'unchanged' ? idOf(match) : null
    this.batch.add({
      row,
      line: mapped.line,
      class: rowClass,
      reason,
      lane: verdict.lane,
      laneOrder,
      contactUuid: contactId === null ? (verdict.record?.uuid ?? null) : null,
      contactId,
      phone: verdict.phone,
      detail: storedDetail(verdict, mapped, fingerprint, refusal),
    })
  }

  private addIssues(row: number, { issues }: Verdict, mapped: MappedRow): void {
    // The outcome of a row without a contact is not known yet: it may belong to another row.
    if (!this.duplicates.isNameless(row)) for (const { code, column } of issues) this.batch.addIssue(code, column, row)
    if (mapped.isCorrected === true) this.batch.addIssue(correctedMark, null, row)
  }

  private keyOf(match: Match, phone: string | null): ContactKey | null {
    const contactId = this.kind.subject === 'phone' ? null : idOf(match)
    if (contactId !== null) return this.keys.ofContact(contactId)
    return phone === null ? null : this.keys.ofPhone(phone)
  }

  private claimed(verdict: Verdict, mapped: MappedRow, key: ContactKey | null, row: number): ClaimedVerdict {
    const { claimedOnce } = this.kind
    const message = claimedOnce === undefined ? mapped.message : { body: claimedOnce.as, attachments: [], sentAtSeconds: null }
    return this.messages === null || verdict.class !== 'send' || message === undefined || verdict.phone === null || key === null
      ? { verdict, laneOrder: null }
      : this.messages.claim(verdict, verdict.phone, message, row)
  }

  /** 0 where another row of the same class, and held for the same reason, has counted the number that the row is about. */
  private countContact(
    rowClass: RowClass,
    heldFor: string,
    key: ContactKey | null,
    row: number,
    laneOrder: number | null,
  ): 0 | 1 | undefined {
    const { kind, messages } = this
    // All people of a group are counted.
    if (kind.subject === 'group') return undefined
    if (kind.subject === 'contact' || kind.duplicates.counts === 'one' || key === null) return 1
    if (rowClass === 'held') return this.heldNumbers.isFirst(heldFor, key, row) ? 1 : 0
    if (rowClass !== 'send' || messages === null) return 1
    const isCounted = messages.hasMessages(key)
    messages.remember(key, row, laneOrder)
    return isCounted ? 0 : 1
  }
}

/** The cache's own number for the contact that was found. */
function idOf(match: Match): number | null {
  if (match.kind === 'holder') return match.contactId
  return match.kind === 'contact' ? match.contact.id : null
}
