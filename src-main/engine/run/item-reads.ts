import type { Clock } from '../clock.ts'
import { AppError } from '../errors.ts'
import { isSameText } from '../plan/same-text.ts'
import type { CallOutcome, Post, ReadCustomer, Service, ServiceCall } from '../service/service.ts'
import { createImportedMessages } from '../store/imported-messages.ts'
import type { Store } from '../store/open-store.ts'
import { createUnsettledCalls } from '../store/unsettled-calls.ts'
import type { RowFailure } from '../store/run-rows.ts'
import { checkEcho, type NotApplied } from './echo.ts'
import { changedSincePreview, valueIn } from './field-values.ts'
import type { Readiness, RunItem } from './run-item.ts'
import { changedFailure, contactGoneFailure, conversationGoneFailure } from './run-words.ts'
import { clockToleranceSeconds, judgePosts } from './settle-message.ts'

type Done = Extract<CallOutcome, { kind: 'done' }>

/** What reading brought for an item. */
export type ReadAnswer =
  /** Go on. `seen` is for the cache. */
  | { kind: 'found'; seen: ReadCustomer | null }
  | { kind: 'missing'; failure: RowFailure; goneUuid: string | null }
  | { kind: 'changed'; failure: RowFailure; seen: ReadCustomer }
  | { kind: 'settled'; fate: 'arrived'; outcome: Done }
  | { kind: 'settled'; fate: 'absent' | 'cannotTell' }
  | { kind: 'verified'; lost: NotApplied[]; seen: ReadCustomer | null }

/** Pages of posts that settling reads at most for one message: 1,500 posts since the run began. */
const mostPages = 30

export interface ItemReadsOptions {
  store: Store
  service: Service
  clock: Clock
  runId: string
  planId: string
  /** By the wall clock. */
  runStartedAtMs: number
}

