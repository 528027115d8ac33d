import type { Clock } from '../../model/clock.ts'
import { AppError } from '../../model/errors.ts'
import type { ConversationPost, Service } from '../../service/service.ts'
import type { ReadCustomer } from '../../model/contacts/customer.ts'
import type { PostCall, ServiceCall } from '../../model/runs/service-call.ts'
import type { Store } from '../../store/open-store.ts'
import type { RowFailure } from '../../model/runs/row-outcome.ts'
import { tablesOf } from '../../store/tables.ts'
import { comparedWith } from './compared-with.ts'
import { notCreated } from './echo.ts'
import { changedSincePreview } from '../../model/contacts/field-values.ts'
import type { PostsRead } from '../../service/read-posts.ts'
import { readPostsSince } from '../reconcile/read-posts-since.ts'
import type { ProofImage } from '../proof/proof-task.ts'
import { postsBefore } from '../proof/posts/new-posts.ts'
import { answersIn, answersSince, laterAnswersIn, resolvedBy } from '../proof/posts/posts-after.ts'
import { imageOfRead } from '../proof/image-of-read.ts'
import { clockToleranceSeconds } from '../reconcile/reconcile-message.ts'
import { askedWords, showsQuestion, textsWrittenSince } from './asked-words.ts'
import { textsIn } from '../proof/posts/texts-after.ts'
import { unwrittenChanges, unwrittenOf } from '../proof/unwritten-fields.ts'
import { storedMessage } from '../proof/posts/stored-message.ts'
import { type UnaskedChange, unaskedAtCreation, unaskedChanges } from '../proof/unasked-changes.ts'
import type { Readiness, RunItem } from '../dispatch/run-item.ts'
import { changedFailure, contactGoneFailure, conversationGoneFailure, heldExistsFailure, refusedFailure } from '../words/row-words.ts'
import { createLookBeforeSending } from '../reconcile/look-before-sending.ts'
import { createReconciler } from '../reconcile/reconcile-call.ts'
import { callDescriptors, createdPhone, descriptorOf, givesConsent, postOf, refuses } from '../../kinds/calls/all-calls.ts'
import { givesPermission } from '../../kinds/undo/undo-row.ts'
import { createKnownRefusals } from '../../plan/guards/known-refusals.ts'
import { createGroupPosts } from '../../plan/guards/group-posts.ts'
import { createLatestPosts } from '../../plan/guards/latest-posts.ts'
import { undoContactGoneFailure, undoUnreadableFailure } from '../../kinds/undo/undo-failures.ts'
import { createPermissionRead } from './permission-read.ts'
import { usualPatience } from '../late/patience.ts'
import type { ReadAnswer } from './read-answer.ts'
import { readOrNull } from './read-or-null.ts'
import { stillToDo } from './row-progress.ts'

export interface ItemReadsOptions {
  store: Store
  service: Service
  runId: string
  planId: string
  /** By the wall clock. */
  runStartedAtMs: number
  clock: Pick<Clock, 'nowMs'>
  /** Whether the latest posts of a contact are read right before it gets permission. */
  settings?: { readsLatestPosts?: boolean }
  /** Whether it is looked into that the service texts people by itself: their posts are then read right before a call, too. */
  watchesTexts?: () => boolean
}

/** So many posts of a group's conversation are read to see its message there: the most that a page can have (section Limits). */
const groupPosts = 50

/** In so many departments it is looked whether the service has texted a contact by itself. */
const mostDepartments = 10

