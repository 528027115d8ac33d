import type { PlannedCall } from '../../../../src-main/engine/model/plans/plan-schema.ts'
import type { Situation } from '../../../../src-main/engine/run/answer/call-step.ts'
import type { ExecutionState } from '../../../../src-main/engine/run/dispatch/execution-state.ts'
import type { ItemPhase, LostCall, RunItem, WrittenCall } from '../../../../src-main/engine/run/dispatch/run-item.ts'
import { createResolvedConversations } from '../../../../src-main/engine/run/proof/posts/resolved-conversations.ts'
import { usualPatience } from '../../../../src-main/engine/run/late/patience.ts'
import { unknownService } from '../../../../src-main/engine/run/late/service-profile.ts'
import type { CallError, CallOutcome, ServiceCall } from '../../../../src-main/engine/model/runs/service-call.ts'

export const update = { kind: 'updateCustomer', uuid: 'u1', customer: { name: 'New' } } as const satisfies ServiceCall & PlannedCall
export const consent = { kind: 'setConsent', uuid: 'u1', phone: null, consent: true } as const satisfies ServiceCall & PlannedCall
export const message = {
  kind: 'importMessage',
  phone: '+12025550100',
  groupUuid: null,
  body: 'Hello',
  attachments: [],
} satisfies ServiceCall & PlannedCall
export const creation = { kind: 'createCustomer', customer: { phone: '+12025550100', name: 'New' } } as const satisfies ServiceCall &
  PlannedCall
const nameChange = { field: 'name', label: 'Name', before: 'Old', beforeKnown: true, after: 'New' }

/** A row whose first call is to be sent. */
export function itemWith(parts: Partial<RunItem> = {}): RunItem {
  return {
    row: 3,
    lane: 'lane',
    contacts: ['u1'],
    calls: [update],
    changes: [nameChange],
    fingerprint: null,
    ordinal: 0,
    attempts: 0,
    losses: 0,
    phase: { kind: 'call' },
    contact: { isFresh: false },
    proof: { kind: 'open' },
    made: { contactUuid: null, conversationUuid: null },
    undo: null,
    ...parts,
  }
}

/** How a service stands that answers well, and of which nothing is known; nothing was under way for long. */
export function situationWith(parts: Partial<Situation> = {}): Situation {
  return {
    isOutage: false,
    random: 0,
    nowMs: 2_000,
    sentAtMs: 1_500,
    patience: usualPatience,
    profile: unknownService,
    isProven: false,
    ...parts,
  }
}

/** What the parts of an execution share beside what a test is about. */
export function sharedState(): Pick<ExecutionState, 'patience' | 'profile' | 'late' | 'quiet' | 'unseen' | 'watched' | 'resolved'> {
  return {
    patience: usualPatience,
    profile: unknownService,
    late: new Map(),
    quiet: new Map(),
    unseen: new Set(),
    watched: new Set(),
    resolved: createResolvedConversations(),
  }
}

/** Of rows that are begun, not resumed; see `createPendingRows`. */
export const begun = {
  isResumed: false,
  isUndo: false,
  arrivalMs: usualPatience.arrivalMs,
  believableMs: usualPatience.storedMs,
  clock: { nowMs: () => 0, monotonicMs: () => 0 },
}

/** A lost call that may arrive until then. */
export const lostUntil = (arrivesByMs: number, parts: Partial<LostCall> = {}): ItemPhase => ({
  kind: 'lost',
  looks: 0,
  arrivesByMs,
  status: null,
  failure,
  ...parts,
})

/** A call that is to be looked up. */
export const toVerify = (call: ServiceCall, parts: Partial<WrittenCall> = {}): ItemPhase => ({
  kind: 'verify',
  call,
  postUuid: null,
  answeredAtMs: 1_000,
  looks: 0,
  before: null,
  ...parts,
})

export const callError: CallError = { code: 'service.failed', message: 'No.', hint: 'Ask.', serviceText: null }
export const failure = { code: 'service.failed', message: 'No.', hint: 'Ask.' }

export function done(shown: Partial<Extract<CallOutcome, { kind: 'done' }>> = {}): Extract<CallOutcome, { kind: 'done' }> {
  return { kind: 'done', status: 200, record: null, postUuid: null, conversationUuid: null, ...shown }
}
