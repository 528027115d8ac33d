import { importDescriptors } from '../../kinds/all-kinds.ts'
import type { Recipe } from '../../model/recipes/recipe-schema.ts'
import { compactKey } from '../../text/headers/name-key.ts'
import { isPersonal } from '../../text/headers/phone-header.ts'
import { type Column, type Confidence, decide, type RecipeDraft, ranked } from './recipe-draft.ts'

/**
 * What finds the contact: the service's own identifier where the file has it, then phone numbers. A message goes to a
 * number: there the phone columns come first.
 */
export function chooseMatch(draft: RecipeDraft): Recipe['match'] {
  const identifier = ranked(draft, 'uuid').find(({ values }) => values.uuids >= 0.5)
  if (identifier === undefined) return byPhone(draft) ?? byEvidence(draft)
  if (importDescriptors[draft.kind].subject === 'phone') return byPhone(draft) ?? byIdentifier(draft, identifier)
  return byIdentifier(draft, identifier)
}

function byIdentifier(draft: RecipeDraft, identifier: Column): Recipe['match'] {
  decide(draft, identifier, 'match', 'likely', 'The header says identifier, and its values are identifiers.')
  const phones = byPhone(draft, identifier)
  const phoneColumns = phones === null ? [] : [phones.column, ...(phones.otherColumns ?? [])]
  return { by: 'uuid', column: identifier.name, ...(phoneColumns.length > 0 && { phoneColumns }) }
}

/**
 * The phone column that takes texts first, others behind it. Where the file has mobile numbers, only a person's own other
 * numbers stand in for a blank one: several people share an office's. `identifier`: what comes before them.
 */
function byPhone(draft: RecipeDraft, identifier?: Column): Recipe['match'] | null {
  const usable = ({ values }: Column) => values.filled === 0 || values.phones >= 0.2
  const phones = ranked(draft, 'phone')
    .filter(usable)
    .sort((a, b) => phoneRank(a, draft) - phoneRank(b, draft))
  const isMobile = (column: Column) => phoneRank(column, draft) < 2
  const filled = phones.filter((column) => column.values.filled > 0 || isMobile(column))
  const [first, ...others] = filled.some((column) => column.values.filled > 0) ? filled : phones
  if (first === undefined) return null
  const confidence: Confidence = first.values.phones >= 0.5 && first.header?.isClear === true ? 'sure' : 'likely'
  const place = identifier === undefined ? '' : ` Used where "${identifier.name}" is blank.`
  decide(
    draft,
    first,
    'match',
    confidence,
    `The header says phone number${isMobile(first) ? ', and texts reach mobile phones' : ''}.${place}`,
  )
  const isOwn = (column: Column) => !phones.some(isMobile) || isPersonal(phoneRank(column, draft))
  const standIns = others.filter(isOwn).slice(0, 5)
  for (const other of standIns) decide(draft, other, 'match', 'likely', `Used where "${first.name}" is blank, or no mobile number.`)
  for (const shared of others.filter((column) => !isOwn(column))) {
    const reason = `Not used where "${first.name}" is blank: several people may share this number. Add it if it is each person's own.`
    decide(draft, shared, null, 'likely', reason)
  }
  const otherColumns = standIns.map(({ name }) => name)
  return { by: 'phone', column: first.name, ...(otherColumns.length > 0 && { otherColumns }) }
}

/** Where no column is clearly a phone number: one that is called so, else one whose values can be nothing else. */
function byEvidence(draft: RecipeDraft): Recipe['match'] {
  const named = ranked(draft, 'phone').find(({ header }) => header?.isClear === true)
  if (named !== undefined) {
    const reason =
      'The header says phone number, but hardly any of its first values can be read as one. They may lack the country that they are from, or be damaged.'
    decide(draft, named, 'match', 'guess', reason)
    return { by: 'phone', column: named.name }
  }
  const [written] = draft.columns
    .filter(({ values }) => values.writtenAsPhones >= 0.6)
    .sort((a, b) => b.values.writtenAsPhones - a.values.writtenAsPhones)
  if (written !== undefined) {
    decide(draft, written, 'match', 'guess', 'Its values are written as phone numbers.')
    return { by: 'phone', column: written.name }
  }
  // A recipe needs a column: the one that is least like phone numbers, so that no figure is taken for one.
  const [place] = draft.columns.toSorted((a, b) => a.values.phones - b.values.phones)
  if (place !== undefined) decide(draft, place, null, 'guess', 'No column looks like phone numbers: choose the right one.')
  return { by: 'phone', column: place?.name ?? 'Phone' }
}

/** Google's `Phone 1 - Value` is a mobile phone where `Phone 1 - Label` mostly says so. */
function phoneRank(column: Column, draft: RecipeDraft): number {
  const rank = column.header?.rank ?? 99
  const numbered = /^phone(\d+)value$/.exec(compactKey(column.name))
  if (numbered === null) return rank
  const labels = draft.columns.find(({ name }) => [`phone${numbered[1]}label`, `phone${numbered[1]}type`].includes(compactKey(name)))
  const words = labels?.values.distinct ?? []
  if (words.length === 0) return rank
  if (words.every((word) => /mobil|cell|handy|m[oó]vil|portable|iphone|telem|celular/i.test(word))) return rank - 1
  return words.every((word) => /mobil|cell|handy|m[oó]vil|portable|home|priva|casa|domicile/i.test(word)) ? rank + 2 : rank
}
