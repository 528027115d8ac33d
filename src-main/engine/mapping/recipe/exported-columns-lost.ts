import type { ExportedColumn } from '../../model/contacts/export-columns.ts'

/** What a file that Rollcall exported cannot do any more without columns that were taken out of it, in words; null where it has all. */
export function lostWithout(columns: readonly ExportedColumn[]): string | null {
  const fields = columns.filter((column) => column !== 'UUID' && column !== 'Phone Number')
  const named = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ')
  const parts = [
    ...(columns.includes('UUID')
      ? ['Without the column "UUID" contacts are found by their phone number alone: those who have none are not.']
      : []),
    ...(columns.includes('Phone Number') ? ['Without the column "Phone Number" rows whose "UUID" is blank or unknown find nobody.'] : []),
    ...(fields.length === 1 ? [`The column ${named(fields)} was taken out: its field stays as it is.`] : []),
    ...(fields.length > 1 ? [`The columns ${named(fields)} were taken out: their fields stay as they are.`] : []),
  ]
  return parts.length === 0 ? null : parts.join(' ')
}
