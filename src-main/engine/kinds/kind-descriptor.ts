import type { Introduction } from '../text/texting/first-message.ts'
import type { CustomerRecord, Disposition } from '../model/contacts/customer.ts'
import type { FieldLabel } from '../model/contacts/field-labels.ts'
import type { MappedRow } from '../model/plans/mapped-row.ts'
import type { FieldChange, FieldValue, Guard, PlannedCall } from '../model/plans/plan-schema.ts'
import type { PlainTarget, Recipe } from '../model/recipes/recipe-schema.ts'
import type { Role } from '../text/headers/header-role.ts'

/** What a kind of run is to the stations, which ask for it and never for the kind itself. Data and pure functions. */
export interface RunDescriptor {
  /** Whether its calls are decided when a row's contact is read, right before they are made: those in the plan are a guess. */
  isDecidedWhenRead: boolean
  /** Why its failed rows cannot be planned once more; null where they can. */
  whyNotRetried: Refusal | null
  /** Why it cannot be undone; null where it can. */
  whyNotUndone: Refusal | null
}

/** What a kind of import is to the stations, beside that. */
export interface ImportDescriptor extends RunDescriptor {
  /** The targets that columns can go to. */
  targets: readonly PlainTarget[]
  /** Of these targets a recipe needs one; null where any recipe makes sense. */
  required: { anyOf: readonly PlainTarget[]; message: string } | null
  /** The properties of a recipe that other kinds may not have. */
  options: readonly RecipeOption[]
  /** What its columns can be, by their headers. */
  roles: readonly Role[]
  /** Whether a file looks like one of this kind. */
  isLikely(file: FileLook): boolean
  /**
   * Whether rows say what their contact's record should be, field by field, custom fields too: such rows share e-mail addresses and
   * the like, are merged field by field, and may be silent.
   */
  writesRecord: boolean
  /** Whether cells may hold what people wrote to each other: none of them is kept in an issue. */
  isPrivate: boolean
  /** Whether a file may hold what the office wrote beside what the contacts wrote, so that the direction of each row is asked for. */
  hasDirections: boolean
  /** What rows are about, and counted by: their contact, the conversation of their phone number, or all people of a group. */
  subject: RowSubject
  /** Whether a contact's record alone can tell that a row has nothing to do. */
  isToldByRecord: boolean
  /** Whether a plan asks the service for the state of each row's conversation. */
  readsConversations: boolean
  /** Whether rows bring something that must never be brought twice: each is claimed by a fingerprint, see `store/runs/imported-messages.ts`. */
  isClaimed: boolean
  /** Whether it texts people: who refused is left out, and a number is typed before anything leaves. */
  textsPeople: boolean
  /** What is claimed of a row that brings no message of its own, and how long that keeps it from being done again; absent for others. */
  claimedOnce?: { as: string; why: 'already_asked'; againAfterMs: (recipe: Recipe) => number }
  duplicates: DuplicateRules
  /** The guards that can hold its rows. */
  guards: readonly Guard[]
  /** What a row does that nothing speaks against, seen alone. `phone` is the row's own number, else its contact's. */
  planRow(row: MappedRow, contact: RowContact, context: PlanContext): PlannedRow
  /** What follows the last row of each conversation; null where nothing does. */
  closingCall(recipe: Recipe, context: Pick<PlanContext, 'closingDisposition'>): ((phone: string) => PlannedCall) | null
}

export type RowSubject = 'contact' | 'phone' | 'group'

/** Whom a row is about. `members`: the people of a group, whose contacts are all known; absent for a row about one contact. */
export interface RowContact {
  record: CustomerRecord | null
  phone: string | null
  members?: readonly GroupMember[]
}

/** One of a group. `record` is null where the account has nobody with the number. */
export interface GroupMember {
  phone: string
  record: CustomerRecord | null
}

export const recipeOptions = ['group', 'resolveAfter', 'disposition', 'whispers', 'sending', 'askAgainAfterDays'] as const
export type RecipeOption = (typeof recipeOptions)[number]

export interface Refusal {
  message: string
  hint: string
}

/** `every`: each row counts, however many are about one contact; `one`: of rows about one contact one counts, or all merged into one. */
export type DuplicateRules =
  | { counts: 'every'; why: string }
  | {
      counts: 'one'
      /** Why the recipe has no rules for merging fields; null where it may have. */
      whyNotMerged: string | null
      /** Whether a refusal counts, whatever other rows say. */
      isRefusalFinal: boolean
      /** Whether a row wants anything of its contact beyond being there. */
      saysSomething(row: MappedRow): boolean
      /** Whether rows are about one contact by nothing but what they are matched by, and each says of permission what it says for itself. */
      isByKeyAlone?: true
    }

