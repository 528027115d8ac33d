import type { CustomFieldDefinition } from '../model/customer.ts'
import type { SourceColumn, SourceRow } from '../model/source-schema.ts'
import { oppositeWord } from '../text/boolean-words.ts'
import type { FlagTarget } from '../text/boolean-words.ts'
import { wordKey } from '../text/cell-text.ts'
import { compactKey } from '../text/headers/column-name.ts'
import { lookAtValues } from './suggest/column-values.ts'
import type { ColumnValues } from './suggest/column-values.ts'
import { isAboutEmailPermission, isAboutTextPermission, isPersonal, roleOfHeader } from './header-role.ts'
import type { Role } from './header-role.ts'
import { type DescribedColumn, type OtherChoice, otherChoices } from './suggest/other-choices.ts'
import { createPhoneReader } from '../text/phone-number.ts'
import { recipeSchema } from '../model/recipe-schema.ts'
import type { FieldRule, ImportKind, Recipe, Target } from '../model/recipe-schema.ts'
import { suggestDirection } from './suggest/suggest-direction.ts'
import { flagMeaning } from './suggest/suggest-value.ts'

export type Confidence = 'sure' | 'likely' | 'guess'

/** What was made of one column, and why, in words. */
export interface ColumnSuggestion {
  name: string
  /** `only`: the column decides which rows are imported. */
  target: Target | 'match' | 'only' | null
  confidence: Confidence
  reason: string
  /** Where else it could go, the best first. */
  others: OtherChoice[]
}

type Decision = Omit<ColumnSuggestion, 'others'>

export interface SuggestionInput {
  kind: ImportKind
  columns: readonly SourceColumn[]
  rows: readonly SourceRow[]
  account: { country: string; customFields: readonly CustomFieldDefinition[] }
}

type Column = DescribedColumn

interface Draft {
  kind: ImportKind
  columns: Column[]
  fields: FieldRule[]
  decided: Map<string, Decision>
}

const recipeNames: Record<ImportKind, string> = { contacts: 'Contacts', consent: 'Consent list', messages: 'Message history' }

/**
 * A recipe for a file by its headers and a look at its values, and for every column what was made of it and why. Nothing
 * that stops or starts messages to people (blocked, unreachable, archived, consent) is ever taken by guess: only a header
 * that clearly says so, with values that are known words. Custom fields are named by uuid. The recipe may be incomplete
 * (no phone column found: the match column is then a guess) and is for a person to look at.
 */
export function suggestRecipe(input: SuggestionInput): { recipe: Recipe; columns: ColumnSuggestion[] } {
  const readPhone = createPhoneReader(input.account.country)
  const columns = input.columns.map((column) => ({
    name: column.name,
    header: roleOfHeader(column.header ?? column.name, input.kind),
    values: lookAtValues(column, input.rows, readPhone),
  }))
  const draft: Draft = { kind: input.kind, columns, fields: [], decided: new Map() }
  const match = chooseMatch(draft)
  if (input.kind === 'contacts') suggestContactFields(draft, input.account.customFields)
  if (input.kind === 'consent') suggestConsentFields(draft)
  if (input.kind === 'messages') suggestMessageFields(draft)
  const only = input.kind === 'messages' ? suggestOnly(draft) : undefined
  const recipe = recipeSchema.parse({
    version: 1,
    name: recipeNames[input.kind],
    kind: input.kind,
    match,
    ...(only && { only }),
    fields: draft.fields,
  })
  const taken = new Set(draft.fields.map(({ to }) => to))
  return {
    recipe,
    columns: columns.map((column) => {
      const decision = draft.decided.get(column.name) ?? leftOut(column, input.kind)
      return { ...decision, others: otherChoices(column, decision, input.kind, input.account.customFields, taken) }
    }),
  }
}

function suggestContactFields(draft: Draft, customFields: readonly CustomFieldDefinition[]): void {
  suggestName(draft)
  takeBest(draft, 'email', 'email', (values) => values.filled === 0 || values.emails >= 0.5)
  takeBest(draft, 'tags', 'tags', () => true, { tags: 'add' })
  takeBest(draft, 'notes', 'notes', () => true)
  for (const flag of ['archived', 'blocked', 'unreachable'] as const) suggestFlag(draft, flag)
  suggestCustomFields(draft, customFields)
  if (!draft.fields.some((rule) => rule.to === 'email')) {
    const byValues = free(draft).find((column) => column.header === null && column.values.filled > 0 && column.values.emails >= 0.8)
    if (byValues !== undefined) take(draft, [byValues], { to: 'email', from: [byValues.name] }, 'guess', 'Its values are e-mail addresses.')
  }
}