/** The reads that a run needs beside its calls. They throw what `Service`'s reads throw, and change nothing. */
export function createItemReads(options: ItemReadsOptions) {
  const { service, runId, planId } = options
  const imported = createImportedMessages(options.store)
  const unsettledCalls = createUnsettledCalls(options.store)

  return function read(item: RunItem, needed: Exclude<Readiness, { kind: 'ready' }>, signal: AbortSignal): Promise<ReadAnswer> {
    switch (needed.kind) {
      case 'needsContact':
        return readCreated(item, needed.phone, signal)
      case 'needsConversation':
        return readConversation(item, needed.phone, needed.groupUuid, signal)
      case 'needsFreshRead':
        return readAfresh(item, needed.uuid, needed.call, signal)
      case 'needsSettling':
        return settle(item, needed.call, signal)
      case 'needsVerifying':
        return verify(needed.call, item, signal)
    }
  }

  async function readCreated(item: RunItem, phone: string, signal: AbortSignal): Promise<ReadAnswer> {
    const customer = await service.customerByPhone(phone, signal)
    if (customer === null) return { kind: 'missing', failure: contactGoneFailure, goneUuid: null }
    item.createdUuid = customer.record.uuid
    return { kind: 'found', seen: customer }
  }

  async function readConversation(item: RunItem, phone: string, groupUuid: string | null, signal: AbortSignal): Promise<ReadAnswer> {
    const conversation = await service.conversationByPhone(phone, groupUuid === null ? {} : { groupUuid }, signal)
    if (conversation === null) return { kind: 'missing', failure: conversationGoneFailure, goneUuid: null }
    item.conversationUuid = conversation.conversationUuid
    return { kind: 'found', seen: null }
  }

  async function readAfresh(item: RunItem, uuid: string, call: ServiceCall, signal: AbortSignal): Promise<ReadAnswer> {
    const customer = await unlessUnreadable(service.customerByUuid(uuid, signal))
    // A service that does not let single contacts be read leaves nothing but what is cached.
    if (customer === 'unreadable') return { kind: 'found', seen: null }
    if (customer === null) return { kind: 'missing', failure: contactGoneFailure, goneUuid: uuid }
    // Added or removed tags leave the others alone, whatever became of them.
    const addsTags = call.kind === 'updateCustomer' && call.customer.tags !== undefined && call.customer.tags.handling !== 'replace'
    const atStake = item.changes.filter(({ field }) => !(addsTags && field === 'tags'))
    const changed = changedSincePreview(atStake, customer.record)
    if (changed.length > 0) return { kind: 'changed', failure: changedFailure(changed.map(({ label }) => label)), seen: customer }
    return { kind: 'found', seen: customer }
  }

  async function settle(item: RunItem, call: ServiceCall, signal: AbortSignal): Promise<ReadAnswer> {
    if (call.kind === 'createCustomer') {
      const customer = await service.customerByPhone(call.customer.phone, signal)
      if (customer === null) return { kind: 'settled', fate: 'absent' }
      return { kind: 'settled', fate: 'arrived', outcome: doneBecause({ record: customer.record }) }
    }
    if (call.kind !== 'importMessage') throw new Error(`A call of the kind ${call.kind} is repeated, not settled.`)
    const { phone, groupUuid, body } = call
    const sinceSeconds = options.runStartedAtMs / 1000
    const { posts, conversationUuid, isCutShort } = await postsSince(phone, groupUuid, sinceSeconds, signal)
    const fate = judgePosts({
      posts,
      isCutShort,
      body,
      sinceSeconds,
      isOwned: (uuid) => imported.hasPost(uuid),
      arrivedUnnamed: unsettledCalls.arrivedUnnamed(runId, planId, item.lane, body),
      otherUnsettled: unsettledCalls.othersUnsettled(runId, planId, item.lane, body, item.row),
    })
    if (fate.kind !== 'arrived') return { kind: 'settled', fate: fate.kind }
    return { kind: 'settled', fate: 'arrived', outcome: doneBecause({ postUuid: fate.post.uuid, conversationUuid }) }
  }

  /** The contact's posts, newest first, back to before the run; a contact without a conversation has none. */
  async function postsSince(phone: string, groupUuid: string | null, sinceSeconds: number, signal: AbortSignal) {
    const posts: Post[] = []
    const known = new Set<string>()
    let conversationUuid: string | null = null
    for (let page = 0; page < mostPages; page += 1) {
      const found = await service.conversationByPhone(phone, groupUuid === null ? { page } : { page, groupUuid }, signal)
      const fresh = found?.posts.filter(({ uuid }) => !known.has(uuid)) ?? []
      conversationUuid ??= found?.conversationUuid ?? null
      for (const post of fresh) known.add(post.uuid)
      posts.push(...fresh)
      const oldest = Math.min(...fresh.map(({ createdAtSeconds }) => createdAtSeconds ?? Number.POSITIVE_INFINITY))
      if (fresh.length === 0 || oldest < sinceSeconds - 2 * clockToleranceSeconds) return { posts, conversationUuid, isCutShort: false }
    }
    return { posts, conversationUuid, isCutShort: true }
  }

  /** Looks up at the service what the first call of a kind did. What the service does not show cannot be held against it. */
  async function verify(call: ServiceCall, item: RunItem, signal: AbortSignal): Promise<ReadAnswer> {
    const nothingLost: ReadAnswer = { kind: 'verified', lost: [], seen: null }
    switch (call.kind) {
      case 'updateCustomer':
      case 'createCustomer':
      case 'setConsent': {
        const uuid = 'uuid' in call ? (call.uuid ?? item.createdUuid) : item.createdUuid
        const customer = uuid === null ? null : await unlessUnreadable(service.customerByUuid(uuid, signal))
        if (customer === null || customer === 'unreadable') return nothingLost
        if (call.kind === 'updateCustomer') return { kind: 'verified', lost: checkEcho(call.customer, customer.record).notApplied, seen: customer }
        if (call.kind === 'createCustomer') return { kind: 'verified', lost: checkCreation(call, customer), seen: customer }
        const consent = valueIn(customer.record, 'consent')
        const isLost = consent !== undefined && consent !== call.consent
        const lost = { field: 'consent', asked: call.consent ? 'yes' : 'no', answered: consent === null ? 'nothing' : 'the opposite' }
        return { kind: 'verified', lost: isLost ? [lost] : [], seen: customer }
      }
      case 'importMessage': {
        const { phone, groupUuid, body } = call
        const found = await unlessUnreadable(service.conversationByPhone(phone, groupUuid === null ? {} : { groupUuid }, signal))
        if (found === null || found === 'unreadable' || found.posts.length === 0) return nothingLost
        const isThere = found.posts.some((post) => isSameText(post.body, body))
        // The text itself is never repeated in a message about it.
        return { kind: 'verified', lost: isThere ? [] : [{ field: 'message', asked: 'the text of the row', answered: 'another text' }], seen: null }
      }
      case 'resolveConversation':
        return nothingLost
    }
  }
}

/** What a creation asked for and the contact does not hold. */
export function checkCreation(call: Extract<ServiceCall, { kind: 'createCustomer' }>, { record }: Pick<ReadCustomer, 'record'>): NotApplied[] {
  const { phone: _phone, tags, ...fields } = call.customer
  return checkEcho({ ...fields, ...(tags === undefined ? {} : { tags: { handling: 'add', tags } }) }, record).notApplied
}

function doneBecause(found: Partial<Pick<Done, 'record' | 'postUuid' | 'conversationUuid'>>): Done {
  return { kind: 'done', status: 200, record: null, postUuid: null, conversationUuid: null, ...found }
}

async function unlessUnreadable<T>(reading: Promise<T>): Promise<T | 'unreadable'> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof AppError && (error.code === 'service.shape' || error.code === 'service.refused')) return 'unreadable'
    throw error
  }
}
