import { importDescriptors } from '../../kinds/all-kinds.ts'
import type { Recipe } from '../../model/recipes/recipe-schema.ts'
import { compactKey } from '../../text/headers/name-key.ts'
import { namesAnother } from '../../text/headers/names-another.ts'
import { isForOtherThanTexts, isOfWork, isPersonal, speaksOfPhones } from '../../text/headers/phone-header.ts'
import { suggestDirection } from './suggest-direction.ts'
import { type Column, type Confidence, decide, type RecipeDraft, ranked } from './recipe-draft.ts'

/**
 * What finds the contact: the service's own identifier where the file has it, then phone numbers. A message goes to a
 * number: there the phone columns come first.
 */
export function chooseMatch(draft: RecipeDraft): Recipe['match'] {
  if (importDescriptors[draft.kind].subject === 'group') return byGroup(draft) ?? byEvidence(draft)
  const identifier = ranked(draft, 'uuid').find(({ values }) => values.uuids >= 0.5)
  if (identifier === undefined) return byPhone(draft) ?? byEvidence(draft)
  if (importDescriptors[draft.kind].subject !== 'contact') return byPhone(draft) ?? byIdentifier(draft, identifier)
  return byIdentifier(draft, identifier)
}

function byIdentifier(draft: RecipeDraft, identifier: Column): Recipe['match'] {
  decide(draft, identifier, 'match', 'likely', 'The header says identifier, and its values are identifiers.')
  const phones = byPhone(draft, identifier)
  const phoneColumns = phones === null ? [] : [phones.column, ...(phones.otherColumns ?? [])]
  return { by: 'uuid', column: identifier.name, ...(phoneColumns.length > 0 && { phoneColumns }) }
}

/**
 * The phone column that takes texts first, others behind it: they stand in for a blank number, and for one that is no mobile. Never one
 * that several people share, as its header or its values say. `identifier`: what comes before them.
 */
function byPhone(draft: RecipeDraft, identifier?: Column): Recipe['match'] | null {
  const usable = ({ values }: Column) => values.filled === 0 || values.phones >= 0.2
  const named = ranked(draft, 'phone').filter(({ name }) => name !== draft.office?.to)
  const writer = named.length === 0 ? draft.columns.find(({ name }) => name === draft.office?.from) : undefined
  if (writer !== undefined) {
    decide(draft, writer, 'match', 'likely', 'It has the numbers of those who wrote.')
    return { by: 'phone', column: writer.name }
  }
  const phones = named.filter(usable).sort((a, b) => phoneRank(a, draft) - phoneRank(b, draft))
  // A column of numbers that cannot be read is still likelier than one without any.
  if (phones.every(({ values }) => values.filled === 0) && named.some(({ values, header }) => values.filled > 0 && header?.isClear))
    return null
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
  const sharedBy = (column: Column) => {
    if (isOfWork(phoneRank(column, draft))) return 'several people may share this number'
    return isSharedIn(draft, first, column) ? 'several people in the file share numbers of it' : null
  }
  const isOwn = (column: Column) => sharedBy(column) === null && (!phones.some(isMobile) || isPersonal(phoneRank(column, draft)))
  const standIns = others.filter(isOwn).slice(0, 5)
  for (const other of standIns) decide(draft, other, 'match', 'likely', `Used where "${first.name}" is blank, or no mobile number.`)
  for (const column of others.filter((other) => !isOwn(other))) {
    const why = sharedBy(column) ?? 'several people may share this number'
    decide(draft, column, null, 'likely', `Not used where "${first.name}" is blank: ${why}. Add it if it is each person's own.`)
  }
  const otherColumns = standIns.map(({ name }) => name)
  return { by: 'phone', column: first.name, ...(otherColumns.length > 0 && { otherColumns }) }
}