function suggestConsentFields(draft: Draft): void {
  const candidates = ranked(draft, 'consent').concat(ranked(draft, 'optedOut'))
  const column = candidates.find((candidate) => candidate.values.filled > 0) ?? candidates[0]
  if (column !== undefined) {
    const isOptOut = column.header?.role === 'optedOut'
    const values = consentValues(column, isOptOut)
    const rule: FieldRule = { to: 'consent', from: [column.name], ...(values === null ? {} : { values }) }
    const meaning = isOptOut
      ? `The header says "${column.name}", so a yes there means no consent; a no is no consent either and changes nothing.`
      : `The header says "${column.name}".`
    take(draft, [column], rule, column.header?.isClear === true && column.values.filled > 0 ? 'sure' : 'likely', meaning)
  }
  const evidence = ranked(draft, 'evidence')
  if (evidence.length > 0) {
    take(
      draft,
      evidence,
      { to: 'evidence', from: evidence.map(({ name }) => name) },
      'likely',
      'The header tells how or when consent was given.',
    )
  }
}

function suggestMessageFields(draft: Draft): void {
  takeBest(draft, 'body', 'body', () => true)
  if (!draft.fields.some((rule) => rule.to === 'body')) {
    const [longest] = free(draft)
      .filter(
        (column) => column.header === null && column.values.averageLength > 20 && column.values.distinct.some((text) => text.includes(' ')),
      )
      .sort((a, b) => b.values.averageLength - a.values.averageLength)
    if (longest !== undefined) take(draft, [longest], { to: 'body', from: [longest.name] }, 'guess', 'It holds the longest texts.')
  }
  takeBest(draft, 'sentAt', 'sentAt', () => true)
  takeBest(draft, 'attachments', 'attachments', (values) => values.filled === 0 || values.links > 0)
}

function suggestOnly(draft: Draft): Recipe['only'] {
  const found = suggestDirection(free(draft).map(({ name, values }) => ({ name, words: values.distinct })))
  const column = draft.columns.find(({ name }) => name === found?.column)
  if (found === null || column === undefined) return undefined
  decide(draft, column, found.only === null ? null : 'only', found.confidence, found.reason)
  return found.only ?? undefined
}

/**
 * The phone column that takes texts first, others behind it; a uuid column where there is no phone number. Where the file
 * has mobile numbers, only a person's own other numbers stand in for a blank one: several people share an office's.
 */
function chooseMatch(draft: Draft): Recipe['match'] {
  const usable = ({ values }: Column) => values.filled === 0 || values.phones >= 0.2
  const phones = ranked(draft, 'phone')
    .filter(usable)
    .sort((a, b) => phoneRank(a, draft) - phoneRank(b, draft))
  const isMobile = (column: Column) => phoneRank(column, draft) < 2
  const filled = phones.filter((column) => column.values.filled > 0 || isMobile(column))
  const [first, ...others] = filled.some((column) => column.values.filled > 0) ? filled : phones
  if (first !== undefined) {
    const confidence: Confidence = first.values.phones >= 0.5 && first.header?.isClear === true ? 'sure' : 'likely'
    decide(draft, first, 'match', confidence, `The header says phone number${isMobile(first) ? ', and texts reach mobile phones' : ''}.`)
    const isOwn = (column: Column) => !phones.some(isMobile) || isPersonal(phoneRank(column, draft))
    const standIns = others.filter(isOwn).slice(0, 5)
    for (const other of standIns) decide(draft, other, 'match', 'likely', `Used where "${first.name}" is blank.`)
    for (const shared of others.filter((column) => !isOwn(column))) {
      const reason = `Not used where "${first.name}" is blank: several people may share this number. Add it if it is each person's own.`
      decide(draft, shared, null, 'likely', reason)
    }
    const otherColumns = standIns.map(({ name }) => name)
    return { by: 'phone', column: first.name, ...(otherColumns.length === 0 ? {} : { otherColumns }) }
  }
  const identifier = ranked(draft, 'uuid').find(({ values }) => values.uuids >= 0.5)
  if (identifier !== undefined) {
    decide(draft, identifier, 'match', 'likely', 'There is no phone number, and its values are identifiers.')
    return { by: 'uuid', column: identifier.name }
  }
  const named = ranked(draft, 'phone').find(({ header, values }) => header?.isClear === true && values.dialled >= 0.5)
  if (named !== undefined) {
    const reason =
      'The header says phone number, but hardly any of its first values can be read as one. They may lack the country that they are from, or be damaged.'
    decide(draft, named, 'match', 'guess', reason)
    return { by: 'phone', column: named.name }
  }
  const [dialled] = draft.columns.filter(({ values }) => values.phones >= 0.6).sort((a, b) => b.values.phones - a.values.phones)
  const guess = dialled ?? draft.columns[0]
  if (guess !== undefined) {
    decide(
      draft,
      guess,
      'match',
      'guess',
      dialled === undefined ? 'No column looks like phone numbers: choose the right one.' : 'Its values are phone numbers.',
    )
  }
  return { by: 'phone', column: guess?.name ?? 'Phone' }
}

