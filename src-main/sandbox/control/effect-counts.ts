import type { OperationName } from '../operations/operation-names.ts'

/** What the sandbox has done since it started or was last reset. */
export interface EffectCounts {
  requests: number
  requestsByOperation: Partial<Record<OperationName, number>>
  /** By HTTP status; requests that got no answer are under `dropped`. */
  statuses: Record<string, number>
  dropped: number
  /** How often each fault hit. */
  faults: Record<string, number>
  /** The most requests that were in work at once; more than one only with latency, for the rest is answered at once. */
  peakInFlight: number
  /** Writes that came in while another write for the same uuid or phone number was in work (with latency only). */
  overlappingWrites: number
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
  }
}
