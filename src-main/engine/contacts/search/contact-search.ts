import { setImmediate } from 'node:timers/promises'
import { consents, type ContactFilter, type ContactSort, type SearchFlagCounts } from '../../model/contacts/contact-filter-schema.ts'
import type { CachedContact } from '../../store/contacts/contacts.ts'
import {
  addAll,
  blockOf,
  blockSize,
  type BlockBits,
  countPlaces,
  emptyBlock,
  hasPlace,
  keepCommon,
  placesOf,
  setPlace,
} from '../../store/contacts/id-bits.ts'
import { type SearchFlag, searchFlags } from '../../store/contacts/search-grams.ts'
import type { SearchRow } from '../../store/contacts/search-row.ts'
import { bytesText } from '../../store/contacts/search-text.ts'
import type { Store } from '../../store/open-store.ts'
import { tablesOf } from '../../store/tables.ts'
import { fieldCondition, flagCondition, type SearchCondition, tagCondition, textConditions } from './search-condition.ts'

/** Contacts that are looked at one by one without letting other work in between. */
const rowsAtOnce = 20_000
/** Going through the texts of a block takes as long as looking at so many contacts one by one. */
const textsCountAs = 2_000
/** The order of more names than that is made anew at most so often while contacts change, in times of what that takes. */
const quickOrder = 100_000
const leastOrderPause = 10
/** What was found for so many filters is kept. */
const keptAtMost = 8

interface Page {
  offset: number
  limit: number
}

/** Contacts that were found: by blocks of ids. */
interface Found {
  blocks: BlockBits[]
  total: number
}

/** The ids of all contacts by name, as they were; `lastId`: the newest of them. */
interface NameOrder {
  ids: Uint32Array
  lastId: number
  version: string
  madeAtMs: number
  tookMs: number
}

export type ContactSearch = ReturnType<typeof createContactSearch>

