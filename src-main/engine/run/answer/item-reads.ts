import { isSameText } from '../../model/same-text.ts'
import type { Service } from '../../service/service.ts'
import type { ReadCustomer } from '../../model/contacts/customer.ts'
import type { ServiceCall } from '../../model/runs/service-call.ts'
import type { Store } from '../../store/open-store.ts'
import type { RowFailure } from '../../model/runs/row-outcome.ts'
import { tablesOf } from '../../store/tables.ts'
import { checkCreation, checkEcho, type NotApplied } from './echo.ts'
import { changedSincePreview, valueIn } from '../../model/contacts/field-values.ts'
import { readPostsSince } from '../reconcile/read-posts.ts'
import type { Made, Readiness, RunItem } from '../dispatch/run-item.ts'
import { changedFailure, contactGoneFailure, conversationGoneFailure, heldExistsFailure } from '../run-words.ts'
import { type CallFate, createReconciler } from '../reconcile/reconcile-call.ts'
import { callDescriptors, descriptorOf, givesConsent, postOf } from '../../kinds/calls/all-calls.ts'
import { undoContactGoneFailure, undoUnreadableFailure } from '../../kinds/undo/undo-failures.ts'
import { readOrNull } from './read-or-null.ts'
import { stillToDo } from './row-progress.ts'

/** What reading brought for an item. */
export type ReadAnswer =
  /** Continue. `seen` is for the cache; `made` is what an earlier call of the row created without an answer that said so. */
  | { kind: 'found'; seen: ReadCustomer | null; made?: Partial<Made> }
  | { kind: 'missing'; failure: RowFailure; goneUuid: string | null }
  | { kind: 'changed'; failure: RowFailure; seen: ReadCustomer }
  | ({ kind: 'reconciled' } & CallFate)
  | { kind: 'verified'; lost: NotApplied[]; seen: ReadCustomer | null }
  /** The contact whose row is to be undone. */
  | { kind: 'undone'; seen: ReadCustomer }

export interface ItemReadsOptions {
  store: Store
  service: Service
  runId: string
  planId: string
  /** By the wall clock. */
  runStartedAtMs: number
}

