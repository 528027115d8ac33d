import type { CallKind, FieldChange } from '../plan/plan-schema.ts'
import type { CallOutcome, ServiceCall } from '../service/service.ts'
import { checkEcho, type NotApplied } from './echo.ts'
import { checkCreation } from './item-reads.ts'
import type { RunItem } from './run-item.ts'

/** Losses in a row, without a call that was applied between them, that stop the run after its first calls went well. */
const lossesInARow = 3

/**
 * Whether the service does what it says. The first call of each kind goes alone, on trial, and is looked up at the service
 * where its answer does not show enough; every later answer is compared with what was asked as well.
 */
export function createProof() {
  const proven = new Set<CallKind>()
  let trial: RunItem | null = null
  let losses = 0
  let wasOnTrial = false

  return {
    isProven: (kind: CallKind): boolean => proven.has(kind),
    prove: (kind: CallKind): void => void proven.add(kind),
    isOnTrial: (): boolean => trial !== null,
    beginTrial(item: RunItem): void {
      trial = item
    },
    endTrial(item: RunItem): void {
      if (trial === item) trial = null
    },
    /** What got lost between asking and answering, and whether the first call of its kind is still to be looked up. */
    judge(call: ServiceCall, outcome: Extract<CallOutcome, { kind: 'done' }>): { lost: NotApplied[]; wantsLook: boolean } {
      wasOnTrial = !proven.has(call.kind)
      const { lost, isSeen } = compare(call, outcome)
      losses = lost.length > 0 ? losses + 1 : 0
      if (lost.length === 0 && isSeen) proven.add(call.kind)
      return { lost, wantsLook: lost.length === 0 && !proven.has(call.kind) }
    },
    /** Whether the loss that was just judged is reason enough to stop the run. */
    isEnough: (): boolean => wasOnTrial || losses >= lossesInARow,
  }
}

function compare(call: ServiceCall, { record }: Extract<CallOutcome, { kind: 'done' }>): { lost: NotApplied[]; isSeen: boolean } {
  switch (call.kind) {
    case 'updateCustomer': {
      if (record === null) return { lost: [], isSeen: false }
      const { notApplied, unseen } = checkEcho(call.customer, record)
      return { lost: notApplied, isSeen: unseen.length === 0 }
    }
    case 'createCustomer':
      return record === null ? { lost: [], isSeen: false } : { lost: checkCreation(call, { record }), isSeen: true }
    case 'setConsent':
    case 'importMessage':
      return { lost: [], isSeen: false }
    case 'resolveConversation':
      return { lost: [], isSeen: true }
  }
}

/** What the fields are called on the screens. */
export function labelsOf(lost: readonly NotApplied[], changes: readonly FieldChange[]): string[] {
  return lost.map(({ field }) => changes.find((change) => change.field === field)?.label ?? field)
}
