import type { CallKind, FieldChange, PlannedCall } from '../plan/plan-schema.ts'
import type { CallOutcome, ServiceCall } from '../service/service.ts'
import { checkCreation, checkEcho, type NotApplied } from './echo.ts'
import { isNeverShown } from './field-values.ts'
import type { RunItem } from './run-item.ts'

/** Losses in a row, without a call that was applied between them, that stop the run after its first calls went well. */
const lossesInARow = 3

export type Proof = ReturnType<typeof createProof>

/**
 * Whether the service does what it says. The first call of each kind, and the first that writes a field, goes alone, on
 * trial, and is looked up at the service where its answer does not show enough; every later answer is compared with what was
 * asked as well.
 */
export function createProof() {
  const proven = new Set<string>()
  let trial: RunItem | null = null
  let losses = 0

  const prove = (call: ServiceCall): void => {
    for (const aspect of aspectsOf(call)) proven.add(aspect)
  }
  const isProven = (call: PlannedCall | ServiceCall): boolean => proven.has(call.kind) && aspectsOf(call).every((aspect) => proven.has(aspect))

  return {
    prove,
    isProven,
    /** The row whose call is on trial, or is to be: nothing else goes meanwhile. */
    trial: (): RunItem | null => trial,
    beginTrial(item: RunItem): void {
      trial = item
    },
    endTrial(): void {
      trial = null
    },
    /** What got lost between asking and answering, and whether the call is still to be looked up before it proves anything. */
    judge(call: ServiceCall, outcome: Extract<CallOutcome, { kind: 'done' }>): { lost: NotApplied[]; wantsLook: boolean } {
      const { lost, isSeen } = compare(call, outcome)
      if (lost.length > 0) return { lost, wantsLook: false }
      losses = 0
      if (isSeen) prove(call)
      return { lost, wantsLook: !isProven(call) }
    },
    /** A call was accepted and not applied. Answers whether that is reason enough to stop the run. */
    noteLoss(call: ServiceCall): boolean {
      losses += 1
      return !isProven(call) || losses >= lossesInARow
    },
  }
}

function compare(call: ServiceCall, { record }: Extract<CallOutcome, { kind: 'done' }>): { lost: NotApplied[]; isSeen: boolean } {
  switch (call.kind) {
    case 'updateCustomer':
    case 'createCustomer': {
      if (record === null) return { lost: [], isSeen: false }
      const { notApplied, unseen } = call.kind === 'updateCustomer' ? checkEcho(call.customer, record) : checkCreation(call, record)
      return { lost: notApplied, isSeen: unseen.length === 0 }
    }
    case 'setConsent':
    case 'importMessage':
      return { lost: [], isSeen: false }
    case 'resolveConversation':
      return { lost: [], isSeen: true }
  }
}

/** What has to be seen to work: calls of the kind, and each field that it writes. */
function aspectsOf(call: PlannedCall | ServiceCall): string[] {
  const { kind } = call
  switch (kind) {
    case 'updateCustomer':
    case 'createCustomer':
      return [kind, ...fieldsOf(call.customer).map((field) => `${kind} ${field}`)]
    case 'setConsent':
    case 'importMessage':
    case 'resolveConversation':
      return [kind satisfies CallKind]
  }
}

function fieldsOf({ customFields, ...plain }: { customFields?: Record<string, string>; phone?: string }): string[] {
  const named = Object.entries(plain).flatMap(([field, value]) => (value === undefined || field === 'phone' || isNeverShown(field) ? [] : [field]))
  return [...named, ...Object.keys(customFields ?? {}).map((uuid) => `custom:${uuid}`)]
}

/** What the fields are called on the screens. */
export function labelsOf(lost: readonly NotApplied[], changes: readonly FieldChange[]): string[] {
  return lost.map(({ field }) => changes.find((change) => change.field === field)?.label ?? field)
}
