import { setImmediate } from 'node:timers/promises'
import type { Store } from '../../store/open-store.ts'
import { tablesOf } from '../../store/tables.ts'
import { createRecentlyUsed, type RecentlyUsed } from '../../text/recently-used.ts'
import { undatedOrderMs } from '../build/message-claims.ts'
import { createContactKeys, createContactNumbers } from '../match/contact-keys.ts'
import type { OpenedConversation, PlannedConversation } from './conversation-schema.ts'
import { contactOf, pageOfRows } from './read-plan.ts'
import { type PlanRowsQuery, rowsFitting } from './reviewed-rows.ts'
import { cachedEffects, type RowEffects } from './row-effects.ts'

export type MessageFilter = Pick<PlanRowsQuery, 'class' | 'asReviewed' | 'effect' | 'search'>
type Page = Pick<PlanRowsQuery, 'offset' | 'limit'>

/** Rows looked at without letting other work in between: some ten milliseconds. */
const rowsAtOnce = 10_000
/** Lists that are remembered: what is being looked at, in more than one window. */
const listsAtMost = 4

/** Messages by their conversations: those with the latest message first, each in the order in which its messages are imported. */
interface Conversations {
  /** Where each conversation begins in `rows`, and at last where that ends. */
  starts: Uint32Array
  rows: Uint32Array
  /** When each conversation's latest message was sent; `undatedOrderMs` where the file does not tell. */
  lastMs: Float64Array
  placeOf(phone: string): number | null
}

const lists = new WeakMap<Store, RecentlyUsed<Promise<Conversations>>>()

/** The conversations that the messages of a ready plan go to, of those that fit a filter, and how many there are. */
export async function plannedConversations(
  store: Store,
  planId: string,
  { offset, limit, ...filter }: MessageFilter & Page,
): Promise<{ rows: PlannedConversation[]; total: number }> {
  const found = await cachedConversations(store, planId, filter)
  const total = found.lastMs.length
  const places = Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, (_, index) => offset + index)
  const effects = await cachedEffects(store, planId)
  return { rows: places.flatMap((place) => conversationAt(store, planId, found, place, effects) ?? []), total }
}

/** One of them, by its number, with a page of its messages; null where none of the messages goes there. */
export async function openConversation(
  store: Store,
  planId: string,
  phone: string,
  { offset, limit, ...filter }: MessageFilter & Page,
): Promise<OpenedConversation | null> {
  const found = await cachedConversations(store, planId, filter)
  const at = found.placeOf(phone)
  if (at === null) return null
  const conversation = conversationAt(store, planId, found, at, await cachedEffects(store, planId))
  const own = found.rows.subarray(found.starts[at], found.starts[at + 1])
  return conversation && { at, conversation, rows: pageOfRows(store, planId, { offset, limit }, own).rows }
}

function conversationAt(
  store: Store,
  planId: string,
  { starts, rows, lastMs }: Conversations,
  at: number,
  effects: Pick<RowEffects, 'isWhisper'>,
): PlannedConversation | null {
  const { planRows } = tablesOf(store)
  const own = rows.subarray(starts[at], starts[at + 1])
  const row = own[0] ?? 0
  const stored = planRows.find(planId, row)
  if (stored === null || stored.phone === null) return null
  const [first, last] = own.reduce(([least, most], one) => [Math.min(least, one), Math.max(most, one)], [row, row])
  const sentMs = lastMs[at] ?? undatedOrderMs
  const whispers = own.reduce((sum, one) => sum + (effects.isWhisper(one) ? 1 : 0), 0)
  return {
    phone: stored.phone,
    contact: contactOf(stored),
    posts: own.length,
    ...(whispers > 0 && { whispers }),
    firstLine: planRows.line(planId, first),
    lastLine: planRows.line(planId, last),
    ...(sentMs > undatedOrderMs && { lastSentAtSeconds: sentMs / 1000 }),
  }
}

/** Looked up once until the plan is revised or released. */
async function cachedConversations(store: Store, planId: string, filter: MessageFilter): Promise<Conversations> {
  const plan = tablesOf(store).plans.find(planId)
  const totals = plan?.totals ?? null
  if (plan === null || totals === null) return grouped(store, planId, new Uint32Array())
  const name = JSON.stringify([planId, plan.correctionsThrough, plan.createdAtMs, totals.send, totals.held, filter])
  const own = lists.get(store) ?? createRecentlyUsed(listsAtMost)
  lists.set(store, own)
  const before = own.get(name)
  if (before !== undefined) return before
  const found = rowsFitting(store, planId, filter).then((rows) => grouped(store, planId, rows))
  own.set(name, found)
  found.catch(() => own.forget(name, found))
  return found
}

/** `found`: numbers of rows, ascending. Rows that name nobody are in no conversation. */
async function grouped(store: Store, planId: string, found: Uint32Array): Promise<Conversations> {
  const { planRows } = tablesOf(store)
  const keys = createContactKeys()
  const numbers = createContactNumbers()
  const conversationOf = new Uint32Array(found.length)
  const orderMs = new Float64Array(found.length)
  const sizes: number[] = []
  const latest: number[] = []
  for (let at = 0; at < found.length;) {
    await setImmediate()
    const from = found[at] ?? 0
    const atBefore = at
    for (const { row, phone, laneOrder } of planRows.lanes(planId, from, from + rowsAtOnce - 1)) {
      if (row !== found[at]) continue
      if (phone !== null) {
        const key = keys.ofPhone(phone)
        if (numbers.get(key) === 0) numbers.set(key, sizes.push(0))
        const conversation = numbers.get(key)
        conversationOf[at] = conversation
        orderMs[at] = laneOrder ?? undatedOrderMs
        sizes[conversation - 1] = (sizes[conversation - 1] ?? 0) + 1
        latest[conversation - 1] = Math.max(latest[conversation - 1] ?? undatedOrderMs, laneOrder ?? undatedOrderMs)
      }
      at += 1
    }
    // Rows that went away with their plan.
    if (at === atBefore) break
  }
  const order = Uint32Array.from(sizes.keys()).sort((one, other) => (latest[other] ?? 0) - (latest[one] ?? 0) || one - other)
  const starts = new Uint32Array(sizes.length + 1)
  const next = new Uint32Array(sizes.length)
  const placeOf = new Uint32Array(sizes.length)
  order.forEach((conversation, place) => {
    next[conversation] = starts[place] ?? 0
    placeOf[conversation] = place
    starts[place + 1] = (starts[place] ?? 0) + (sizes[conversation] ?? 0)
  })
  const places = new Uint32Array(starts.at(-1) ?? 0)
  conversationOf.forEach((conversation, at) => {
    if (conversation > 0) {
      const place = next[conversation - 1] ?? 0
      places[place] = at
      next[conversation - 1] = place + 1
    }
  })
  for (const place of order.keys())
    places.subarray(starts[place], starts[place + 1]).sort((one, other) => (orderMs[one] ?? 0) - (orderMs[other] ?? 0) || one - other)
  return {
    starts,
    rows: places.map((at) => found[at] ?? 0),
    lastMs: Float64Array.from(order, (conversation) => latest[conversation] ?? undatedOrderMs),
    placeOf: (phone) => placeOf[numbers.get(keys.ofPhone(phone)) - 1] ?? null,
  }
}
