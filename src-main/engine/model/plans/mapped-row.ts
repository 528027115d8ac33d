import type { ConsentDate } from './plan-schema.ts'
import type { Disposition } from '../contacts/customer.ts'
import type { RowIssue } from './row-issue.ts'
import type { SourceRow } from '../files/source-schema.ts'

/** Which contact a row is about. */
export type MatchKey = { by: 'phone'; phone: string } | { by: 'uuid'; uuid: string }

/**
 * What a row wants its contact to be. A property that is absent is not touched; an empty text clears. So does `null`, which stands
 * for a blank cell: only where it is known what the field holds, as with an empty list of tags or text of a custom field. Text is trimmed and Unicode-normalised (NFC); tags carry underscores instead of spaces.
 */
export interface DesiredContact {
  name?: string | null
  email?: string | null
  notes?: string | null
  tags?: { handling: 'add' | 'remove' | 'replace'; tags: string[] }
  archived?: boolean
  blocked?: boolean
  unreachable?: boolean
  /** By the custom field's uuid. */
  customFields?: Record<string, string>
}

export interface DesiredMessage {
  body: string
  /** Of a text that a template made, the cells in it: the same message, whatever the template says around them. */
  identity?: string
  attachments: string[]
  /** Orders the rows of one contact; the service has no field for it. */
  sentAtSeconds: number | null
  /** The office wrote it, and it becomes a note that only agents see. */
  isWhisper?: true
}

/** A row after mapping. With an issue of severity `error`, or without a key, the row is invalid and the rest is not used. */
export interface MappedRow {
  line: number
  key: MatchKey | null
  /** By what the contact is looked for where the service does not know `key`: the row's phone number. */
  otherKey?: MatchKey
  /** Of a row about a group, the numbers of all of its people (E.164), each once, in the file's order; `key` is the first. */
  members?: readonly string[]
  /**
   * The row refuses texts and has no number that the recipe looks for; `key` is another one that stands in it. Only the refusal counts:
   * nobody is created for it, and no other row about that number gives consent.
   */
  isNumberBorrowed?: true
  /** The number that a file of Rollcall's own says for the contact of `key`, which no import can change. */
  exportedNumber?: ExportedNumber
  contact?: DesiredContact
  /** Of the columns that make the name together, only one is filled: it replaces no name, since that would lose the others. */
  isNamePartial?: true
  consent?: boolean
  /** When the contact said so; null where the row tells no date that leaves no doubt, absent where the file has none. */
  consentAt?: ConsentDate | null
  /** The consent is given by words that nobody has confirmed. */
  isUnconfirmed?: true
  /** Another column, which the recipe does not read, may tell that the contact refused: no row about it gives consent that counts as confirmed. */
  isUnheard?: true
  /** A cell about consent cannot be read: it may be a refusal. */
  isConsentUnreadable?: true
  /** The row takes consent back, blocks or unsubscribes because the contact asked for it, by a keyword or on a day that it names. */
  isOptOutExplicit?: true
  /** Nobody knows whether the contact wrote the message. */
  isDirectionUnknown?: true
  /** Cells of the evidence columns, by column name. */
  evidence?: Record<string, string>
  message?: DesiredMessage
  /** Where its contact lives, in the file's words: see `zonesOfText`. */
  timeZone?: string
  /** With what the conversation is resolved. */
  disposition?: Disposition
  /** The recipe's `only` leaves the row out: then nothing else of it is mapped, and it is not invalid. */
  filtered?: Filtered
  /** Such a row refuses texts, and nobody has said what becomes of that: other rows about its contact give no consent. */
  isRefusalLeftOut?: true
  /** `only` leaves the row out, but for what it refuses: that goes to a contact who is there, else to the do-not-text list. */
  onlyRefusal?: Filtered
  /** The person has left it out by hand: then nothing of it is mapped, and it is not invalid. */
  isExcluded?: true
  /** All of its cells are blank: then nothing of it is mapped, and it is not invalid. */
  isBlank?: true
  /** The person has said that only its contact itself tells whether it is about the same one as another row. */
  isApart?: true
  /** The recipe imports corrected cells alone, and the row has none: nothing of its contact matters. */
  isUntouched?: true
  /** The person has corrected something in it. */
  isCorrected?: true
  /** Values that the service would not take, but may hold already: mistakes only where they would be written. */
  ifWritten?: UnwritableValue[]
  issues: RowIssue[]
}

/** A number as it stands in a cell (`text`, blank where it is), and in E.164 where it can be read. */
export interface ExportedNumber {
  column: string
  text: string
  phone: string | null
}

/** A value of a field (`FieldChange.field`) with the issue that it is when it would be written. */
export interface UnwritableValue {
  field: string
  value: string
  issue: RowIssue
}

/** A recipe made ready for one file: every column found, every custom field known. Pure and quick: called for each row. */
export interface CompiledMapping {
  mapRow(row: SourceRow): MappedRow
  /** The uuid of the custom field that one of the recipe's rules names as `custom:…`; null when none does. */
  customFieldUuid?(target: string): string | null
}

/** Why a recipe's `only` leaves a row out: the cell as it stands in the file, null where it must not be shown. */
export interface Filtered {
  column: string
  value: string | null
}
