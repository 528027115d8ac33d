import type { CustomFieldDefinition } from '../../model/contacts/customer.ts'
import {
  exportedAgeColumn,
  type ExportedColumn,
  exportedColumns,
  exportedHeaders,
  exportedTagSeparator,
} from '../../model/contacts/export-columns.ts'
import type { FieldRule, Recipe } from '../../model/recipes/recipe-schema.ts'
import { wordKey } from '../../text/cell-text.ts'
import { nameKey } from '../../text/headers/name-key.ts'
import { lostWithout } from '../recipe/exported-columns-lost.ts'
import { isExported } from './is-exported.ts'
import { knownValues } from './known-values.ts'
import { type Column, decide, type RecipeDraft, take } from './recipe-draft.ts'
import { flagMeaning } from './suggest-value.ts'

export const exportedRecipeName = 'Contacts from Rollcall'

/** What an exported column says when it comes back; the others only find the contact. */
export const exportedRules: Partial<Record<ExportedColumn, Omit<FieldRule, 'from'>>> = {
  Name: { to: 'name', blank: 'clear' },
  Email: { to: 'email', blank: 'clear' },
  Notes: { to: 'notes', blank: 'clear' },
  Tags: { to: 'tags', tags: 'replace', separator: exportedTagSeparator, blank: 'clear' },
  Archived: { to: 'archived' },
  Blocked: { to: 'blocked' },
  Unreachable: { to: 'unreachable' },
  Consent: { to: 'consent' },
}

/**
 * Knows contacts again that Rollcall has exported, also where columns were moved, added or taken out, as long as those that are left
 * leave no doubt: each goes to its own field, tags are replaced, and a cell that was cleared empties its field. Null for any other file.
 */
export function suggestExported(draft: RecipeDraft, customFields: readonly CustomFieldDefinition[]): Recipe['match'] | null {
  const headers = exportedHeaders(customFields)
  const find = (header: string): Column | undefined => draft.columns.find(({ name }) => name === header)
  const identifier = find('UUID')
  const phone = find('Phone Number')
  const key = identifier ?? phone
  if (key === undefined || !isExported(draft.columns.map(({ name, values }) => ({ name, words: values.distinct })))) return null

  const lost = lostWithout(exportedColumns.filter((header) => find(header) === undefined))
  const found = identifier === undefined ? 'number' : 'identifier'
  const about = `Rollcall has exported this file: the contact is found by its ${found}.${lost === null ? '' : ` ${lost}`}`
  decide(draft, key, 'match', 'sure', about)
  if (phone !== undefined && phone !== key) decide(draft, phone, 'match', 'sure', 'Used where "UUID" is blank.')
  for (const header of exportedColumns) {
    const rule = exportedRules[header]
    const column = find(header)
    if (rule === undefined || column === undefined) continue
    const said = header === 'Consent' ? consentWords(draft.words.get(column.name) ?? column.values.distinct) : {}
    take(draft, [column], { ...rule, from: [column.name], ...said }, 'sure', 'Rollcall has exported this file.')
  }
  customFields.forEach(({ uuid }, at) => {
    const header = nameKey(headers[at] ?? '')
    const column = draft.columns.find(({ name }) => nameKey(name) === header)
    if (column === undefined || draft.decided.has(column.name)) return
    take(draft, [column], { to: `custom:${uuid}`, from: [column.name], blank: 'clear' }, 'sure', 'Rollcall has exported this file.')
  })
  const age = find(exportedAgeColumn)
  if (age !== undefined) decide(draft, age, null, 'sure', 'When the service last showed the contact, before the export.')
  if (identifier === undefined) return { by: 'phone', column: key.name }
  return { by: 'uuid', column: identifier.name, ...(phone !== undefined && { phoneColumns: [phone.name] }) }
}

/**
 * What an export writes, and what spreadsheets and people make of it: `TRUE` of a cell that was ticked, `STOP`. An export's own yes needs
 * nobody to confirm it; what else gives consent does.
 */
function consentWords(words: readonly string[]): Pick<FieldRule, 'values' | 'unconfirmed'> {
  const own = { yes: true, no: false }
  const typed = knownValues(
    words.filter((word) => !Object.hasOwn(own, wordKey(word))),
    (word) => flagMeaning('consent', false, word),
    () => null,
  )
  const giving = Object.entries(typed ?? {}).flatMap(([word, meaning]) => (meaning === true ? [word] : []))
  return { values: { ...own, ...typed }, ...(giving.length > 0 && { unconfirmed: giving }) }
}
