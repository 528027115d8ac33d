import type { Agent, Organization } from './answers/account-answers.ts'
import type { CustomFieldDefinition, Department, Disposition, ReadCustomer } from '../model/contacts/customer.ts'
import type { FileFetcher } from './http/file-fetcher.ts'
import type { ResumePoint } from './address-book/resumed-walk.ts'
import type { AnyCall, CallOutcome } from '../model/runs/service-call.ts'
import type { ListDoubt } from '../model/contacts/list-doubt.ts'
import type { EarlierWalk } from '../model/contacts/earlier-walk.ts'

export interface Post {
  /** '' when the service shows none. */
  uuid: string
  conversationUuid: string | null
  body: string | null
  createdAtSeconds: number | null
  creatorType: 'customer' | 'system' | 'user' | null
  /** Who wrote it, where the service tells: the specification does not name the property (section Resources, Post). */
  creatorUuid?: string
  isWhisper: boolean
}

/** A post with all that the service shows of it (section Resources, Post); null where it shows nothing. */
export interface ConversationPost extends Post {
  attachments: Attachment[]
  marksResolved: boolean | null
  isFirst: boolean | null
  /** `SMS` and `webchat` occur. */
  messageType: string | null
  transferredTo: Agent | null
  assignedTo: Agent | null
}

export interface Attachment {
  url: string
  name: string | null
  contentType: string | null
}

/** Section Resources, Conversation; null where the service shows nothing. */
export interface Conversation {
  conversationUuid: string
  resolved: boolean | null
  customer: ReadCustomer | null
}

export interface ConversationPosts extends Conversation {
  /** One page of them, in the service's order. */
  posts: ConversationPost[]
}

/** Pages count from 0 and have 50 entries unless said otherwise, which is the most (section Limits). Bounds are not included. */
export interface PostPage {
  page?: number
  pageSize?: number
  afterUuid?: string
  beforeUuid?: string
}

/** One page of a department's conversations; `unreadable` entries are left out. */
export interface ConversationPage {
  conversations: Conversation[]
  unreadable: number
}

/**
 * The messaging service. Reads are repeated on their own where that may help and throw AppErrors (`sign_in.needed`,
 * `service.*`, `cancelled`). `perform` sends exactly one request, never repeats it and never throws.
 */
export interface Service {
  customFields(signal?: AbortSignal): Promise<CustomFieldDefinition[]>
  departments(signal?: AbortSignal): Promise<Department[]>
  /** The agents. */
  users(signal?: AbortSignal): Promise<Agent[]>
  organization(signal?: AbortSignal): Promise<Organization>
  /** What a conversation can be resolved with; none where that is not configured. */
  dispositions(signal?: AbortSignal): Promise<Disposition[]>
  /** Null when the service has no such contact. `phone` is E.164. */
  customerByPhone(phone: string, signal?: AbortSignal): Promise<ReadCustomer | null>
  /** The same, and whether a null is certain: a look-up through conversations misses contacts that have none. */
  lookUpByPhone(phone: string, signal?: AbortSignal): Promise<PhoneLookup>
  customerByUuid(uuid: string, signal?: AbortSignal): Promise<ReadCustomer | null>
  /**
   * All contacts, page by page; each contact once. Ends when all were read or `onDoubt` was told why some may be missing, and
   * throws `service.shape` when the list has no end. Where `resumeAt`, those that an earlier reading has not read.
   */
  customers(signal?: AbortSignal, resumeAt?: ResumePoint, onDoubt?: (doubt: ListDoubt) => void): AsyncGenerator<CustomerPage>
  /** Where reading the list of contacts can resume after an earlier walk; null when it must be read from the start. */
  resumePoint(earlier: EarlierWalk, signal?: AbortSignal): Promise<ResumePoint | null>
  /** How many contacts the list has, as far as four of its pages tell whether they are at least `enough`; null where it does not show. */
  listSize(enough: number, signal?: AbortSignal): Promise<ListSize | null>
  /** A department's conversations, one page; without `groupUuid` those of the first department (section Endpoints, GET conversations). */
  conversations(options?: { groupUuid?: string; page?: number; pageSize?: number }, signal?: AbortSignal): Promise<ConversationPage>
  /** Null when the service has no such conversation. */
  conversation(conversationUuid: string, options?: PostPage, signal?: AbortSignal): Promise<ConversationPosts | null>
  /** The contact's conversation and a page of its posts; null when there is none. Without `groupUuid` in the first department. */
  conversationByPhone(phone: string, options?: PostPage & { groupUuid?: string }, signal?: AbortSignal): Promise<ConversationPosts | null>
  perform(call: AnyCall, signal?: AbortSignal): Promise<CallOutcome>
  /** Fetches files by the addresses that posts show; to be closed by whoever asks for it. */
  fileFetcher(): FileFetcher
  /** Ends the connections. */
  close(): Promise<void>
}

/** `isEnd`: these are all, as far as the list shows; else there may be more. */
export interface ListSize {
  atLeast: number
  isEnd: boolean
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
  /** When the page was asked for, by the wall clock: its records may have changed while it was on its way. */
  askedAtMs: number
  /** The page of the list, and the uuids that are new on it, in its order; where another reading can go on after it. */
  place?: { page: number; uuids: string[] }
}

export interface PhoneLookup {
  customer: ReadCustomer | null
  isCertain: boolean
}
