import type { CustomerCreation, CustomerRecord, CustomerUpdate, CustomFieldDefinition, Department } from './customer.ts'

/** A write, ready to be sent: one HTTP request. */
export type ServiceCall =
  | { kind: 'updateCustomer'; uuid: string; customer: CustomerUpdate }
  | { kind: 'createCustomer'; customer: CustomerCreation }
  | { kind: 'setConsent'; uuid: string | null; phone: string | null; consent: boolean }
  | { kind: 'importMessage'; phone: string; groupUuid: string | null; body: string; attachments: string[] }
  | { kind: 'resolveConversation'; conversationUuid: string; disposition: string | null }

/** Why a call did not succeed: `message` in the words of an office, `serviceText` what the service itself said, cleaned. */
export interface CallError {
  /** Such as `service.refused`, `service.not_found`, `service.failed`, `service.unreachable`, `service.rate_limited`. */
  code: string
  message: string
  hint: string
  serviceText: string | null
}

/**
 * What became of one request. `retry`: it did not take effect, or repeating it is harmless, so the same call may be sent
 * again. `unknown`: it must not happen twice and it cannot be told whether it did. `signIn`: the token is no longer good.
 */
export type CallOutcome =
  | {
      kind: 'done'
      status: number
      /** The contact as the service answered it (updateCustomer, createCustomer). */
      record: CustomerRecord | null
      postUuid: string | null
      conversationUuid: string | null
      /** What the answer said of a consent that was set, cleaned; for the consent ledger (setConsent). */
      said?: string
    }
  | { kind: 'retry'; status: number | null; afterMs: number | null; reason: 'rate_limited' | 'failed' | 'unreachable'; error: CallError }
  | { kind: 'failed'; status: number; error: CallError }
  /** `status` is null when there was no token to send. */
  | { kind: 'signIn'; status: number | null; error: CallError }
  | { kind: 'unknown'; status: number | null; error: CallError }

export interface Post {
  uuid: string
  conversationUuid: string | null
  body: string | null
  createdAtSeconds: number | null
  creatorType: 'customer' | 'system' | 'user' | null
  isWhisper: boolean
}

/**
 * The messaging service. Reads are repeated on their own where that may help and throw AppErrors (`sign_in.needed`,
 * `service.*`, `cancelled`). `perform` sends exactly one request, never repeats it and never throws.
 */
export interface Service {
  customFields(signal?: AbortSignal): Promise<CustomFieldDefinition[]>
  departments(signal?: AbortSignal): Promise<Department[]>
  /** Null when the service has no such contact. `phone` is E.164. */
  customerByPhone(phone: string, signal?: AbortSignal): Promise<ReadCustomer | null>
  /** The same, and whether a null is certain: a look-up through conversations misses contacts that have none. */
  lookUpByPhone(phone: string, signal?: AbortSignal): Promise<PhoneLookup>
  customerByUuid(uuid: string, signal?: AbortSignal): Promise<ReadCustomer | null>
  /** All contacts, page by page; each contact once. Ends when all were read, throws `service.shape` when that cannot be told. */
  customers(signal?: AbortSignal): AsyncGenerator<CustomerPage>
  /** The contact's conversation and its newest posts; null when there is none. Without `groupUuid` in the first department. */
  conversationByPhone(phone: string, options?: { page?: number; afterUuid?: string; groupUuid?: string }, signal?: AbortSignal): Promise<{ conversationUuid: string; posts: Post[] } | null>
  perform(call: ServiceCall, signal?: AbortSignal): Promise<CallOutcome>
  /** Ends the connections. */
  close(): Promise<void>
}

export interface CustomerPage {
  /** Those that were not on an earlier page. */
  customers: ReadCustomer[]
  /** How many were read so far. */
  read: number
  /** `conversations` shows only contacts that have a conversation: never all of them for certain. */
  source: 'customers' | 'conversations'
  /** Entries of this page that are no contacts that Rollcall can read. */
  unreadable: number
}

export interface PhoneLookup {
  customer: ReadCustomer | null
  isCertain: boolean
}

/** A contact as read: the regular record, and as `extra` the properties that Rollcall does not know (null when none). */
export interface ReadCustomer {
  record: CustomerRecord
  extra: Record<string, unknown> | null
}
