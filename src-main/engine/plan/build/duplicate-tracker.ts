import type { ImportDescriptor } from '../../kinds/kind-descriptor.ts'
import type { MappedRow } from '../../model/plans/mapped-row.ts'
import type { Recipe } from '../../model/recipes/recipe-schema.ts'
import type { Store } from '../../store/open-store.ts'
import { createMergeStaging } from '../../store/plans/merge-staging.ts'
import { createDuplicateGroups, type DuplicateGroups, type Part } from '../duplicates/duplicate-groups.ts'
import { createDuplicates, type LosingRow } from '../duplicates/duplicate-rule.ts'
import type { Grouping } from '../duplicates/grouping.ts'
import { createLatestPermissions } from '../duplicates/latest-permissions.ts'
import { createGroupResolver } from '../duplicates/resolve-groups.ts'
import { flagsOf } from '../duplicates/said-flags.ts'
import { createSayTogether } from '../duplicates/say-together.ts'
import { createWinnerSays } from '../duplicates/winner-says.ts'
import type { WrittenRows } from '../duplicates/written-rows.ts'
import type { ContactKey } from '../match/contact-keys.ts'
import type { HolderRow } from '../read-ahead/holder-rows.ts'
import type { PlanRules, Verdict } from '../row/classify.ts'
import { namesNobody } from '../row/match-issues.ts'
import { inTransactions } from './in-transactions.ts'
import { changedFile } from './plan-source.ts'

/** Notes which rows are about the same contact, passed one by one in file order, and at last resolves those duplicates. */
export interface DuplicateTracker {
  add(row: number, verdict: Verdict, mapped: MappedRow, key: ContactKey | null): void
  /** A row whose contact is as it wants it. */
  addHolder(row: number, mapped: MappedRow, key: ContactKey): void
  /** The same of a row that was read ahead; null where more than its contact must be known. */
  addHolderAhead: ((row: number, key: ContactKey, said: Pick<HolderRow, 'saysSomething' | 'flags'>) => void) | null
  /** The row names no contact, but may belong to one that another row names. */
  isNameless(row: number): boolean
  /** Whether rows of the file must be passed once more, to `stage`: the values of those that it `wants` are needed. */
  needsStaging(): boolean
  wants(row: number): boolean
  /** Throws `file.changed` when the rows are others than those that were written. */
  stage(rows: readonly NumberedMappedRow[]): void
  /** To be called when all rows are known. Yields now and then for other work. */
  resolve(): Generator<void>
  /** Empties the staging table. */
  close(): void
}

export interface NumberedMappedRow {
  row: number
  mapped: MappedRow
}

export interface DuplicateTrackerOptions {
  store: Store
  planId: string
  recipe: Recipe
  kind: ImportDescriptor
  rules: PlanRules
  /** How rows about one contact are brought together, unless that is simply by counting the contact's rows. */
  grouping: Grouping | null
  /** The wall clock: a date that lies after it decides nothing. */
  nowMs: number
  writtenRows: WrittenRows
  /** `refusal`: what it refuses, for all rows of the contact where none counts. */
  rejectDuplicate: (losing: LosingRow, refusal: number) => void
}

export function createDuplicateTracker(options: DuplicateTrackerOptions): DuplicateTracker {
  return options.grouping === null ? countRows(options) : groupRows(options, options.grouping)
}