/** Google's `Phone 1 - Value` is a mobile phone where `Phone 1 - Label` mostly says so. */
function phoneRank(column: Column, draft: Draft): number {
  const rank = column.header?.rank ?? 99
  const numbered = /^phone(\d+)value$/.exec(compactKey(column.name))
  if (numbered === null) return rank
  const labels = draft.columns.find(({ name }) => [`phone${numbered[1]}label`, `phone${numbered[1]}type`].includes(compactKey(name)))
  const words = labels?.values.distinct ?? []
  if (words.length === 0) return rank
  if (words.every((word) => /mobil|cell|handy|m[oó]vil|portable/i.test(word))) return rank - 1
  return words.every((word) => /mobil|cell|handy|m[oó]vil|portable|home|priva|casa|domicile/i.test(word)) ? rank + 2 : rank
}

function suggestName(draft: Draft): void {
  const firsts = ranked(draft, 'firstName')
  const lasts = ranked(draft, 'lastName')
  const key = (column: Column) => compactKey(column.name)
  // Nom and Nombre are a family name or first name beside their counterparts, else the whole name.
  const [nom, nombre, plainFirst, plainLast] = ['nom', 'nombre', 'first', 'last'].map((name) =>
    free(draft).find((column) => key(column) === name),
  )
  const last = lasts[0] ?? (firsts.length > 0 ? nom : plainFirst && plainLast)
  const first = firsts[0] ?? (lasts.length > 0 ? nombre : plainLast && plainFirst)
  const full = ranked(draft, 'fullName')[0] ?? (first === undefined && last === undefined ? (nom ?? nombre) : undefined)
  if (full !== undefined && (full.values.filled > 0 || (first === undefined && last === undefined))) {
    take(draft, [full], { to: 'name', from: [full.name] }, full.values.filled > 0 ? 'sure' : 'likely', 'The header says it is the name.')
  } else if (first !== undefined && last !== undefined) {
    take(draft, [first, last], { to: 'name', from: [first.name, last.name], join: ' ' }, 'sure', 'First and last name make the name.')
  } else {
    const only = first ?? last
    if (only !== undefined) take(draft, [only], { to: 'name', from: [only.name] }, 'likely', 'It is the only part of the name in the file.')
  }
}

function suggestFlag(draft: Draft, target: Exclude<FlagTarget, 'consent'>): void {
  const column = ranked(draft, target).find((candidate) => candidate.header?.isClear === true)
  if (column === undefined) return
  const values = knownValues(
    column,
    (word) => flagMeaning(target, false, word),
    (word) => oppositeWord(target, word),
  )
  if (values === null) {
    decide(
      draft,
      column,
      null,
      'likely',
      `The header says ${target}, but its values are no words for yes and no: map it by hand if it is that.`,
    )
    return
  }
  take(
    draft,
    [column],
    { to: target, from: [column.name], values },
    'sure',
    `The header says ${target}, and its values are words for yes and no.`,
  )
}

/** Of a consent column, what its words mean; of an opt-out column only its yes says anything. */
function consentValues(column: Column, isOptOut: boolean): FieldRule['values'] | null {
  const values = knownValues(
    column,
    (word) => flagMeaning('consent', isOptOut, word),
    (word) => oppositeWord(isOptOut ? 'unreachable' : 'consent', word),
  )
  return values ?? (isOptOut ? { Yes: false, No: null } : null)
}

/**
 * The column's own words with their meaning and, for rows further down, their opposites. `meaning` answers undefined for
 * unknown words. Null when none is known.
 */
