import type { OperationName } from '../operations/operation-names.ts'
import type { ConversationRow, PostRow } from '../tables/rows.ts'

/** What the sandbox has done since it started or was last reset. */
export interface EffectCounts {
  requests: number
  requestsByOperation: Partial<Record<OperationName, number>>
  /** By HTTP status; requests that got no answer are under `dropped`. */
  statuses: Record<string, number>
  dropped: number
  /** How often each fault hit. */
  faults: Record<string, number>
  /** The most requests in progress at once; more than one only with latency, because other requests are answered immediately. */
  peakInFlight: number
  /** Writes that came in while another write for the same uuid or phone number was in work (with latency only). */
  overlappingWrites: number
  /** How often each operation changed something, whatever was answered. */
  effectsByOperation: EffectsByOperation
  signIns: number
  customerUpdates: number
  customerCreates: number
  consentsTrue: number
  consentsFalse: number
  consentRequests: number
  messagesImported: number
  messagesSent: number
  groupMessagesSent: number
  whispers: number
  resolves: number
  reopens: number
  autoReplies: number
}

export type EffectsByOperation = Partial<Record<OperationName, number>>

/** One effect; the contacts that it touched, none for what the service adds of its own accord. */
export interface Effect {
  count: { [Name in keyof EffectCounts]: EffectCounts[Name] extends number ? Name : never }[keyof EffectCounts]
  customerIds: readonly number[]
  /** Where it happened, for events. */
  conversation?: ConversationRow
  post?: PostRow
}

export function emptyCounts(): EffectCounts {
  return {
    requests: 0,
    requestsByOperation: {},
    statuses: {},
    dropped: 0,
    faults: {},
    peakInFlight: 0,
    overlappingWrites: 0,
    effectsByOperation: {},
    signIns: 0,
    customerUpdates: 0,
    customerCreates: 0,
    consentsTrue: 0,
    consentsFalse: 0,
    consentRequests: 0,
    messagesImported: 0,
    messagesSent: 0,
    groupMessagesSent: 0,
    whispers: 0,
    resolves: 0,
    reopens: 0,
    autoReplies: 0,
  }
}

/** How often each operation changed each contact. */
export class EffectsByContact {
  readonly #times = new Map<OperationName, Map<number, number>>()

  add(operation: OperationName, customerId: number): void {
    let times = this.#times.get(operation)
    if (!times) {
      times = new Map()
      this.#times.set(operation, times)
    }
    times.set(customerId, (times.get(customerId) ?? 0) + 1)
  }

  of(customerId: number): EffectsByOperation {
    const effects: EffectsByOperation = {}
    for (const [operation, times] of this.#times) {
      const count = times.get(customerId)
      if (count !== undefined) effects[operation] = count
    }
    return effects
  }

  clear(): void {
    this.#times.clear()
  }
}