/** A file as far as its kind is guessed from it. */
export interface FileLook {
  columnCount: number
  /** Whether a column has this role in an import that has these roles. */
  has(roles: readonly Role[], role: Role): boolean
  /** Whether the column of this role holds sentences. */
  holdsSentences(roles: readonly Role[], role: Role): boolean
}

export type ConversationState = 'open' | 'resolved' | 'none'

/** What all rows of a plan have in common. */
export interface PlanContext {
  /** Department of imported messages; null for the service's default. */
  groupUuid: string | null
  /** With what conversations are resolved after their last message; null for nothing in particular. */
  closingDisposition?: Disposition | null
  /** Whether each conversation is resolved after its message. */
  resolvesAfter?: boolean
  /** What is known of permission beside the record; absent where nobody is texted. */
  texting?: TextingContext
  /** What the first message to a person has to say; null where nobody is texted. */
  introduction?: Introduction | null
  /** What is known of the conversation of a number: whether it is resolved, or that there is none. Absent where nobody asks. */
  conversationState?: (phone: string) => ConversationState | null
  /** Fields that are filled only where they are empty. */
  ifEmpty: ReadonlySet<string>
  label: FieldLabel
  /** Whether a field holds what the service makes of a text; absent where nobody lives with altered texts. */
  isStoredAs?: (field: string, asked: FieldValue, stored: FieldValue) => boolean
}

/** Why somebody is not texted: what nobody can release. */
export const whyNotTexted = [
  'refused',
  'refused_ledger',
  'do_not_text',
  'refused_posts',
  'refused_in_file',
  'blocked',
  'archived',
  'unsubscribed',
] as const
export type WhyNotTexted = (typeof whyNotTexted)[number]

/** What this account knows of permission to text beside the contacts' records. `phone` is E.164. */
export interface TextingContext {
  /** Null where nothing tells of a refusal. */
  refusalOf(uuid: string | null, phone: string): WhyNotTexted | null
  /** Whether this account has texted the number before, as far as it or the conversation shows. */
  hasTexted(phone: string): boolean
  /** Why there is no time at which these people, who may be in these zones, could be texted together, or no day for so many; null where there is one. */
  whyNever(phones: readonly string[], timeZone: string | null): 'never_day' | 'too_late' | 'over_cap' | null
  /** Whether the last word in the consent ledger is that the contact agreed. */
  hasAgreed(uuid: string | null, phone: string): boolean
}

/**
 * A field that stays as it is because nobody knows what it holds: a blank cell would empty it (`clear`), or it was to be filled only
 * where it is empty (`ifEmpty`); or because the row has its own text with letters lost (`lost`). One whose letters are garbled in the
 * row is read as it was meant (`garbled`).
 */
export interface KeptUnknown {
  field: string
  why: 'clear' | 'ifEmpty' | 'lost' | 'garbled'
}

/** Of a group, because of whom all of it is left out or held. */
export interface MemberDoubt {
  phone: string
  why: WhyNotTexted | 'not_found' | 'noConsent' | 'notReachable'
}

/** `unknown`: what the row leaves alone, or reads otherwise, and says so. `doubts`: of a group, because of whom it is left out or held. */
export type PlannedRow =
  | {
      class: 'send'
      changes: FieldChange[]
      calls: PlannedCall[]
      unknown?: KeptUnknown[]
      heldBy?: ('noConsent' | 'notReachable')[]
      doubts?: MemberDoubt[]
    }
  | { class: 'unchanged'; reason: 'no_content' | 'already_resolved' | 'already_agreed' | null; unknown?: KeptUnknown[] }
  | {
      class: 'skipped'
      reason: 'not_found' | 'no_content' | 'no_conversation' | 'consent_not_shown' | WhyNotTexted
      unknown?: never
      doubts?: MemberDoubt[]
    }
  /** Its contact has no phone number, without which such a call cannot be made; or there is no time at which it could be texted; or a group has but one. */
  | { class: 'invalid'; reason: 'no_phone' | 'never_day' | 'too_late' | 'over_cap' | 'no_group' | 'group_too_large'; unknown?: never }