function knownValues(
  column: Column,
  meaning: (word: string) => boolean | null | undefined,
  opposite: (word: string) => string | null,
): Record<string, boolean | null> | null {
  const values = new Map<string, boolean | null>()
  const taken = new Set<string>()
  const add = (word: string | null) => {
    const flag = word === null ? undefined : meaning(word)
    if (word === null || flag === undefined || taken.has(wordKey(word))) return
    taken.add(wordKey(word))
    values.set(word, flag)
  }
  for (const word of column.values.distinct) add(word)
  if (values.size === 0) return null
  for (const word of [...values.keys()]) add(sameCase(word, opposite(word)))
  return Object.fromEntries(values)
}

/** `Yes` gets `No`, `YES` gets `NO`. */
function sameCase(model: string, word: string | null): string | null {
  if (word === null || model === model.toLowerCase()) return word
  return model === model.toUpperCase() ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1)
}

function suggestCustomFields(draft: Draft, fields: readonly CustomFieldDefinition[]): void {
  for (const isAlike of [(a: string, b: string) => compactKey(a) === compactKey(b), sameWords]) {
    for (const field of fields) {
      const target: Target = `custom:${field.uuid}`
      if (draft.fields.some((rule) => rule.to === target)) continue
      const column = free(draft).find((candidate) => isAlike(candidate.name.replace(/__c$/i, ''), field.name))
      if (column === undefined) continue
      if (field.dataType === 'link' && column.values.filled > 0 && column.values.links < 0.5) {
        decide(draft, column, null, 'likely', `It is called like the custom field "${field.name}", but that takes web addresses.`)
        continue
      }
      const isExact = compactKey(column.name) === compactKey(field.name)
      take(
        draft,
        [column],
        { to: target, from: [column.name] },
        isExact ? 'sure' : 'likely',
        `It is called like the custom field "${field.name}".`,
      )
    }
  }
}

/** `ID of account` and `Account ID`: the same words in another order. */
function sameWords(a: string, b: string): boolean {
  const words = (text: string) =>
    text
      .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .split(/[^\p{L}\p{N}]+/u)
      .map(compactKey)
      .filter((word) => word !== '' && !['of', 'the', 'der', 'des', 'de', 'du', 'del'].includes(word))
      .sort()
      .join(' ')
  return words(a) !== '' && words(a) === words(b)
}

function takeBest(draft: Draft, role: Role, to: Target, suits: (values: ColumnValues) => boolean, options: Partial<FieldRule> = {}): void {
  const candidates = ranked(draft, role).filter(({ values }) => suits(values))
  const column = candidates.find(({ values }) => values.filled > 0) ?? candidates[0]
  if (column === undefined) return
  const isSure = column.header?.isClear === true && column.values.filled > 0
  take(draft, [column], { to, from: [column.name], ...options }, isSure ? 'sure' : 'likely', `The header says "${column.name}".`)
}

/** Columns of a role that nothing has taken yet, best first. */
function ranked(draft: Draft, role: Role): Column[] {
  return free(draft)
    .filter((column) => column.header?.role === role)
    .sort((a, b) => (a.header?.rank ?? 0) - (b.header?.rank ?? 0))
}

function free(draft: Draft): Column[] {
  return draft.columns.filter((column) => !draft.decided.has(column.name))
}

function take(draft: Draft, columns: readonly Column[], rule: FieldRule, confidence: Confidence, reason: string): void {
  draft.fields.push(rule)
  for (const column of columns) decide(draft, column, rule.to, confidence, reason)
}

function decide(draft: Draft, column: Column, target: ColumnSuggestion['target'], confidence: Confidence, reason: string): void {
  draft.decided.set(column.name, { name: column.name, target, confidence, reason })
}

function leftOut(column: Column, kind: ImportKind): Decision {
  if (isAboutEmailPermission(column.name)) {
    return { name: column.name, target: null, confidence: 'sure', reason: 'It is about e-mails, which says nothing about texts.' }
  }
  if (isAboutTextPermission(column.name)) {
    if (kind === 'consent')
      return {
        name: column.name,
        target: null,
        confidence: 'likely',
        reason: 'Another column is used for consent already: look whether this one says the same.',
      }
    return {
      name: column.name,
      target: null,
      confidence: 'sure',
      reason: 'Consent is an import of its own: choose the kind "consent" for it.',
    }
  }
  const reason =
    column.values.filled === 0
      ? 'It is blank in the first rows.'
      : column.header !== null
        ? 'Another column is used for that already.'
        : 'Nothing in the service corresponds to it.'
  return { name: column.name, target: null, confidence: 'likely', reason }
}
