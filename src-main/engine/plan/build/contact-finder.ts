import { importDescriptors } from '../../kinds/all-kinds.ts'
import type { AccountSettings } from '../../model/account-schema.ts'
import type { Clock } from '../../model/clock.ts'
import { allParts, type RecordParts } from '../../model/contacts/record-parts.ts'
import type { MappedRow, MatchKey } from '../../model/plans/mapped-row.ts'
import type { Lookup } from '../../model/plans/plan-schema.ts'
import { modeOf } from '../../model/recipes/recipe-mode.ts'
import type { Recipe } from '../../model/recipes/recipe-schema.ts'
import type { Service } from '../../service/service.ts'
import { createContactIndex } from '../../store/contacts/contact-index.ts'
import { createSyncWriter } from '../../store/contacts/sync-writer.ts'
import type { Store } from '../../store/open-store.ts'
import { tablesOf } from '../../store/tables.ts'
import { createLatestPosts } from '../guards/latest-posts.ts'
import { createContactLookup, freshSync } from '../match/contact-lookup.ts'
import { createDigestMatcher } from '../match/desired-digest.ts'
import type { KnownSince } from '../match/knowledge.ts'
import type { Match } from '../match/match.ts'
import type { PlanMeter } from './plan-meter.ts'

interface ContactFinderOptions {
  store: Store
  file: { sizeBytes: number }
  mapping: { parts?: RecordParts }
  recipe: Recipe
  service: Service | null
  lookup: Lookup
  settings: Pick<AccountSettings, 'syncMaxAgeSeconds' | 'concurrency'> & Partial<Pick<AccountSettings, 'readsLatestPosts'>>
  clock: Clock
  signal?: AbortSignal
}

/** Smaller files are planned before all contacts of a large account are indexed. */
const largeFromBytes = 4 * 1024 * 1024
const none: Match = { kind: 'none' }

/** Finds the contacts of a file's rows: in the cache, and at the service where that is wanted, which is asked for their latest posts, too. */
export async function createContactFinder(options: ContactFinderOptions, since: KnownSince, meter: PlanMeter) {
  const { store, file, mapping, recipe, service, clock, signal } = options
  const parts = mapping.parts ?? allParts
  const isIndexed = file.sizeBytes >= largeFromBytes && importDescriptors[recipe.kind].isToldByRecord
  const reindex = () => createContactIndex(store, parts, signal)
  const lookUp = createContactLookup({
    contacts: tablesOf(store).contacts,
    index: isIndexed ? await reindex() : null,
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
  const posts = createLatestPosts({
    service: options.settings.readsLatestPosts === true && options.lookup !== 'never' ? options.service : null,
    groupUuids: tablesOf(store)
      .departments.all()
      .map(({ uuid }) => uuid),
    concurrency: options.settings.concurrency,
    signal,
    onAnswer: () => meter.answered(1),
  })

  // In one transaction: SQLite forgets what it has read of the database after each, as others may have written.
  const findAll = store.transaction((rows: readonly MappedRow[], keys: readonly (MatchKey | null)[]): Match[] =>
    rows.map((row, at) => {
      const key = keys[at] ?? null
      return key === null ? none : lookUp.findFor(row, key)
    }),
  )

  return {
    /** The contact of each of these rows. `bytesRead`: of the file, up to their last. Throws what `ask` of the look-up does. */
    async find(rows: readonly MappedRow[], bytesRead: number): Promise<Match[]> {
      const keys = rows.map((row) => (hasError(row) ? null : row.key))
      const find = () => {
        const matches = findAll(rows, keys)
        const isOpen = rows.map((row, at) => {
          const key = keys[at] ?? null
          return key !== null && lookUp.isWanted(row, key, matches[at] ?? none)
        })
        return { matches, isOpen }
      }
      let { matches, isOpen } = find()
      const again = matches.filter(({ kind }, at) => isOpen[at] === true && kind !== 'none').length
      if (again > 0 && lookUp.wantsPages(again, { bytesRead, bytesTotal: file.sizeBytes })) {
        meter.expect(tablesOf(store).contacts.count())
        await lookUp.readPages()
        ;({ matches, isOpen } = find())
      }
      const wanted = keys.filter((_key, at): _key is MatchKey => isOpen[at] === true)
      if (wanted.length > 0) {
        const claimed = lookUp.claim(wanted)
        meter.expect(claimed.length)
        await lookUp.ask(claimed)
      }
      const found = rows.map((row, at) => (isOpen[at] === true && row.key !== null ? lookUp.find(row.key) : (matches[at] ?? none)))
      const permitted = posts.unasked(rows, found)
      if (permitted.length > 0) {
        meter.expect(permitted.length)
        await posts.ask(permitted)
      }
      return found
    },
    refusesInPosts: posts.refuses,
    /** How often the service was asked. */
    reads: lookUp.reads,
  }
}

function hasError({ issues }: MappedRow): boolean {
  return issues.some(({ severity }) => severity === 'error')
}
