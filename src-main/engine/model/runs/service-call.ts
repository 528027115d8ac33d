import type { CustomerCreation, CustomerRecord, CustomerUpdate } from '../contacts/customer.ts'

/** A write, ready to be sent: one HTTP request. */
export type ServiceCall =
  | { kind: 'updateCustomer'; uuid: string; customer: CustomerUpdate }
  | { kind: 'createCustomer'; customer: CustomerCreation }
  | { kind: 'setConsent'; uuid: string | null; phone: string | null; consent: boolean }
  | PostCall
  | { kind: 'resolveConversation'; conversationUuid: string; disposition: string | null }
  | ConsentRequest
  | GroupCall

/** A write of a run that leaves a post in the conversation of a number: what `postOf` tells of it. */
export type PostCall = QuietPost | TextCall

/** The service texts the contact, and asks whether they may be texted. */
export interface ConsentRequest {
  kind: 'requestConsent'
  uuid: string
  phone: string
}

/** A message that a person is texted. */
export interface TextCall {
  kind: 'sendToPhone'
  phone: string
  groupUuid: string | null
  post: { as: 'message'; body: string; attachments: string[]; resolve: boolean }
}

/** A message that a group of people is texted: one conversation with all of them, in a group-messaging department. */
export interface GroupCall {
  kind: 'sendToGroup'
  phones: string[]
  /** The contacts with these numbers, in the same order. */
  uuids: string[]
  groupUuid: string
  post: TextCall['post']
}

/** One that no customer is sent: a message as if the customer had written it, or a note of the office. */
export interface QuietPost {
  kind: 'importMessage' | 'writeWhisper'
  phone: string
  groupUuid: string | null
  body: string
  attachments: string[]
}

/** What is sent: a message that the contact sees, or a whisper that only agents see. Attachments are web addresses. */
export interface Outgoing {
  as: 'message' | 'whisper'
  body: string
  attachments: readonly string[]
  /** Resolve the conversation after sending. */
  resolve: boolean
}

/** A write that texts people or agents: never to happen twice. Phone numbers are E.164. */
export type SendCall =
  | { kind: 'sendToPhone'; phone: string; groupUuid: string | null; post: Outgoing }
  /** One conversation with all of them, in a group-messaging department. */
  | { kind: 'sendToGroup'; phones: readonly string[]; groupUuid: string; post: Outgoing }
  | { kind: 'sendToConversation'; conversationUuid: string; post: Outgoing }
  | { kind: 'requestConsent'; uuid: string | null; phone: string | null }

export type AnyCall = ServiceCall | SendCall

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
 * again; `mayArrive` where it left, so that it may take effect yet. `unknown`: it must not happen twice and it cannot be told
 * whether it did; `busy` where the service asked for less, and for how long. `signIn`: the token is no longer good.
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
  | {
      kind: 'retry'
      status: number | null
      afterMs: number | null
      reason: 'rate_limited' | 'failed' | 'unreachable'
      mayArrive: boolean
      error: CallError
    }
  /** `status` is null when the call was not sent, because something in it is missing. */
  | { kind: 'failed'; status: number | null; error: CallError }
  /** `status` is null when there was no token to send. */
  | { kind: 'signIn'; status: number | null; error: CallError }
  | {
      kind: 'unknown'
      status: number | null
      busy: { afterMs: number | null } | null
      error: CallError
      /** What it comes to where it turns out not to be there: a refusal that does not prove that nothing was done. */
      refusal?: CallError
    }