/** By the rule alone, of which a few bytes a contact are kept. */
function countRows({ store, recipe, kind, rules, nowMs, writtenRows, rejectDuplicate }: DuplicateTrackerOptions): DuplicateTracker {
  const latestPermissions = createLatestPermissions(nowMs)
  const duplicates = createDuplicates(recipe.duplicates === 'merge' ? 'last' : recipe.duplicates, latestPermissions)
  const winnerSays = createWinnerSays(recipe.duplicates, writtenRows, createSayTogether(store, rules, writtenRows))
  const note = (row: number, mapped: MappedRow, key: ContactKey): void => {
    if (isByKeyAlone(kind)) {
      duplicates.seen(key, row, true)
      return
    }
    const flags = flagsOf(mapped)
    duplicates.seen(key, row, saysSomething(kind, mapped), mapped.consent === false)
    winnerSays.seen(row, flags)
    if (mapped.consent !== undefined && mapped.consentAt !== undefined) latestPermissions.seen(key, row, mapped.consent, mapped.consentAt)
  }
  return {
    add(row, verdict, mapped, key) {
      if (key !== null && competes(verdict)) note(row, mapped, key)
    },
    addHolder: note,
    addHolderAhead(row, key, { saysSomething: says, flags }) {
      duplicates.seen(key, row, says)
      winnerSays.seen(row, flags)
    },
    isNameless: () => false,
    needsStaging: () => false,
    wants: () => false,
    stage: () => undefined,
    *resolve() {
      yield* inTransactions(store, duplicates.losingRows(), winnerSays.gather)
      yield* inTransactions(store, duplicates.losingRows(), winnerSays.hear)
      yield* inTransactions(store, duplicates.losingRows(), (losing) =>
        rejectDuplicate(losing, recipe.duplicates === 'invalid' ? winnerSays.refusedBy(losing.row, losing.key) : 0),
      )
    },
    close: () => undefined,
  }
}

/** By all that rows share; where they are merged, with the values of those that belong together. */
function groupRows(options: DuplicateTrackerOptions, grouping: Grouping): DuplicateTracker {
  const { store, planId, kind, rules, nowMs, writtenRows } = options
  const groups = createDuplicateGroups(grouping)
  const staging = grouping.strategy === 'merge' && kind.writesRecord ? createMergeStaging(store, planId) : null
  return {
    add(row, verdict, mapped, key) {
      const part = partOf(groups, verdict, mapped)
      if (part !== null) groups.seen(row, part, key, mapped, saysSomething(kind, mapped))
    },
    addHolder: (row, mapped, key) => groups.seen(row, 'own', key, mapped, saysSomething(kind, mapped)),
    addHolderAhead: null,
    isNameless: groups.isNameless,
    needsStaging: () => staging !== null && groups.count() > 0,
    wants: groups.has,
    stage(rows) {
      for (const { row, mapped } of rows) if (writtenRows.line(row) !== mapped.line) throw changedFile()
      staging?.put(rows.map(({ row, mapped: { contact = {}, ifWritten } }) => ({ row, desired: contact, ...(ifWritten && { ifWritten }) })))
    },
    resolve: () =>
      inTransactions(store, createGroupResolver(store, rules, grouping, groups, staging, writtenRows, nowMs).steps(), (step) => step()),
    close: () => staging?.removeAll(),
  }
}

function saysSomething({ duplicates }: ImportDescriptor, mapped: MappedRow): boolean {
  return duplicates.counts === 'every' || duplicates.saysSomething(mapped)
}

function isByKeyAlone({ duplicates }: ImportDescriptor): boolean {
  return duplicates.counts === 'one' && duplicates.isByKeyAlone === true
}

/** What the row can be to others about the same contact; null for nothing. */
function partOf(groups: DuplicateGroups, verdict: Verdict, mapped: MappedRow): Part | null {
  if (competes(verdict)) return 'own'
  if (!groups.mayBelong(mapped)) return null
  if (verdict.reason === 'not_found') return 'unfound'
  return verdict.class === 'invalid' && namesNobody(verdict.issues) ? 'nameless' : null
}

/** Only rows that say something about a contact compete with others about the same. */
function competes(verdict: Verdict): boolean {
  // One whose message another run is sending counts as well: its contact is sent no other one meanwhile.
  const isOnItsWay = verdict.reason === 'undecided'
  return verdict.class === 'send' || isOnItsWay || (verdict.class === 'unchanged' && verdict.reason !== 'no_content')
}
