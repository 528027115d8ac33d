import type { CustomerCreation, CustomerUpdate } from '../../model/contacts/customer.ts'
import type { CallKind } from '../../model/kinds.ts'
import type { FieldChange } from '../../model/plans/plan-schema.ts'

interface PostText {
  body: string
  attachments: readonly string[]
}

interface SentPost extends PostText {
  as: 'message' | 'whisper'
}

/** What a post is in its conversation: as if the customer had sent it, what the office sends them, or a note that only agents see. */
export type PostKind = 'import' | 'message' | 'whisper'

/** What is learnt of a service: what opens a conversation again that was resolved. */
export type Reopening = 'importReopens' | 'whisperReopens'

/** A post that a call leaves. `phone` is null where the call names a conversation or several people. */
export interface CallPost extends PostText {
  as: PostKind
  phone: string | null
  groupUuid: string | null
}

/** What each kind of call carries, planned or ready to be sent, as far as its descriptor needs it. */
interface CallParts {
  updateCustomer: { customer: CustomerUpdate }
  createCustomer: { customer: CustomerCreation }
  setConsent: { uuid: string | null; phone: string | null; consent: boolean }
  importMessage: { phone: string; groupUuid: string | null; body: string; attachments: readonly string[] }
  writeWhisper: { phone: string; groupUuid: string | null; body: string; attachments: readonly string[] }
  resolveConversation: { isAsked?: true; with?: { name: string } }
  sendToPhone: { phone: string; groupUuid: string | null; post: SentPost; timeZone?: string }
  sendToGroup: { phones: readonly string[]; groupUuid: string; post: SentPost; timeZone?: string }
  sendToConversation: { post: SentPost }
  requestConsent: { phone: string | null; timeZone?: string }
}

export type CallOf<Kind extends CallKind> = { kind: Kind } & CallParts[Kind]
export type DescribedCall = { [Kind in CallKind]: CallOf<Kind> }[CallKind]

/** What a kind of call is to the stations. Data and pure functions. */
export interface CallDescriptor<Call> {
  /**
   * How a call is reconciled that may or may not have taken effect. `repeat`: sent again, the second changes nothing that the
   * first did not. The others must not happen twice: whether they arrived is read from the contact or from the posts of its conversation, or
   * a person decides.
   */
  reconcile: 'repeat' | 'contact' | 'posts' | 'person'
  /** What is read after a call that has to prove what the service does, to see that it did what it says; null where its answer is enough. */
  canary: 'contact' | 'posts' | 'conversation' | null
  /** Whose lane its row is in: a contact's, or that of a phone number's conversation. A row with any call of a phone's is in the phone's. */
  lane: 'contact' | 'phone'
  /** Whether its answer brings the contact that the row's other calls are about. */
  createsContact: boolean
  /** The number of the contact that it creates; null for other calls. */
  createdPhone(call: Call): string | null
  /** Whether it leaves a post that is claimed by the row's fingerprint, see `store/runs/imported-messages.ts`. */
  leavesPost: boolean
  /** The post that it leaves; null for other calls. */
  post(call: Call): CallPost | null
  /** By what the profile tells whether its post opens a conversation again that was resolved; null for one that is not asked about. */
  reopens: Reopening | null
  /** Whether it makes the service text people: it then leaves at hours when they may be, and counts for the day. */
  textsPeople(call: Call): boolean
  /** What the contact must have said of texts right before it, see `permission-read.ts`; absent where that does not matter. */
  wantsConsent?: 'agreed' | 'notAsked'
  /** Whether it is claimed by its row's fingerprint, so that it never happens twice, whatever run or program makes it. */
  isClaimed?: true
  /** What may have happened, for whoever does not know whether it did: `Whether the contact was created cannot be told.` */
  mayHaveHappened: string
  /** The fields of the contact that it writes, as `FieldChange.field` names them. */
  fields(call: Call): string[]
  /** What it does to the contact's tags; null where it leaves them alone. */
  tagsUpdate(call: Call): NonNullable<CustomerUpdate['tags']> | null
  /** What it changes beside fields of the contact, where the plan does not store that as a change; null where it is nothing. */
  change(call: Call): FieldChange | null
  /** The consent that it sets; null for other calls. */
  consent(call: Call): { uuid: string | null; phone: string | null; consent: boolean } | null
}
