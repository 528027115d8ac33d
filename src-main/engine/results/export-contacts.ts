import { basename, dirname } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { CustomFieldDefinition } from '../model/contacts/customer.ts'
import type { CachedContact } from '../store/contacts/contacts.ts'
import { csvLine } from '../text/csv-text.ts'
import { checkFileName } from '../files/file-name.ts'
import { createOutputFile } from '../files/output-file.ts'

export interface ExportOptions {
  contacts: Iterable<CachedContact>
  customFields: readonly CustomFieldDefinition[]
  path: string
  /** Whether an existing file may be replaced. */
  overwrite: boolean
  signal?: AbortSignal
}

/** Rows that are written before others can work. */
const rowsAtOnce = 500
const style = { delimiter: ',', quote: '"' }
const columns = ['UUID', 'Phone Number', 'Name', 'Email', 'Notes', 'Tags', 'Archived', 'Blocked', 'Unreachable', 'Consent'] as const

/**
 * Writes contacts as CSV, one a row, and answers how many. A value that is not known is a blank cell. Throws `usage` for an
 * existing file or a folder that cannot be written to, `store.full`, and the signal's reason when it aborts.
 */
export async function exportContacts({ contacts, customFields, path, overwrite, signal }: ExportOptions): Promise<number> {
  checkFileName(path)
  const file = await createOutputFile(dirname(path))
  try {
    await file.write(csvLine([...columns, ...customFields.map(({ name }) => name)], style))
    let rows = 0
    for (const contact of contacts) {
      await file.write(csvLine(cellsOf(contact, customFields), style))
      rows += 1
      if (rows % rowsAtOnce === 0) await setImmediate()
      signal?.throwIfAborted()
    }
    await file.publish(basename(path), overwrite ? 'replace' : 'refuse')
    return rows
  } finally {
    await file.discard()
  }
}

function cellsOf({ record }: CachedContact, customFields: readonly CustomFieldDefinition[]): string[] {
  const { uuid, phone, phoneRaw, name, email, notes, tags, archived, blocked, unreachable, consent } = record
  return [
    uuid,
    phone ?? phoneRaw ?? '',
    name ?? '',
    email ?? '',
    notes ?? '',
    tags?.join(', ') ?? '',
    flag(archived),
    flag(blocked),
    flag(unreachable),
    flag(consent),
    ...customFields.map((field) => record.customFields?.[field.uuid] ?? ''),
  ]
}

function flag(value: boolean | null | undefined): string {
  return value === undefined || value === null ? '' : String(value)
}
