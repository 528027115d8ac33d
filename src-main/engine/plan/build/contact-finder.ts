import { importDescriptors } from '../../kinds/all-kinds.ts'
import type { AccountSettings } from '../../model/account-schema.ts'
import type { Clock } from '../../model/clock.ts'
import { allParts, type RecordParts } from '../../model/contacts/record-parts.ts'
import type { MappedRow, MatchKey } from '../../model/plans/mapped-row.ts'
import type { Lookup } from '../../model/plans/plan-schema.ts'
import { modeOf } from '../../model/recipes/recipe-mode.ts'
import type { Recipe } from '../../model/recipes/recipe-schema.ts'
import type { ListSize, Service } from '../../service/service.ts'
import { createContactIndex } from '../../store/contacts/contact-index.ts'
import { createSyncWriter } from '../../contacts/sync/sync-writer.ts'
import type { Store } from '../../store/open-store.ts'
import { tablesOf } from '../../store/tables.ts'
import { createLatestPosts } from '../guards/latest-posts.ts'
import { createConversationStates } from '../match/conversation-states.ts'
import { createContactLookup, freshSync } from '../match/contact-lookup.ts'
import { createDigestMatcher } from '../match/desired-digest.ts'
import type { KnownSince } from '../match/knowledge.ts'
import type { Match } from '../match/match.ts'
import { hasPhoneNumber, type HolderRows } from '../read-ahead/holder-rows.ts'
import { unknownKeyIssue } from '../row/match-issues.ts'
import type { PlanMeter } from './plan-meter.ts'

interface ContactFinderOptions {
  store: Store
  file: { sizeBytes: number }
  mapping: { parts?: RecordParts; groupUuid: string | null }
  recipe: Recipe
  service: Service | null
  lookup: Lookup
  settings: Pick<AccountSettings, 'syncMaxAgeSeconds' | 'concurrency'> & Partial<Pick<AccountSettings, 'readsLatestPosts'>>
  clock: Clock
  signal?: AbortSignal
}

interface Looked {
  /** Null where a row has none that could be looked for. */
  keys: readonly (MatchKey | null)[]
  matches: readonly Match[]
  /** Whether the service is to be asked. */
  isOpen: readonly boolean[]
}

/** Smaller files are planned before all contacts of a large account are indexed. */
const largeFromBytes = 4 * 1024 * 1024
const none: Match = { kind: 'none' }

export type ContactFinder = Awaited<ReturnType<typeof createContactFinder>>