/** Finds contacts of an account's cache by what stands in them. What was found of late is kept until something is written. */
export function createContactSearch(store: Store) {
  const { contacts, searchIndex: index, contactChanges } = tablesOf(store)
  const selectVersion = store.prepare<[], number>('SELECT total_changes()').pluck()
  const version = () => `${String(store.pragma('data_version', { simple: true }))} ${selectVersion.get() ?? 0}`
  /** By the filter; several, because a list that is sorted by consent asks for each of them. */
  let kept: { version: string; found: Map<string, Found> } = { version: '', found: new Map() }
  let order: NameOrder | null = null
  let preparing: Promise<void> | null = null

  /** Indexes what was not indexed yet; others can work in between. Where nothing can be written, each contact is looked at instead. */
  async function prepare(): Promise<void> {
    if (store.readonly) return
    for (const block of index.pending()) {
      if (!store.open) return
      index.build(block)
      await setImmediate()
    }
  }
  const prepared = (): Promise<void> => (preparing ??= prepare().finally(() => (preparing = null)))

  function conditionsOf({ search, consent, flags, tags, field }: ContactFilter): SearchCondition[] {
    return [
      ...textConditions(search),
      ...(consent.length > 0 ? [flagCondition(consent, index)] : []),
      ...(flags.length > 0 ? [flagCondition(flags, index)] : []),
      ...(tags.length > 0 ? [tagCondition(tags)] : []),
      ...(field === undefined ? [] : [fieldCondition(field, index)]),
    ]
  }

  /** Of an indexed block those whose pieces fit, and that are as they were then. */
  function candidates(block: number, conditions: readonly SearchCondition[], stale: readonly number[]): BlockBits {
    let bits: BlockBits | null = null
    for (const { queries } of conditions) {
      const fitting = emptyBlock()
      for (const query of queries) addAll(fitting, index.placesWith(block, query))
      if (bits === null) bits = fitting
      else keepCommon(bits, fitting)
    }
    const all = bits ?? emptyBlock()
    for (const id of stale) if (blockOf(id) === block) setPlace(all, id % blockSize, false)
    return all
  }

  async function find(filter: ContactFilter): Promise<Found> {
    const conditions = conditionsOf(filter)
    const inRun = filter.run === undefined ? null : new Set(contactChanges.contactsOfRun(filter.run))
    const unread = filter.notSeenSinceMs === undefined ? null : contacts.unseen(filter.notSeenSinceMs, Number.MAX_SAFE_INTEGER)
    const isWanted = (id: number): boolean =>
      (inRun === null || inRun.has(id)) &&
      (filter.notSeenSinceMs === undefined || (unread !== null && ((unread[id >>> 3] ?? 0) & (1 << (id & 7))) !== 0))
    const isFiltered = inRun !== null || filter.notSeenSinceMs !== undefined
    const open = conditions.filter(({ isExact }) => !isExact)
    const fits = (row: SearchRow): boolean => {
      const text = bytesText(index.textOf(row))
      return conditions.every((condition) => condition.fits(text, () => row)) && isWanted(row[0])
    }
    const stale = index.stale()
    const { all, indexed } = index.blocks()
    const blocks: BlockBits[] = []
    let looked = 0
    for (let block = 0; block < all; block += 1) {
      if (looked >= rowsAtOnce) {
        await setImmediate()
        looked = 0
      }
      const firstId = block * blockSize
      if (!indexed.has(block) || conditions.length === 0) {
        const bits = emptyBlock()
        for (const row of index.rowsOf(block)) if (fits(row)) setPlace(bits, row[0] - firstId, true)
        blocks.push(bits)
        looked += blockSize
        continue
      }
      const bits = candidates(block, conditions, stale)
      blocks.push(bits)
      if ((open.length === 0 && !isFiltered) || countPlaces(bits) === 0) continue
      const texts = open.length === 0 ? null : index.textsOf(block)
      if (texts !== null) {
        for (const { pieces } of open) if (pieces !== undefined) keepCommon(bits, texts.having(pieces.some))
        looked += textsCountAs
      }
      const left = open.filter(({ pieces }) => pieces?.isAll !== true)
      if (left.length === 0 && !isFiltered) continue
      const places = [...placesOf(bits)]
      for (const place of places) {
        const text = left.length === 0 ? '' : (texts?.at(place) ?? '')
        const rowAt = () => index.rows([firstId + place])[0]
        if (!isWanted(firstId + place) || !left.every((condition) => condition.fits(text, rowAt))) setPlace(bits, place, false)
      }
      looked += places.length
    }
    if (conditions.length > 0)
      for (const row of index.rows(stale.filter((id) => indexed.has(blockOf(id)))))
        if (fits(row)) setPlace(blocks[blockOf(row[0])] ?? emptyBlock(), row[0] % blockSize, true)
    return { blocks, total: blocks.reduce((sum, bits) => sum + countPlaces(bits), 0) }
  }

  async function found(filter: ContactFilter): Promise<Found> {
    await prepared()
    const now = version()
    if (kept.version !== now || kept.found.size >= keptAtMost) kept = { version: now, found: new Map() }
    const key = JSON.stringify(filter)
    const known = kept.found.get(key)
    if (known !== undefined) return known
    const { found: into } = kept
    const fresh = await find(filter)
    into.set(key, fresh)
    return fresh
  }

  /** The ids of a page by name, from its first to its last, and how many there are in all. */
  async function pageByName(filter: ContactFilter, { offset, limit }: Page): Promise<{ ids: number[]; total: number }> {
    const result = await found(filter)
    const ids: number[] = []
    let at = 0
    for (const id of inOrder(result)) {
      if (ids.length >= limit) break
      if (at >= offset) ids.push(id)
      at += 1
    }
    return { ids, total: result.total }
  }

  async function totalOf(filter: ContactFilter): Promise<number> {
    return isEmpty(filter) ? contacts.count() : (await found(filter)).total
  }

  async function pageUp(filter: ContactFilter, by: ContactSort['by'], { offset, limit }: Page): Promise<CachedContact[]> {
    if (by === 'name' && isEmpty(filter)) return contacts.page({ offset, limit })
    const ids: number[] = []
    let before = 0
    for (const part of by === 'name' ? [filter] : partsByConsent(filter)) {
      const page = await pageByName(part, { offset: Math.max(0, offset - before), limit: limit - ids.length })
      ids.push(...page.ids)
      before += page.total
    }
    return ids.flatMap((id) => contacts.findById(id) ?? [])
  }

  function byName(): NameOrder {
    const nowMs = performance.now()
    const now = version()
    const isDue = order === null || order.ids.length <= quickOrder || nowMs - order.madeAtMs > order.tookMs * leastOrderPause
    if (order === null || (order.version !== now && isDue)) {
      const ids = contacts.idsByName()
      const lastId = contacts.lastId()
      order = { ids, lastId, version: now, madeAtMs: performance.now(), tookMs: performance.now() - nowMs }
    }
    return order
  }

  function* inOrder({ blocks }: Found): Generator<number> {
    const { ids, lastId } = byName()
    for (const id of ids) {
      const bits = blocks[blockOf(id)]
      if (bits !== undefined && hasPlace(bits, id % blockSize)) yield id
    }
    // Who came since the order was made stands at its end.
    for (let block = blockOf(lastId); block < blocks.length; block += 1)
      for (const place of placesOf(blocks[block] ?? emptyBlock())) if (block * blockSize + place > lastId) yield block * blockSize + place
  }

  return {
    prepare: prepared,

    /** One page of those that fit, and how many fit. An empty filter finds all. Without `sort` by name. */
    async page(
      filter: ContactFilter,
      { offset, limit, sort }: Page & { sort?: ContactSort | undefined },
    ): Promise<{ contacts: CachedContact[]; total: number }> {
      const { by, down } = sort ?? { by: 'name', down: false }
      const total = await totalOf(filter)
      if (!down) return { contacts: await pageUp(filter, by, { offset, limit }), total }
      // The same order, read from its end.
      const end = Math.max(0, total - offset)
      const start = Math.max(0, end - limit)
      return { contacts: (await pageUp(filter, by, { offset: start, limit: end - start })).toReversed(), total }
    },

    /** All that fit; in the cache's own order where that is everybody. */
    async all(filter: ContactFilter): Promise<Iterable<CachedContact>> {
      if (isEmpty(filter)) return contacts.all()
      const result = await found(filter)
      return (function* () {
        for (const id of inOrder(result)) {
          const contact = contacts.findById(id)
          if (contact !== null) yield contact
        }
      })()
    },

    /** How many contacts of the account have each of the flags. */
    async counts(): Promise<Omit<SearchFlagCounts, 'gone'>> {
      await prepared()
      const names = Object.keys(searchFlags) as SearchFlag[]
      const counts = {} as Omit<SearchFlagCounts, 'gone'>
      for (const flag of names) {
        const { total } = await find({ ...emptyFilter, flags: [flag] })
        counts[flag] = total
      }
      return counts
    },
  }
}

/** Those that fit by what they say of texts: each contact is in one part. */
function partsByConsent(filter: ContactFilter): ContactFilter[] {
  return consents.filter((one) => filter.consent.length === 0 || filter.consent.includes(one)).map((one) => ({ ...filter, consent: [one] }))
}

const emptyFilter: ContactFilter = { search: '', consent: [], flags: [], tags: [] }

function isEmpty(filter: ContactFilter): boolean {
  const { search, consent, flags, tags, field, run, notSeenSinceMs } = filter
  const isAnything = consent.length + flags.length + tags.length > 0 || field !== undefined || run !== undefined
  return search.trim() === '' && !isAnything && notSeenSinceMs === undefined
}
