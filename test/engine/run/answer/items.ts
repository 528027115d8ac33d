import type { PlannedCall } from '../../../../src-main/engine/model/plans/plan-schema.ts'
import type { RunItem } from '../../../../src-main/engine/run/dispatch/run-item.ts'
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
    calls: [update],
    changes: [nameChange],
    fingerprint: null,
    ordinal: 0,
    attempts: 0,
    losses: 0,
    phase: { kind: 'call' },
    contact: { isFresh: false },
    made: { contactUuid: null, conversationUuid: null },
    undo: null,
    ...parts,
  }
}

export const callError: CallError = { code: 'service.failed', message: 'No.', hint: 'Ask.', serviceText: null }
export const failure = { code: 'service.failed', message: 'No.', hint: 'Ask.' }

export function done(shown: Partial<Extract<CallOutcome, { kind: 'done' }>> = {}): Extract<CallOutcome, { kind: 'done' }> {
  return { kind: 'done', status: 200, record: null, postUuid: null, conversationUuid: null, ...shown }
}