/** Finds the contacts of a file's rows: in the cache, and at the service where that is wanted, which is asked for their latest posts, too. */
export async function createContactFinder(options: ContactFinderOptions, since: KnownSince, meter: PlanMeter) {
  const { store, file, mapping, recipe, service, clock, signal } = options
  const parts = mapping.parts ?? allParts
  const reindex = () => createContactIndex(store, parts, signal)
  const lookUp = createContactLookup({
    contacts: tablesOf(store).contacts,
    index: isIndexed(options) ? await reindex() : null,
    reindex,
    putPage: createSyncWriter(store, clock).putContacts,
    // Where contacts are only added, those that are there are left out, whatever they hold.
    isAsDesired: modeOf(recipe) === 'add' ? () => false : createDigestMatcher(recipe.kind, parts),
    service,
    lookup: options.lookup,
    freshSync: freshSync(tablesOf(store).syncs.latestComplete(), options.settings.syncMaxAgeSeconds, clock.nowMs()),
    unknown: tablesOf(store).unknownAtService,
    since,
    isToldByRecord: importDescriptors[recipe.kind].isToldByRecord,
    concurrency: options.settings.concurrency,
    clock,
    signal,
    onAnswer: meter.answered,
  })
  const { textsPeople } = importDescriptors[recipe.kind]
  const readsPosts = options.settings.readsLatestPosts === true || textsPeople
  const posts = createLatestPosts({
    service: readsPosts && options.lookup !== 'never' ? options.service : null,
    groupUuids: tablesOf(store)
      .departments.all()
      .map(({ uuid }) => uuid),
    concurrency: options.settings.concurrency,
    signal,
    kept: { table: tablesOf(store).askedPosts, clock, isReused: options.lookup !== 'always' },
    onAnswer: () => meter.answered(1),
  })
  const conversations = createConversationStates({
    service: importDescriptors[recipe.kind].readsConversations && options.lookup !== 'never' ? options.service : null,
    groupUuid: mapping.groupUuid,
    concurrency: options.settings.concurrency,
    signal,
    onAnswer: () => meter.answered(1),
  })

  let sizeReads = 0

  // In one transaction: SQLite forgets what it has read of the database after each, as others may have written.
  const findAll = store.transaction((rows: readonly MappedRow[], keys: readonly (MatchKey | null)[]): Match[] =>
    rows.map((row, at) => {
      const key = keys[at] ?? null
      return key === null ? none : lookUp.findFor(row, key)
    }),
  )

  const look = (rows: readonly MappedRow[]): Looked => {
    const keys = rows.map((row) => (hasError(row) || row.filtered !== undefined ? null : row.key))
    const matches = findAll(rows, keys)
    const isOpen = rows.map((row, at) => {
      const key = keys[at] ?? null
      return key !== null && lookUp.isWanted(row, key, matches[at] ?? none)
    })
    return { keys, matches, isOpen }
  }
  /** Reads all contacts where that is the quicker way: then these rows must be looked at once more. */
  const readsPages = async ({ matches, isOpen }: Looked, bytesRead: number): Promise<boolean> => {
    const again = matches.filter(({ kind }, at) => isOpen[at] === true && kind !== 'none').length
    if (again === 0 || !lookUp.wantsPages(again, { bytesRead, bytesTotal: file.sizeBytes })) return false
    meter.expect(tablesOf(store).contacts.count())
    await lookUp.readPages()
    return true
  }
  const ask = async (rows: readonly MappedRow[], { keys, matches, isOpen }: Looked): Promise<Match[]> => {
    const claimed = lookUp.claim(keys.filter((_key, at): _key is MatchKey => isOpen[at] === true))
    meter.expect(claimed.length)
    await lookUp.ask(claimed)
    const found = rows.map((row, at) => (isOpen[at] === true && row.key !== null ? lookUp.find(row.key) : (matches[at] ?? none)))
    const permitted = posts.unasked(rows, found, modeOf(recipe), textsPeople)
    meter.expect(permitted.length)
    await posts.ask(permitted)
    const unseen = conversations.unasked(found)
    meter.expect(unseen.length)
    await conversations.ask(unseen)
    return found
  }
  /** The contacts of each row, a group's one by one: rows of their own to all that looks for them. */
  const forEachMember = async (
    rows: readonly MappedRow[],
    findEach: (each: readonly MappedRow[]) => Promise<Match[]>,
  ): Promise<Match[]> => {
    if (!rows.some(({ members }) => members !== undefined)) return findEach(rows)
    const found = await findEach(rows.flatMap(membersOf))
    let next = 0
    return rows.map((row) => {
      const own = found.slice(next, (next += membersOf(row).length))
      if (row.members === undefined) return own[0] ?? none
      return { kind: 'group', members: row.members.map((phone, at) => ({ phone, match: own[at] ?? none })) }
    })
  }
  /** The same, and by the phone number of rows whose identifier the service does not know: from now on they are about that. */
  const askTwice = async (rows: readonly MappedRow[], looked: Looked): Promise<Match[]> => {
    const found = await ask(rows, looked)
    const others = rows.filter((row, at) => {
      const key = looked.keys[at] ?? null
      return key !== null && found[at]?.kind === 'none' && useOtherKey(row, key, recipe.match.column)
    })
    if (others.length === 0) return found
    const again = await ask(others, look(others))
    const byRow = new Map(others.map((row, at) => [row, again[at] ?? none]))
    return rows.map((row, at) => byRow.get(row) ?? found[at] ?? none)
  }

  return {
    /** The contact of each of these rows. `bytesRead`: of the file, up to their last. Throws what `ask` of the look-up does. */
    find(rows: readonly MappedRow[], bytesRead: number): Promise<Match[]> {
      return forEachMember(rows, async (each) => {
        const looked = look(each)
        return askTwice(each, (await readsPages(looked, bytesRead)) ? look(each) : looked)
      })
    },
    /** What a thread that reads ahead needs to know; null where it could not tell which rows change nothing. */
    known: canTellHolders(options) ? lookUp.known : null,
    /** The same as `find` for rows that were read ahead, but for the holders; null where what these are told by is no longer so. */
    async findOthers(holders: HolderRows, others: readonly MappedRow[], bytesRead: number): Promise<Match[] | null> {
      const isMoved = lookUp.movedSince()
      if (isMoved !== null && hasPhoneNumber(holders, isMoved)) return null
      const looked = look(others)
      return (await readsPages(looked, bytesRead)) ? null : askTwice(others, looked)
    },
    /** How many contacts the service's list shows, see `Service.listSize`; null where it is not to be asked, or does not show that. */
    async accountSize(enough: number): Promise<ListSize | null> {
      if (service === null || options.lookup === 'never') return null
      sizeReads += 1
      return service.listSize(enough, signal)
    },
    refusedInPosts: posts.refusedAtMs,
    textedInPosts: posts.isTexted,
    conversationState: conversations.stateOf,
    /** How many contacts that would get consent the service was not asked about for their latest posts: there are too many. */
    postsUnasked: posts.leftOut,
    /** How often the service was asked. */
    reads: (): number => lookUp.reads() + posts.requests() + conversations.requests() + sizeReads,
  }
}

/** Whether a thread that reads ahead could tell which rows change nothing, if any contacts are cached. */
export function mayReadAhead(options: Pick<ContactFinderOptions, 'file' | 'recipe' | 'lookup'>): boolean {
  return isIndexed(options) && canTellHolders(options)
}

function isIndexed({ file, recipe }: Pick<ContactFinderOptions, 'file' | 'recipe'>): boolean {
  return file.sizeBytes >= largeFromBytes && importDescriptors[recipe.kind].isToldByRecord
}

/** Where contacts are only added, or all are asked for, none is told to be as its row wants it. */
function canTellHolders({ recipe, lookup }: Pick<ContactFinderOptions, 'recipe' | 'lookup'>): boolean {
  return modeOf(recipe) !== 'add' && lookup !== 'always'
}

/** A row for each of a group; the row itself where it is about one contact. */
function membersOf(row: MappedRow): MappedRow[] {
  const { members, ...rest } = row
  return members?.map((phone) => ({ ...rest, key: { by: 'phone', phone } })) ?? [row]
}

/** Whether it has one; from now on it is about that. */
function useOtherKey(row: MappedRow, key: MatchKey, column: string): boolean {
  const { otherKey } = row
  if (otherKey === undefined) return false
  row.issues = [...row.issues, unknownKeyIssue({ line: row.line, column }, key, otherKey)]
  row.key = otherKey
  delete row.otherKey
  return true
}

function hasError({ issues }: MappedRow): boolean {
  return issues.some(({ severity }) => severity === 'error')
}
