import { findCreated } from '../../service/find-created.ts'
import type { Service } from '../../service/service.ts'
import type { CallOutcome, ConsentRequest, PostCall, ServiceCall } from '../../model/runs/service-call.ts'
import type { Store } from '../../store/open-store.ts'
import { tablesOf } from '../../store/tables.ts'
import { checkCreation, type NotApplied } from '../answer/echo.ts'
import type { Clock } from '../../model/clock.ts'
import { readTextRule } from '../../plan/match/altered-texts.ts'
import { postFieldOf } from '../answer/alterations.ts'
import { readPostsSince } from './read-posts-since.ts'
import type { RunItem } from '../dispatch/run-item.ts'
import { readProfile } from '../late/service-profile.ts'
import { findMessage, hasUnowned } from './reconcile-message.ts'
import { postLeftBy } from '../../kinds/calls/all-calls.ts'
import { readOrNull } from '../answer/read-or-null.ts'
import type { WhyUntold } from '../words/row-words.ts'

type Done = Extract<CallOutcome, { kind: 'done' }>

/** What reading back says of a call that left without an answer. `lost`: what it asked for and the service does not hold. */
export type CallFate =
  { fate: 'arrived'; call: ServiceCall; outcome: Done; lost: NotApplied[] } | { fate: 'absent' } | { fate: 'cannotTell'; why: WhyUntold }

/** Looks up at the service whether calls arrived that must not happen twice. Throws what the service's reads throw. */
export function createReconciler(options: {
  store: Store
  service: Service
  runId: string
  planId: string
  runStartedAtMs: number
  clock: Pick<Clock, 'nowMs'>
}) {
  const { service, runId, planId } = options
  const { departments, importedMessages: imported, unreconciledCalls } = tablesOf(options.store)
  const sinceSeconds = options.runStartedAtMs / 1000
  /** Undefined until it is known whether that can be known. */
  let firstAtSeconds: number | null | undefined

  return async function reconcile(item: RunItem, call: ServiceCall, signal: AbortSignal): Promise<CallFate> {
    switch (call.kind) {
      case 'createCustomer':
        return reconcileCreation(call, signal)
      case 'importMessage':
      case 'writeWhisper':
      case 'sendToPhone':
        return reconcileMessage(item, call, signal)
      case 'sendToGroup':
        return { fate: 'cannotTell', why: 'group' }
      case 'requestConsent':
        return reconcileRequest(call, signal)
      case 'updateCustomer':
      case 'setConsent':
      case 'resolveConversation':
        throw new Error(`A call of the kind ${call.kind} is repeated, not reconciled.`)
    }
  }

  async function reconcileCreation(call: Extract<ServiceCall, { kind: 'createCustomer' }>, signal: AbortSignal): Promise<CallFate> {
    const read = await readOrNull(['service.refused'], findCreated(service, call.customer.phone, signal))
    if (read === null) return { fate: 'cannotTell', why: 'refused' }
    if (read.value.kind === 'absent') return { fate: 'absent' }
    if (read.value.kind === 'cannotTell') return { fate: 'cannotTell', why: 'uncertain' }
    const { customer } = read.value
    const outcome = doneBecause({ record: customer.record })
    return { fate: 'arrived', call, outcome, lost: checkCreation(call, customer.record).notApplied }
  }

  /**
   * What a request writes is the service's own: a post since the run began that no customer and no row wrote may be it, in whatever department,
   * and then nobody but a person can tell. Nor can anybody else where there is none, unless the service was seen to show its questions.
   */
  async function reconcileRequest({ phone }: ConsentRequest, signal: AbortSignal): Promise<CallFate> {
    const known = departments.all().map(({ uuid }) => uuid)
    for (const groupUuid of known.length === 0 ? [null] : known) {
      const read = await readOrNull(['service.refused'], readPostsSince(service, { phone, groupUuid, sinceSeconds }, signal))
      if (read === null) return { fate: 'cannotTell', why: 'refused' }
      const { posts, isCutShort } = read.value
      if (isCutShort || posts.some(({ creatorType, uuid }) => creatorType !== 'customer' && !imported.hasPost(uuid)))
        return { fate: 'cannotTell', why: 'uncertain' }
    }
    return readProfile(options.store, options.clock.nowMs()).showsQuestions ? { fate: 'absent' } : { fate: 'cannotTell', why: 'unshown' }
  }

  async function reconcileMessage(item: RunItem, call: PostCall, signal: AbortSignal): Promise<CallFate> {
    const { phone, groupUuid } = call
    const { body, as } = postLeftBy(call)
    const read = await readOrNull(['service.refused'], readPostsSince(service, { phone, groupUuid, sinceSeconds }, signal))
    if (read === null) return { fate: 'cannotTell', why: 'refused' }
    const { posts, conversationUuid, isCutShort } = read.value
    const isOwned = (uuid: string) => imported.hasPost(uuid)
    if (firstAtSeconds === undefined && hasUnowned({ as, posts, isOwned })) firstAtSeconds = await whenFirstArrived(signal)
    const fate = findMessage({
      as,
      posts,
      isCutShort,
      body,
      rule: readTextRule(options.store, postFieldOf(as), options.clock.nowMs()),
      sinceSeconds,
      firstAtSeconds: firstAtSeconds ?? null,
      isOwned,
      arrivedUnnamed: unreconciledCalls.arrivedUnnamed(runId, planId, item.lane, as),
      otherLost: unreconciledCalls.othersLost(runId, planId, item.lane, { as, body }, item.row),
    })
    if (fate.kind === 'absent') return { fate: 'absent' }
    if (fate.kind === 'cannotTell') return { fate: 'cannotTell', why: fate.why }
    return { fate: 'arrived', call, outcome: doneBecause({ postUuid: fate.post.uuid || null, conversationUuid }), lost: [] }
  }

  /** The first message of a run goes alone: by the service's own clock no other one is older. Undefined while it is on its way. */
  async function whenFirstArrived(signal: AbortSignal): Promise<number | null | undefined> {
    const first = unreconciledCalls.first(runId, planId)
    if (first === 'on its way') return undefined
    if (first === null) return null
    const read = await readOrNull(['service.refused', 'service.shape'], readPostsSince(service, { ...first, sinceSeconds }, signal))
    return read?.value.posts.find(({ uuid }) => uuid === first.postUuid)?.createdAtSeconds ?? null
  }
}

function doneBecause(found: Partial<Pick<Done, 'record' | 'postUuid' | 'conversationUuid'>>): Done {
  return { kind: 'done', status: 200, record: null, postUuid: null, conversationUuid: null, ...found }
}
