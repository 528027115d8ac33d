import { setImmediate } from 'node:timers/promises'
import type { CustomFieldDefinition } from '../../model/contacts/customer.ts'
import { exportedAgeColumn, type ExportedColumn, exportedTagSeparator } from '../../model/contacts/export-columns.ts'
import type { CachedContact } from '../../store/contacts/contacts.ts'
import { notShownCell } from '../../text/unknown-cell.ts'
import { checkFileName } from '../../files/file-name.ts'
import { type ChosenColumn, chosenColumns } from './chosen-columns.ts'
import { writeTable } from './write-table.ts'

export interface ExportOptions {
  contacts: Iterable<CachedContact> | AsyncIterable<CachedContact>
  customFields: readonly CustomFieldDefinition[]
  /** Headers of the columns that are wanted, see `chosenColumns`; all of them unless given. When the service showed a contact comes always. */
  columns?: readonly string[] | undefined
  /** The header of that last column. */
  ageHeader?: string
  /** No spreadsheet ever opens the file: cells stand in it as they are. */
  isPlain?: boolean
  /** A workbook where it ends in `.xlsx`, else CSV. */
  path: string
  /** Whether an existing file may be replaced. */
  overwrite: boolean
  signal?: AbortSignal
}

/** Rows to write before yielding to other work. */
const rowsAtOnce = 500

/**
 * Writes one contact per row and returns how many there were. Unknown values are marked (`notShownCell`), so that their cells do
 * not look empty. Throws `usage` for an existing file, for a folder that cannot be written to and for more contacts than a workbook
 * has rows, `store.full`, and the signal's reason when it aborts.
 */
export async function exportContacts(options: ExportOptions): Promise<number> {
  const { contacts, customFields, path, overwrite, signal, ageHeader = exportedAgeColumn, isPlain = false } = options
  checkFileName(path)
  const columns = chosenColumns(customFields, options.columns)
  let rows = 0
  const table = async function* () {
    yield [...columns.map(({ header }) => header), ageHeader]
    for await (const contact of contacts) {
      yield cellsOf(contact, columns)
      rows += 1
      if (rows % rowsAtOnce === 0) await setImmediate()
      signal?.throwIfAborted()
    }
  }
  await writeTable(path, table(), overwrite ? 'replace' : 'refuse', 'Contacts', isPlain ? 'plain' : 'texts')
  return rows
}

function cellsOf({ record, seenAtMs }: CachedContact, columns: readonly ChosenColumn[]): string[] {
  const { phone, phoneRaw, tags, customFields } = record
  const cells: Record<ExportedColumn, () => string> = {
    UUID: () => record.uuid,
    'Phone Number': () => text(phone ?? phoneRaw ?? (phone === undefined ? phoneRaw : phone)),
    Name: () => text(record.name),
    Email: () => text(record.email),
    Notes: () => text(record.notes),
    Tags: () => (tags === undefined ? notShownCell : tags.map(tagItem).join(`${exportedTagSeparator} `)),
    Archived: () => flag(record.archived),
    Blocked: () => flag(record.blocked),
    Unreachable: () => flag(record.unreachable),
    Consent: () => flag(record.consent),
  }
  return [
    ...columns.map((column) =>
      column.field !== null ? cells[column.field]() : customFields === undefined ? notShownCell : (customFields[column.customField] ?? ''),
    ),
    seenAtMs === 0 ? notShownCell : new Date(seenAtMs).toISOString().replace(/\.\d+Z$/, 'Z'),
  ]
}

function text(value: string | null | undefined): string {
  return value === undefined ? notShownCell : (value ?? '')
}

/** Office programs leave "yes" and "no" alone, but translate "true". */
function flag(value: boolean | null | undefined): string {
  return value === undefined ? notShownCell : value === null ? '' : value ? 'yes' : 'no'
}

/** Quotes a tag that would otherwise be read as several. */
function tagItem(tag: string): string {
  return /[",]/.test(tag) ? `"${tag.replaceAll('"', '""')}"` : tag
}
