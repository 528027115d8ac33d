import { callDescriptors, descriptorOf } from '../../kinds/calls/all-calls.ts'
import type { CallKind } from '../../model/kinds.ts'
import type { FieldChange, PlannedCall } from '../../model/plans/plan-schema.ts'
import type { CallOutcome, ServiceCall } from '../../model/runs/service-call.ts'
import { checkCreation, checkEcho, type NotApplied } from './echo.ts'
import { isNeverShown } from '../../model/contacts/field-values.ts'
import type { RunItem } from '../dispatch/run-item.ts'

/** Losses in a row, without a call that was applied between them, that stop the run after its first calls went well. */
const lossesInARow = 3

/** What the answer to a call shows: what got lost, and whether it shows all that was asked for. */
export interface Echo {
  lost: NotApplied[]
  isSeen: boolean
}

/** Of a call without a good answer. */
export const noEcho: Echo = { lost: [], isSeen: false }

export type Canary = ReturnType<typeof createCanary>

/**
 * Whether the service does what it says. The first call of each kind, and the first that writes a field, goes alone,
 * as a canary, and is looked up at the service where its answer does not show enough; every later answer is compared with what was
 * asked as well.
 */
export function createCanary() {
  /** The fields that are seen to be written, by the kind of call. */
  const passed = new Map<CallKind, Set<string>>()
  let current: RunItem | null = null
  let losses = 0

  const pass = (call: ServiceCall): void => {
    const known = passed.get(call.kind) ?? new Set()
    passed.set(call.kind, known)
    for (const field of fieldsOf(call)) known.add(field)
  }
  const hasPassed = (call: PlannedCall | ServiceCall): boolean => {
    const known = passed.get(call.kind)
    return known !== undefined && fieldsOf(call).every((field) => known.has(field))
  }

  return {
    /** The call did what it was asked to. */
    pass,
    hasPassed,
    /** The row whose call is the canary, or will be: no other call leaves meanwhile. */
    current: (): RunItem | null => current,
    begin(item: RunItem): void {
      current = item
    },
    end(): void {
      current = null
    },
    /** What got lost between asking and answering, and whether the call is still to be looked up before it proves anything. */
    check(call: ServiceCall, { lost, isSeen }: Echo): { lost: NotApplied[]; wantsLook: boolean } {
      if (lost.length > 0) return { lost, wantsLook: false }
      losses = 0
      if (hasPassed(call)) return { lost, wantsLook: false }
      if (isSeen) pass(call)
      return { lost, wantsLook: !isSeen }
    },
    /** A call was accepted and not applied. Answers whether that is reason enough to stop the run. */
    noteLoss(call: ServiceCall): boolean {
      losses += 1
      return !hasPassed(call) || losses >= lossesInARow
    },
  }
}

/** Compares an answer with what was asked. */
export function echoOf(call: ServiceCall, { record }: Extract<CallOutcome, { kind: 'done' }>): Echo {
  if (callDescriptors[call.kind].canary === null) return { lost: [], isSeen: true }
  switch (call.kind) {
    case 'updateCustomer':
    case 'createCustomer': {
      if (record === null) return { lost: [], isSeen: false }
      const { notApplied, unseen } = call.kind === 'updateCustomer' ? checkEcho(call.customer, record) : checkCreation(call, record)
      return { lost: notApplied, isSeen: unseen.length === 0 }
    }
    case 'setConsent':
    case 'importMessage':
    case 'resolveConversation':
      return { lost: [], isSeen: false }
  }
}

/** The fields that a call writes; each must be seen to work. */
function fieldsOf(call: PlannedCall | ServiceCall): string[] {
  return descriptorOf(call)
    .fields(call)
    .filter((field) => !isNeverShown(field))
}

/** What the fields are called on the screens. */
export function labelsOf(lost: readonly NotApplied[], changes: readonly FieldChange[]): string[] {
  return lost.map(({ field }) => changes.find((change) => change.field === field)?.label ?? field)
}
