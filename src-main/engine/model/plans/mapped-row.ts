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
}

/** When somebody agreed or refused. `precision`: a day, a time of day as clocks showed it there, or a moment. */
export interface ConsentDate {
  atMs: number
  precision: 'day' | 'local' | 'moment'
}

/** A row after mapping. With an issue of severity `error`, or without a key, the row is invalid and the rest is not used. */
export interface MappedRow {
  line: number
  key: MatchKey | null
  contact?: DesiredContact
  /** Of the columns that make the name together, only one is filled: it replaces no name, since that would lose the others. */
  isNamePartial?: true
  consent?: boolean
  /** When the contact said so; null where the row tells no date that leaves no doubt, absent where the file has none. */
  consentAt?: ConsentDate | null
  /** The consent is given by words that nobody has confirmed. */
  isUnconfirmed?: true
  /** The row takes consent back, blocks or unsubscribes because the contact asked for it, by a keyword or on a day that it names. */
  isOptOutExplicit?: true
  /** Nobody knows whether the contact wrote the message. */
  isDirectionUnknown?: true
  /** Cells of the evidence columns, by column name. */
  evidence?: Record<string, string>
  message?: DesiredMessage
  /** The recipe's `only` leaves the row out: then nothing else of it is mapped, and it is not invalid. */
  filtered?: Filtered
  /** The person has left it out by hand: then nothing of it is mapped, and it is not invalid. */
  isExcluded?: true
  /** All of its cells are blank: then nothing of it is mapped, and it is not invalid. */
  isBlank?: true
  /** The person has said that only its contact itself tells whether it is about the same one as another row. */
  isApart?: true
  /** The person has corrected something in it. */
  isCorrected?: true
  issues: RowIssue[]
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
