import type { CustomFieldDefinition } from '../../model/contacts/customer.ts'
import { exportedColumns, exportedHeaders } from '../../model/contacts/export-columns.ts'
import { dialectChoiceSchema } from '../../model/files/source-schema.ts'
import type { FieldRule, Recipe } from '../../model/recipes/recipe-schema.ts'
import { exportedRules } from './suggest-exported.ts'

/**
 * The recipe of a table of contacts that is changed by hand: every column goes to its field, contacts are found by their identifiers
 * alone, and only what a person changes counts. `id`: of its own, so that a table is not compared with other lists. What gives consent
 * waits until somebody has said what the word means.
 */
export function tableRecipe(id: string, customFields: readonly CustomFieldDefinition[]): Recipe {
  const headers = exportedHeaders(customFields)
  const fields = exportedColumns.flatMap((header): FieldRule[] => {
    const rule = exportedRules[header]
    if (rule === undefined) return []
    const consent = rule.to === 'consent' ? { values: { yes: true, no: false }, unconfirmed: ['yes'] } : {}
    return [{ ...rule, from: [header], ...consent }]
  })
  const custom = customFields.map(({ uuid }, at): FieldRule => ({ to: `custom:${uuid}`, from: [headers[at] ?? uuid], blank: 'clear' }))
  return {
    version: 1,
    id,
    name: 'Contacts changed in a table',
    kind: 'contacts',
    source: dialectChoiceSchema.parse({ encoding: 'utf-8', delimiter: ',', quote: '"', escape: '' }),
    match: { by: 'uuid', column: 'UUID', phoneColumns: ['Phone Number'] },
    fields: [...fields, ...custom],
    exported: true,
    onlyCorrected: true,
    blank: 'keep',
    mode: 'update',
    notFound: 'skip',
    duplicates: 'last',
  }
}

/** Of such a table: who is in it is asked for consent. */
export function requestRecipe(id: string): Recipe {
  return {
    version: 1,
    id,
    name: 'Requests for consent',
    kind: 'requestConsent',
    source: dialectChoiceSchema.parse({ encoding: 'utf-8', delimiter: ',', quote: '"', escape: '' }),
    match: { by: 'uuid', column: 'UUID' },
    fields: [],
    exported: true,
    blank: 'keep',
    mode: 'update',
    notFound: 'skip',
    duplicates: 'first',
  }
}