/** The reads that a run needs beside its calls. They throw what `Service`'s reads throw, and change nothing. */
export function createItemReads(options: ItemReadsOptions) {
  const { service } = options
  const { calls, contacts, groupConversations, importedMessages } = tablesOf(options.store)
  const reconcile = createReconciler(options)
  const posts = createLatestPosts({
    service: options.settings?.readsLatestPosts === true ? service : null,
    groupUuids: tablesOf(options.store)
      .departments.all()
      .map(({ uuid }) => uuid),
    concurrency: 1,
    signal: undefined,
    kept: { table: tablesOf(options.store).askedPosts, clock: options.clock, isReused: false },
    onAnswer: () => undefined,
    readOthers: createGroupPosts(options.store, service),
    isThorough: true,
  })
  const refusals = createKnownRefusals(options.store, posts.refusedAtMs)
  const look = createLookBeforeSending(options.store, service, options.clock)

  const readPermission = createPermissionRead({ ...options, readContact })

  return async function read(item: RunItem, needed: Exclude<Readiness, { kind: 'ready' }>, signal: AbortSignal): Promise<ReadAnswer> {
    const answer = await readFor(item, needed, signal)
    if (answer.kind !== 'found' || item.proof.kind !== 'wanted' || item.undo !== null) return answer
    const image = answer.image ?? imageOfRead(answer.seen)
    const readAtSeconds = options.clock.nowMs() / 1000
    const asks = 'call' in needed && descriptorOf(needed.call).wantsConsent === 'notAsked'
    if (options.watchesTexts?.() !== true && !asks) return { ...answer, image: { ...image, readAtSeconds } }
    const phone = answer.seen?.record.phone ?? ('phone' in needed ? needed.phone : null)
    const posts = phone === null ? null : await readTexts(phone, signal)
    return { ...answer, image: { ...image, readAtSeconds, texts: posts === null ? null : postsBefore(posts) } }
  }

  async function readFor(item: RunItem, needed: Exclude<Readiness, { kind: 'ready' }>, signal: AbortSignal): Promise<ReadAnswer> {
    switch (needed.kind) {
      case 'needsContact':
        return readCreated(needed.phone, signal)
      case 'needsAbsence':
        return readAbsence(needed.phone, signal)
      case 'needsPosts': {
        const refused = await refusedElsewhere(item, item.made.contactUuid, needed.phone, signal)
        return refused === null ? { kind: 'notRefused' } : { kind: 'changed', failure: refused, seen: null }
      }
      case 'needsPermission':
        return readPermission(item, needed, signal)
      case 'needsConversation':
        return readConversation(needed.phone, needed.groupUuid, signal)
      case 'needsFreshRead':
        return readAfresh(item, needed.uuid, needed.call, signal)
      case 'needsReconciling':
        return { kind: 'reconciled', ...(await reconcile(item, needed.call, signal)) }
      case 'needsEndState':
        return readEndState(needed.call, item, signal)
      case 'needsLook':
        return { kind: 'looked', ...(await look(needed.call, item.fingerprint, signal)) }
      case 'needsVerifying':
        return verify(needed, item, signal)
      case 'needsProofRead':
        return readForProof(needed.call, item, signal)
      case 'needsUndoRead':
        return readForUndo(item, needed.uuid, signal)
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
    return { kind: 'conversation', conversationUuid: conversation.conversationUuid }
  }

  async function readAfresh(item: RunItem, uuid: string, call: ServiceCall, signal: AbortSignal): Promise<ReadAnswer> {
    const customer = await readContact(uuid, signal)
    // A service that does not let single contacts be read leaves nothing but what is cached.
    if (customer === 'unreadable') {
      const phone = contacts.findByUuid(uuid)?.record.phone
      const refused = givesConsent([call]) ? await refusedElsewhere(item, uuid, phone, signal) : null
      return refused === null ? { kind: 'found', seen: null } : { kind: 'changed', failure: refused, seen: null }
    }
    if (customer === null) return { kind: 'missing', failure: contactGoneFailure, goneUuid: uuid }
    // Added or removed tags leave the others alone, whatever became of them.
    const tags = descriptorOf(call).tagsUpdate(call)
    const addsTags = tags !== null && tags.handling !== 'replace'
    // Whatever somebody changed, a refusal is sent; what follows it is looked at by itself.
    if (refuses(call)) return { kind: 'found', seen: customer }
    const atStake = stillToDo(item).filter(({ field }) => !(addsTags && field === 'tags'))
    const changed = changedSincePreview(atStake, customer.record).map(({ label }) => label)
    if (givesConsent([call])) {
      if (isNewlyBlocked(uuid, customer)) changed.push('Blocked')
      const unknown = item.changes.find((change) => change.field === 'consent' && !change.beforeKnown)
      if (unknown !== undefined && customer.record.consent === false) changed.push(unknown.label)
    }
    if (changed.length > 0) return { kind: 'changed', failure: changedFailure(changed), seen: customer }
    const refused = givesConsent([call]) ? await refusedElsewhere(item, uuid, customer.record.phone, signal) : null
    return refused === null ? { kind: 'found', seen: customer } : { kind: 'changed', failure: refused, seen: customer }
  }

  /**
   * How the contact refuses elsewhere than in its record, whoever recorded that since the preview: in its latest posts, in the ledger, or
   * on the do-not-text list. Null where it does not, or did so before the evidence with which its row was released.
   */
  async function refusedElsewhere(
    { agreedAtMs }: RunItem,
    uuid: string | null,
    phone: string | null | undefined,
    signal: AbortSignal,
  ): Promise<RowFailure | null> {
    if (typeof phone === 'string') await posts.askAgain(phone, signal)
    refusals.refresh()
    const refusal = refusals.of(uuid, phone ?? null)
    if (refusal === null || (agreedAtMs !== undefined && (refusal.atMs ?? agreedAtMs) < agreedAtMs)) return null
    return refusedFailure(refusal.how)
  }

  /** Without knowing what the service holds now, nothing is taken back: somebody may have edited it. */
  async function readForUndo(item: RunItem, uuid: string, signal: AbortSignal): Promise<ReadAnswer> {
    const customer = await readContact(uuid, signal)
    if (customer === 'unreadable') return { kind: 'missing', failure: undoUnreadableFailure, goneUuid: null }
    if (customer === null) return { kind: 'missing', failure: undoContactGoneFailure, goneUuid: uuid }
    const allowsTexts = item.undo?.isReleased === true && item.undo.written.some(givesPermission)
    const refused = allowsTexts ? await refusedElsewhere(item, uuid, customer.record.phone, signal) : null
    return refused === null ? { kind: 'undone', seen: customer } : { kind: 'changed', failure: refused, seen: customer }
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

  /** What the contact is like right before a call, and its conversation where the call leaves a post. */
  async function readForProof(call: ServiceCall, item: RunItem, signal: AbortSignal): Promise<ReadAnswer> {
    const sent = postOf(call)
    if (item.proof.kind === 'wanted' && item.proof.how === 'along' && sent !== null && sent.phone !== null) {
      const where = { pageSize: 1, ...(sent.groupUuid !== null && { groupUuid: sent.groupUuid }) }
      const found = await readOrNull(['service.shape', 'service.refused'], service.conversationByPhone(sent.phone, where, signal))
      return { kind: 'found', seen: null, image: { record: null, posts: null, isResolved: found?.value?.resolved ?? null } }
    }
    const seen = await readSubject(call, item, signal)
    const posts = callDescriptors[call.kind].leavesPost ? await readPosts(call, item, signal) : null
    return {
      kind: 'found',
      seen,
      image: {
        record: seen?.record ?? null,
        posts: posts === null ? null : postsBefore(posts.posts),
        ...(seen !== null && { unwritten: unwrittenOf(seen) ?? {} }),
        isResolved: posts?.isResolved ?? null,
      },
    }
  }

  /** The contact that a call is about: by its uuid, else by its number. Null where there is none, or where the service does not show it. */
  async function readSubject(call: ServiceCall, item: RunItem, signal: AbortSignal): Promise<ReadCustomer | null> {
    const known = callDescriptors[call.kind].createsContact ? null : (item.contacts.find((one) => !one.startsWith('+')) ?? null)
    const uuid = ('uuid' in call ? call.uuid : null) ?? item.made.contactUuid ?? known
    if (uuid !== null) {
      const customer = await readContact(uuid, signal)
      return customer === 'unreadable' ? null : customer
    }
    if (callDescriptors[call.kind].createsContact) return null
    const phone = 'phone' in call ? call.phone : (item.contacts.find((one) => one.startsWith('+')) ?? null)
    const found = phone === null ? null : await readOrNull(['service.shape', 'service.refused'], service.customerByPhone(phone, signal))
    return found?.value ?? null
  }

  /** Whether the service said that it created a contact, and has none with that number. */
  async function isCreatedInVain(call: ServiceCall, signal: AbortSignal): Promise<boolean> {
    const phone = createdPhone(call)
    if (phone === null) return false
    const read = await readOrNull(['service.shape', 'service.refused'], service.lookUpByPhone(phone, signal))
    return read !== null && read.value.customer === null && read.value.isCertain
  }

  async function readEndState(call: ServiceCall, item: RunItem, signal: AbortSignal): Promise<ReadAnswer> {
    const seen = await readSubject(call, item, signal)
    if (seen === null) return { kind: 'endState', call, isThere: false, seen }
    const { notApplied, unseen } = comparedWith(call, seen)
    return { kind: 'endState', call, isThere: notApplied.length + unseen.length === 0, seen }
  }

  /** The posts of the conversation that a call leaves one in; null where they cannot be told. */
  async function readPosts(call: ServiceCall, item: RunItem, signal: AbortSignal): Promise<PostsRead | null> {
    const sent = postOf(call)
    // An earlier process may have been answered.
    if (call.kind === 'sendToGroup') return readGroup(item.made.conversationUuid ?? groupConversations.ofGroup(call.phones), signal)
    const phone = sent?.phone ?? null
    if (phone === null) return null
    const since = { phone, groupUuid: sent?.groupUuid ?? null, sinceSeconds: options.runStartedAtMs / 1000 }
    const read = await readOrNull(['service.shape', 'service.refused'], readPostsSince(service, since, signal))
    return read === null || read.value.isCutShort ? null : read.value
  }

  /** The latest posts of a group's conversation, which only the answer to its message names. */
  async function readGroup(conversationUuid: string | null, signal: AbortSignal): Promise<PostsRead | null> {
    if (conversationUuid === null) return null
    const asked = service.conversation(conversationUuid, { pageSize: groupPosts }, signal)
    const read = await readOrNull(['service.shape', 'service.refused'], asked)
    if (read === null) return null
    // One that the service does not have has no message either.
    return { posts: read.value?.posts ?? [], conversationUuid, isCutShort: false, isResolved: read.value?.resolved ?? null }
  }

  /**
   * Looks up at the service what a call did, and, where it was read before the call, what else changed. What the service does not show
   * cannot be held against it.
   */
  async function verify(
    { call, postUuid, before }: Extract<Readiness, { kind: 'needsVerifying' }>,
    item: RunItem,
    signal: AbortSignal,
  ): Promise<ReadAnswer> {
    const nothingLost: ReadAnswer = { kind: 'verified', lost: [], isShown: false, isLate: false, seen: null }
    switch (callDescriptors[call.kind].canary) {
      case 'contact': {
        const customer = await readSubject(call, item, signal)
        if (customer === null)
          return (await isCreatedInVain(call, signal)) ? { ...nothingLost, lost: [notCreated], isLate: true } : nothingLost
        const { notApplied: lost, unseen } = comparedWith(call, customer)
        const asks = descriptorOf(call).wantsConsent === 'notAsked'
        const texts = lost.length === 0 && !asks ? await textsTo(customer.record.phone, item, before, signal) : []
        const changes = [...changesOf(call, before, customer), ...texts]
        const told = asks ? await toldOf(customer, before, signal) : {}
        return { kind: 'verified', lost, isShown: lost.length + unseen.length === 0, isLate: true, changes, seen: customer, ...told }
      }
      case 'posts': {
        const read = await readPosts(call, item, signal)
        const customer = before === null ? null : await readSubject(call, item, signal)
        const sent = postOf(call)
        const imported = { postUuid, body: sent?.body ?? null }
        const isOwned = (uuid: string) => importedMessages.hasPost(uuid)
        // What left earlier came before this run looked at its contact.
        const sinceMs = options.runStartedAtMs - usualPatience.arrivalMs
        const elsewhere = (kind: PostCall['kind']) => calls.postsUnsettledElsewhere(options.runId, kind, sent?.phone ?? '', sinceMs)
        const answers =
          item.isLookedUpAgain === true
            ? answersSince(read, imported, sent?.as ?? 'import', isOwned)
            : item.isWatched === true
              ? laterAnswersIn(read, before, imported, isOwned)
              : answersIn(read, before, { ...imported, as: sent?.as ?? 'import' }, isOwned, elsewhere)
        const changes = [...changesOf(call, before, customer), ...answers, ...resolvedBy(read, before)]
        // Posts that cannot be read tell nothing; a conversation without any does.
        if (read === null) return { ...nothingLost, changes, seen: customer }
        const { lost, isShown, isLate } = storedMessage(read.posts, { as: sent?.as ?? 'import', body: sent?.body ?? '', postUuid })
        return { kind: 'verified', lost, isShown, isLate, changes, isResolved: read.isResolved, seen: customer }
      }
      case 'conversation': {
        const customer = before === null ? null : await readSubject(call, item, signal)
        const uuid = call.kind === 'resolveConversation' ? call.conversationUuid : ''
        const read = await readOrNull(['service.shape', 'service.refused'], service.conversation(uuid, { pageSize: 1 }, signal))
        const lost = read?.value?.resolved === false ? [{ field: 'Resolved', asked: 'yes', answered: 'no' }] : []
        const phone = item.contacts.find((one) => one.startsWith('+')) ?? customer?.record.phone
        const texts = lost.length === 0 ? await textsTo(phone, item, before, signal) : []
        return { ...nothingLost, lost, isLate: true, changes: [...changesOf(call, before, customer), ...texts], seen: customer }
      }
      case null:
        return nothingLost
    }
  }

  /** What a request for consent was seen to do: what the service wrote, whether it shows its question, and what it shows as consent now. */
  async function toldOf(
    { record }: ReadCustomer,
    before: ProofImage | null,
    signal: AbortSignal,
  ): Promise<{ told: string; showsQuestion?: boolean }> {
    const posts = typeof record.phone === 'string' ? await readTexts(record.phone, signal) : null
    const sinceSeconds = (before?.readAtSeconds ?? options.runStartedAtMs / 1000) - clockToleranceSeconds
    const told = askedWords(posts === null ? null : textsWrittenSince(posts, sinceSeconds), record.consent)
    const isShown = showsQuestion(posts, before?.texts, (uuid) => importedMessages.hasPost(uuid))
    return { told, ...(isShown !== null && { showsQuestion: isShown }) }
  }

  /**
   * Whether the service has texted a contact by itself. Where it was found to do that, this is asked of those, too, who were sent
   * before: since the run began.
   */
  async function textsTo(
    phone: string | null | undefined,
    { undo, putBack, isLookedUpAgain }: RunItem,
    before: ProofImage | null,
    signal: AbortSignal,
  ): Promise<UnaskedChange[]> {
    if (typeof phone !== 'string' || undo !== null || putBack !== undefined) return []
    const image = isLookedUpAgain === true ? { readAtSeconds: options.runStartedAtMs / 1000 } : before
    if (image?.readAtSeconds === undefined || (isLookedUpAgain === true && options.watchesTexts?.() !== true)) return []
    return textsIn(await readTexts(phone, signal), image, (uuid) => importedMessages.hasPost(uuid))
  }

  /**
   * The latest posts of the conversations with a contact, whatever their departments. No reason to wait where they cannot be read: a later
   * proof reads others.
   */
  async function readTexts(phone: string, signal: AbortSignal): Promise<ConversationPost[] | null> {
    const { departments } = tablesOf(options.store)
    const known = departments.all().slice(0, mostDepartments)
    try {
      const places = known.length === 0 ? [{}] : known.map(({ uuid }) => ({ groupUuid: uuid }))
      const read = await Promise.all(places.map((where) => service.conversationByPhone(phone, where, signal)))
      return read.flatMap((conversation) => conversation?.posts ?? [])
    } catch (error) {
      if (error instanceof AppError && error.code.startsWith('service.')) return null
      throw error
    }
  }

  function changesOf(call: ServiceCall, before: ProofImage | null, now: ReadCustomer | null): UnaskedChange[] {
    if (now === null) return []
    if (callDescriptors[call.kind].createsContact) return unaskedAtCreation(now.record)
    if (before === null || before.record === null) return []
    return [...unaskedChanges(call, before.record, now.record), ...unwrittenChanges(before.unwritten, unwrittenOf(now))]
  }
}
