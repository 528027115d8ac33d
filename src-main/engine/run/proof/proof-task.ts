import type { CustomerRecord } from '../../model/contacts/customer.ts'
import type { Unwritten } from './unwritten-fields.ts'
import type { UnaskedChange } from './unasked-changes.ts'

/**
 * Whether a call has to prove what the service does. `open`: decided when its turn comes. `wanted`: its contact is read right before
 * it and after it; `alone` while nothing else is under way, `sample` beside the others; `along` is read only before, because what the contact
 * has is sent along.
 */
export type ProofTask =
  | { kind: 'open' }
  | { kind: 'none' }
  /** `isKept`: it was read before the call left for the first time, in a process that has ended; a later read does not replace it. */
  | { kind: 'wanted'; how: 'alone' | 'sample' | 'along'; before: ProofImage | null; isKept?: true }

/** What was read right before a call; null where the service did not show it. */
export interface ProofImage {
  record: CustomerRecord | null
  /** What Rollcall never writes; absent where it was not read. */
  unwritten?: Unwritten
  /** Of a call that leaves a post. */
  posts: PostsBefore | null
  /** The contact's posts right before a call that leaves none; null where they were asked for and not shown, absent where they were not. */
  texts?: PostsBefore | null
  /** When it was read, in Unix seconds of this computer; absent where it is only remembered. */
  readAtSeconds?: number
  /** Whether the conversation was resolved. */
  isResolved?: boolean | null
}

export interface PostsBefore {
  uuids: ReadonlySet<string>
  /** When the newest of them was created; null where there is none. */
  newestSeconds: number | null
}

/** What is put back of a contact that the service changed without being asked to. */
export interface PutBack {
  /** The contact as it should be. */
  target: CustomerRecord
  changes: readonly UnaskedChange[]
  /** How often it was tried. */
  rounds: number
  /** Calls of the row that were left out for it. */
  isCutShort: boolean
  /** What is different, too, and stays: somebody may have done that. */
  left?: readonly UnaskedChange[]
  /** What the row asked for and was not there; absent where all of it was. */
  lost?: readonly LostField[]
}

/** A field that a row asked for and that is not there, with what it is called. */
export interface LostField {
  field: string
  label: string
  /** It is there, with another text. */
  isThere?: true
}