/** The reads that a run needs beside its calls. They throw what `Service`'s reads throw, and change nothing. */
export function createItemReads(options: ItemReadsOptions) {
  const { service } = options
  const { contacts } = tablesOf(options.store)
  const reconcile = createReconciler(options)

  return async function read(item: RunItem, needed: Exclude<Readiness, { kind: 'ready' }>, signal: AbortSignal): Promise<ReadAnswer> {
    switch (needed.kind) {
      case 'needsContact':
        return readCreated(needed.phone, signal)
      case 'needsAbsence':
        return readAbsence(needed.phone, signal)
      case 'needsConversation':
        return readConversation(needed.phone, needed.groupUuid, signal)
      case 'needsFreshRead':
        return readAfresh(item, needed.uuid, needed.call, signal)
      case 'needsReconciling':
        return { kind: 'reconciled', ...(await reconcile(item, needed.call, signal)) }
      case 'needsVerifying':
        return verify(needed.call, item, signal)
      case 'needsUndoRead':
        return readForUndo(needed.uuid, signal)
    }
  }

  async function readCreated(phone: string, signal: AbortSignal): Promise<ReadAnswer> {
    const customer = await service.customerByPhone(phone, signal)
    if (customer === null) return { kind: 'missing', failure: contactGoneFailure, goneUuid: null }
    return { kind: 'found', seen: customer, made: { contactUuid: customer.record.uuid } }
  }

  async function readAbsence(phone: string, signal: AbortSignal): Promise<ReadAnswer> {
    const customer = await service.customerByPhone(phone, signal)
    return customer === null ? { kind: 'found', seen: null } : { kind: 'changed', failure: heldExistsFailure, seen: customer }
  }

  async function readConversation(phone: string, groupUuid: string | null, signal: AbortSignal): Promise<ReadAnswer> {
    const conversation = await service.conversationByPhone(phone, groupUuid === null ? {} : { groupUuid }, signal)
    if (conversation === null) return { kind: 'missing', failure: conversationGoneFailure, goneUuid: null }
    return { kind: 'found', seen: null, made: { conversationUuid: conversation.conversationUuid } }
  }

  async function readAfresh(item: RunItem, uuid: string, call: ServiceCall, signal: AbortSignal): Promise<ReadAnswer> {
    const customer = await readContact(uuid, signal)
    // A service that does not let single contacts be read leaves nothing but what is cached.
    if (customer === 'unreadable') return { kind: 'found', seen: null }
    if (customer === null) return { kind: 'missing', failure: contactGoneFailure, goneUuid: uuid }
    // Added or removed tags leave the others alone, whatever became of them.
    const tagsHandling = descriptorOf(call).tagsHandling(call)
    const addsTags = tagsHandling !== null && tagsHandling !== 'replace'
    const atStake = stillToDo(item).filter(({ field }) => !(addsTags && field === 'tags'))
    const changed = changedSincePreview(atStake, customer.record).map(({ label }) => label)
    if (givesConsent([call])) {
      if (isNewlyBlocked(uuid, customer)) changed.push('Blocked')
      const unknown = item.changes.find((change) => change.field === 'consent' && !change.beforeKnown)
      if (unknown !== undefined && customer.record.consent === false) changed.push(unknown.label)
    }
    return changed.length > 0 ? { kind: 'changed', failure: changedFailure(changed), seen: customer } : { kind: 'found', seen: customer }
  }

  /** Without knowing what the service holds now, nothing is taken back: somebody may have edited it. */
  async function readForUndo(uuid: string, signal: AbortSignal): Promise<ReadAnswer> {
    const customer = await readContact(uuid, signal)
    if (customer === 'unreadable') return { kind: 'missing', failure: undoUnreadableFailure, goneUuid: null }
    return customer === null ? { kind: 'missing', failure: undoContactGoneFailure, goneUuid: uuid } : { kind: 'undone', seen: customer }
  }

  /** Whether the preview, and so the guard of opt-outs, took the contact for one that is not blocked. */
  function isNewlyBlocked(uuid: string, { record }: ReadCustomer): boolean {
    return record.blocked === true && contacts.findByUuid(uuid)?.record.blocked === false
  }

  /** By its uuid, or by its number where the service does not offer that (section Endpoints: listed, not specified). */
  async function readContact(uuid: string, signal: AbortSignal): Promise<ReadCustomer | null | 'unreadable'> {
    const direct = await readOrNull(['service.shape', 'service.refused'], service.customerByUuid(uuid, signal))
    if (direct !== null) return direct.value
    const phone = contacts.findByUuid(uuid)?.record.phone ?? null
    const byPhone = phone === null ? null : await readOrNull(['service.shape', 'service.refused'], service.customerByPhone(phone, signal))
    const found = byPhone?.value ?? null
    return found?.record.uuid.toLowerCase() === uuid.toLowerCase() ? found : 'unreadable'
  }

  /** Looks up at the service what a first call did. What the service does not show cannot be held against it. */
  async function verify(call: ServiceCall, item: RunItem, signal: AbortSignal): Promise<ReadAnswer> {
    const nothingLost: ReadAnswer = { kind: 'verified', lost: [], seen: null }
    switch (callDescriptors[call.kind].canary) {
      case 'contact': {
        const uuid = ('uuid' in call ? call.uuid : null) ?? item.made.contactUuid
        const customer = uuid === null ? null : await readContact(uuid, signal)
        if (customer === null || customer === 'unreadable') return nothingLost
        return { kind: 'verified', lost: lostOf(call, customer), seen: customer }
      }
      case 'posts': {
        const sent = postOf(call)
        if (sent === null || sent.phone === null) return nothingLost
        const { phone, groupUuid, body } = sent
        const read = await readOrNull(
          ['service.shape', 'service.refused'],
          readPostsSince(service, { phone, groupUuid, sinceSeconds: options.runStartedAtMs / 1000 }, signal),
        )
        if (read === null || read.value.isCutShort || read.value.posts.length === 0) return nothingLost
        const isThere = read.value.posts.some((post) => isSameText(post.body, body))
        // The text itself is never repeated in a message about it.
        return {
          kind: 'verified',
          lost: isThere ? [] : [{ field: 'Message', asked: 'the text of the row', answered: 'another text' }],
          seen: null,
        }
      }
      case null:
        return nothingLost
    }
  }
}

/** What a call asked of a contact and the contact does not show. */
function lostOf(call: ServiceCall, { record }: ReadCustomer): NotApplied[] {
  switch (call.kind) {
    case 'updateCustomer':
      return checkEcho(call.customer, record).notApplied
    case 'createCustomer':
      return checkCreation(call, record).notApplied
    case 'setConsent': {
      const consent = valueIn(record, 'consent')
      if (consent === undefined || consent === call.consent) return []
      return [{ field: 'consent', asked: call.consent ? 'yes' : 'no', answered: consent === null ? 'nothing' : 'the opposite' }]
    }
    case 'importMessage':
    case 'resolveConversation':
      return []
  }
}