/** All columns of numbers, in the file's order, whoever of the group each is of: `Parent 1 Phone`, `Mum`. */
function byGroup(draft: RecipeDraft): Recipe['match'] | null {
  const named = ranked(draft, 'phone').filter(({ values }) => values.filled === 0 || values.phones >= 0.2)
  const isOfGroup = (column: Column) =>
    named.includes(column) || (column.values.writtenAsPhones >= 0.6 && !isForOtherThanTexts(compactKey(column.name)))
  const [first, ...others] = draft.columns.filter(isOfGroup)
  if (first === undefined) return null
  const how = named.includes(first) ? 'The header says phone number.' : 'Its values are written as phone numbers.'
  decide(draft, first, 'match', named.includes(first) ? 'likely' : 'guess', how)
  for (const other of others)
    decide(
      draft,
      other,
      'match',
      named.includes(other) ? 'likely' : 'guess',
      `Its numbers belong to the group, beside those of "${first.name}".`,
    )
  return { by: 'phone', column: first.name, ...(others.length > 0 && { otherColumns: others.map(({ name }) => name) }) }
}

/** Whether a number of the column stands in rows of different people, or is the first number of somebody else. */
function isSharedIn({ rows }: RecipeDraft, first: Column, column: Column): boolean {
  const owners = new Map<string, string>()
  return rows.some(({ line, cells }) => {
    const own = digitsOf(cells[first.index])
    const owner = own === '' ? `row ${line}` : own
    return [own, digitsOf(cells[column.index])].some((number) => {
      if (number.length < fewestDigits) return false
      const before = owners.get(number)
      owners.set(number, owner)
      return before !== undefined && before !== owner
    })
  })
}

/** Fewer are an extension, or no number at all. */
const fewestDigits = 6

function digitsOf(cell: string | undefined): string {
  return (cell ?? '').replace(/\D/g, '').slice(-9)
}

/** Where no column is clearly a phone number: one that is called so, else one whose values can be nothing else. */
function byEvidence(draft: RecipeDraft): Recipe['match'] {
  const clear = ranked(draft, 'phone').filter(({ header }) => header?.isClear === true)
  const named = clear.find(({ values }) => values.filled > 0) ?? clear[0]
  if (named !== undefined) {
    const reason =
      'The header says phone number, but hardly any of its first values can be read as one. They may lack the country that they are from, or be damaged.'
    decide(draft, named, 'match', 'guess', reason)
    return { by: 'phone', column: named.name }
  }
  const [written] = draft.columns
    .filter(({ name, values }) => values.writtenAsPhones >= 0.6 && !tellsOfAnother(name))
    .sort((a, b) => b.values.writtenAsPhones - a.values.writtenAsPhones)
  if (written !== undefined) {
    decide(draft, written, 'match', 'guess', 'Its values are written as phone numbers.')
    return { by: 'phone', column: written.name }
  }
  // A recipe needs a column: the one that is least like phone numbers, so that no figure is taken for one, and of those none that has
  // another use.
  const [place] = draft.columns.toSorted((a, b) => a.values.phones - b.values.phones || useOf(draft, a) - useOf(draft, b))
  if (place !== undefined) decide(draft, place, null, 'guess', 'No column looks like phone numbers: choose the right one.', 'match')
  return { by: 'phone', column: place?.name ?? 'Phone' }
}

/** `Emergency Phone`, `Fax`, `Wrong Number`: more is said of such a number than that it is the contact's. Whose it is, a person says. */
function tellsOfAnother(header: string): boolean {
  const key = compactKey(header)
  return speaksOfPhones(key) || isForOtherThanTexts(key) || namesAnother(header)
}

/** How much a message would lose without the column: its time, or more. */
function useOf({ kind, words }: RecipeDraft, { name, header, values }: Column): number {
  if (header?.role === 'sentAt') return 1
  const tellsWriter = () => suggestDirection([{ name, words: words.get(name) ?? values.distinct }]) !== null
  return header?.role === 'body' || (importDescriptors[kind].hasDirections && tellsWriter()) ? 2 : 0
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
  if (words.every((word) => /mobil|cell|handy|m[oó]vil|portable|home|priva|casa|domicile/i.test(word))) return rank + 2
  return words.every((word) => /work|business|office|company|main|gesch[aä]ft|arbeit|travail|trabajo|lavoro|werk/i.test(word))
    ? rank + 3
    : rank
}
