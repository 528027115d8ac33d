import { setImmediate } from 'node:timers/promises'
import { checkFileName } from '../../files/file-name.ts'
import type { Difference, DifferencePeriod } from '../../model/contacts/differences-schema.ts'
import type { FieldValue } from '../../model/plans/plan-schema.ts'
import { writeTable } from '../export/write-table.ts'

const columns = [
  'Change',
  'Name',
  'Phone Number',
  'UUID',
  'Field',
  'Before',
  'After',
  'Last Import',
  'Compared With Sync Of',
  'Read In Sync Of',
] as const

const words: Record<Difference['kind'], string> = { new: 'new', changed: 'changed', gone: 'gone' }
/** Contacts to write before yielding to other work. */
const contactsAtOnce = 500

interface DifferencesFile {
  differences: Iterable<Difference>
  period: DifferencePeriod
  /** A workbook where it ends in `.xlsx`, else CSV. */
  path: string
  overwrite: boolean
  signal?: AbortSignal
}

/**
 * Writes what differs, one row for each field that changed, and one for each contact that is new or gone. Each says between which syncs it
 * was found. Answers how many rows there are. Throws as `exportContacts`.
 */
export async function exportDifferences({ differences, period, path, overwrite, signal }: DifferencesFile): Promise<number> {
  checkFileName(path)
  const ages = [timeOf(period.sinceSeconds), period.untilSeconds === null ? '' : timeOf(period.untilSeconds)]
  let rows = 0
  const table = async function* () {
    yield columns
    let contacts = 0
    for (const { kind, name, phone, contact, changes, lastImport } of differences) {
      const who = [words[kind], name ?? '', phone ?? '', contact]
      const lines = kind === 'changed' ? changes.map(({ label, before, after }) => [label, cellOf(before), cellOf(after)]) : [['', '', '']]
      for (const line of lines) {
        yield [...who, ...line, lastImport?.fileName ?? '', ...ages]
        rows += 1
      }
      contacts += 1
      if (contacts % contactsAtOnce === 0) await setImmediate()
      signal?.throwIfAborted()
    }
  }
  await writeTable(path, table(), overwrite ? 'replace' : 'refuse')
  return rows
}

const timeOf = (seconds: number): string => new Date(seconds * 1000).toISOString()

function cellOf(value: FieldValue): string {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return Array.isArray(value) ? value.join(', ') : value
}
