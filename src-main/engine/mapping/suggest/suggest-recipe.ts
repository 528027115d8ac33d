import { importDescriptors } from '../../kinds/all-kinds.ts'
import type { CustomFieldDefinition, Department } from '../../model/contacts/customer.ts'
import type { SourceColumn, SourceRow } from '../../model/files/source-schema.ts'
import { oppositeWord } from '../../text/boolean-words.ts'
import type { FlagTarget } from '../../text/boolean-words.ts'
import { compactKey } from '../../text/headers/name-key.ts'
import { lookAtValues } from './column-values.ts'
import type { ColumnValues } from './column-values.ts'
import { isAboutOtherChannel, roleOfHeader } from '../../text/headers/header-role.ts'
import type { HeaderRole, Role } from '../../text/headers/header-role.ts'
import { chooseMatch } from './choose-match.ts'
import {
  type Column,
  type ColumnQuestion,
  type ColumnSuggestion,
  type Confidence,
  decide,
  type Decision,
  type RecipeDraft,
  free,
  ranked,
  take,
} from './recipe-draft.ts'
import { type DescribedColumn, otherChoices, targetOfRole } from './other-choices.ts'
import { namesAnother } from '../../text/headers/names-another.ts'
import { speaksOfPhones } from '../../text/headers/phone-header.ts'
import { createPhoneReader } from '../../text/phone-number.ts'
import { recipeSchema } from '../../model/recipes/recipe-schema.ts'
import type { ImportKind } from '../../model/kinds.ts'
import type { FieldRule, Recipe, Target } from '../../model/recipes/recipe-schema.ts'
import { suggestedNames } from '../../model/recipes/suggested-names.ts'
import { knownValues } from './known-values.ts'
import { type ConsentDecision, mayRefuseTexts, suggestConsent } from './suggest-consent.ts'
import type { OfficeNumbers } from './office-number-collector.ts'
import { exportedRecipeName, suggestExported } from './suggest-exported.ts'
import { suggestDayOrder } from './suggest-day-order.ts'
import { suggestName } from './suggest-name.ts'
import { suggestByNumbers, suggestDirection } from './suggest-direction.ts'
import { flagMeaning } from './suggest-value.ts'

export type { ColumnSuggestion } from './recipe-draft.ts'

export interface SuggestionInput {
  kind: ImportKind
  columns: readonly SourceColumn[]
  rows: readonly SourceRow[]
  /** Of columns about permission and of who wrote messages, the different values of the whole file; of others, or without it, those of the first rows count. */
  words?: ReadonlyMap<string, readonly string[]>
  /** Of messages that name senders' and recipients' numbers, which are the office's. */
  office?: OfficeNumbers | null
  account: { country: string; customFields: readonly CustomFieldDefinition[]; departments?: readonly Department[] }
}

/**
 * A recipe for a file by its headers and a look at its values, and for every column what was made of it and why. Nothing
 * that stops or starts messages to people (blocked, unreachable, archived, consent) is ever taken by guess: only a header
 * that clearly says so, with values that are known words. Custom fields are named by uuid. The recipe may be incomplete
 * (no phone column found: the match column is then a guess) and is for a person to look at. Contacts that Rollcall itself has
 * exported are known again.
 */
export function suggestRecipe(input: SuggestionInput): { recipe: Recipe; columns: ColumnSuggestion[] } {
  const { roles, hasDirections, writesRecord, textsPeople, subject } = importDescriptors[input.kind]
  const readPhone = createPhoneReader(input.account.country)
  const columns = input.columns.map((column) => {
    const values = lookAtValues(column, input.rows, readPhone)
    return { name: column.name, index: column.index, header: roleOfColumn(column, values, roles), values }
  })
  const draft: RecipeDraft = {
    kind: input.kind,
    columns,
    rows: input.rows,
    fields: [],
    decided: new Map(),
    words: input.words ?? new Map(),
    office: input.office ?? null,
  }
  const exported = writesRecord ? suggestExported(draft, input.account.customFields) : null
  const match = exported ?? chooseMatch(draft)
  if (exported === null) suggestFields[input.kind](draft, input.account.customFields)
  const { only, whispers } = hasDirections ? suggestSides(draft, match) : {}
  const recipe = recipeSchema.parse({
    version: 1,
    name: exported === null ? suggestedNames[input.kind] : exportedRecipeName,
    kind: input.kind,
    match,
    ...(only && { only }),
    ...(whispers && { whispers }),
    ...(hasDirections && only === undefined && { direction: 'unknown' }),
    fields: draft.fields,
    ...(textsPeople && { duplicates: 'first' }),
    ...(subject === 'group' && onlyGroupDepartment(input.account.departments ?? [])),
    ...(exported !== null && { exported: true }),
  })
  const taken = new Set(draft.fields.map(({ to }) => to))
  const isOfRecord = ({ name }: Column) => roleOfHeader(name, importDescriptors.contacts.roles) !== null
  return {
    recipe,
    columns: columns.map((column) => {
      const decision = draft.decided.get(column.name) ?? leftOut(column, draft, isOfRecord(column))
      const others = otherChoices(column, decision, input.kind, input.account.customFields, taken)
      return { ...decision, question: decision.question ?? null, mayRefuse: mayRefuseTexts(column, wordsIn(draft)), others }
    }),
  }
}

/** Groups are texted from a department for that; of several a person chooses. */
function onlyGroupDepartment(departments: readonly Department[]): Pick<Recipe, 'group'> {
  const [first, ...others] = departments.filter(({ isSmsGroup }) => isSmsGroup)
  return first === undefined || others.length > 0 ? {} : { group: first.uuid }
}

/** What some programs call `SMS` is the number; a yes or no under it is permission. */
function roleOfColumn({ header, name }: SourceColumn, values: ColumnValues, roles: readonly Role[]): HeaderRole | null {
  const key = compactKey(header ?? name)
  if (key === 'sms' && values.phones >= 0.5) return { role: 'phone', rank: 1, isClear: true }
  return roleOfHeader(header ?? name, roles)
}

const suggestFields: Record<ImportKind, (draft: RecipeDraft, customFields: readonly CustomFieldDefinition[]) => void> = {
  contacts: suggestContactFields,
  consent: suggestConsentFields,
  resolve: (draft) => takeBest(draft, 'disposition', 'disposition', () => true),
  whispers: suggestWhisperFields,
  messages: suggestMessageFields,
  send: suggestSendFields,
  groupSend: suggestSendFields,
  requestConsent: suggestConsentFields,
}

function suggestContactFields(draft: RecipeDraft, customFields: readonly CustomFieldDefinition[]): void {
  suggestName(draft)
  takeBest(draft, 'email', 'email', (values) => values.filled === 0 || values.emails >= 0.5)
  takeBest(draft, 'tags', 'tags', () => true, { tags: 'add' })
  takeBest(draft, 'notes', 'notes', () => true)
  for (const flag of ['archived', 'blocked', 'unreachable'] as const) suggestFlag(draft, flag)
  const questions = takeConsent(draft)
  suggestCustomFields(draft, customFields)
  askAboutConsent(draft, questions)
  if (!draft.fields.some((rule) => rule.to === 'email')) {
    const byValues = free(draft).find((column) => column.header === null && column.values.emails >= 0.8 && mayBeTheirs(column.name))
    if (byValues !== undefined) take(draft, [byValues], { to: 'email', from: [byValues.name] }, 'guess', 'Its values are e-mail addresses.')
  }
}

/** A header that has a word for e-mail, and another beside it, tells of somebody else's address, or of an old one. */
function mayBeTheirs(header: string): boolean {
  return !isAboutOtherChannel(header) && !namesAnother(header)
}

function suggestConsentFields(draft: RecipeDraft): void {
  askAboutConsent(draft, takeConsent(draft))
}

/** The different values of a column in the whole file, as far as they are known. */
const wordsIn = (draft: RecipeDraft) => (column: DescribedColumn) => draft.words.get(column.name) ?? column.values.distinct

/** Takes the columns that say permission; answers those that are left to the person. */
function takeConsent(draft: RecipeDraft): ConsentDecision[] {
  const isBesideEmails = draft.columns.some(({ header }) => header?.role === 'email')
  const decisions = suggestConsent(free(draft), wordsIn(draft), isBesideEmails)
  for (const { column, rule, confidence, reason } of decisions) {
    if (rule === null) continue
    if (!draft.fields.includes(rule)) draft.fields.push(rule)
    decide(draft, column, rule.to, confidence, reason)
  }
  return decisions.filter(({ rule }) => rule === null)
}

function askAboutConsent(draft: RecipeDraft, questions: readonly ConsentDecision[]): void {
  for (const { column, confidence, reason } of questions)
    if (!draft.decided.has(column.name)) decide(draft, column, null, confidence, reason, 'consent')
}

function suggestWhisperFields(draft: RecipeDraft): void {
  for (const role of ['whisper', 'body', 'notes'] as const)
    if (!draft.fields.some((rule) => rule.to === 'body')) takeBest(draft, role, 'body', () => true)
  suggestPostFields(draft)
}

function suggestMessageFields(draft: RecipeDraft): void {
  takeBest(draft, 'body', 'body', () => true)
  suggestPostFields(draft)
}

function suggestSendFields(draft: RecipeDraft): void {
  takeBest(draft, 'body', 'body', () => true)
  takeBest(draft, 'attachments', 'attachments', (values) => values.filled === 0 || values.links > 0)
  takeBest(draft, 'timeZone', 'timeZone', () => true)
  askAboutConsent(draft, takeConsent(draft))
}

function suggestPostFields(draft: RecipeDraft): void {
  if (!draft.fields.some((rule) => rule.to === 'body')) {
    const [longest] = free(draft)
      .filter(
        (column) => column.header === null && column.values.averageLength > 20 && column.values.distinct.some((text) => text.includes(' ')),
      )
      .sort((a, b) => b.values.averageLength - a.values.averageLength)
    if (longest !== undefined) take(draft, [longest], { to: 'body', from: [longest.name] }, 'guess', 'It holds the longest texts.')
  }
  const sentAt = takeBest(draft, 'sentAt', 'sentAt', () => true)
  if (sentAt !== null) settleDayOrder(draft, sentAt)
  takeBest(draft, 'attachments', 'attachments', (values) => values.filled === 0 || values.links > 0)
}

/** Whether day or month comes first in the times of messages: by the dates that can mean one day only, else it is asked. */
function settleDayOrder(draft: RecipeDraft, { column, rule, confidence, reason }: Taken): void {
  const order = suggestDayOrder(draft.rows.map(({ cells }) => cells[column.index] ?? ''))
  if (order === 'open') decide(draft, column, rule.to, confidence, reason, 'dates')
  else if (order !== null) rule.steps = [{ do: 'date', from: order }]
}

/** Which rows the contacts wrote, and which the office did. */
function suggestSides(draft: RecipeDraft, { column }: Recipe['match']): Pick<Recipe, 'only' | 'whispers'> {
  const isOfSender = draft.columns.some(({ name, header }) => name === column && header?.role === 'phone' && !header.isClear)
  const other = draft.office !== null && draft.office.from === column ? draft.office.to : null
  const columns = free(draft).map(({ name, values }) => ({ name, words: draft.words.get(name) ?? values.distinct }))
  const told = suggestDirection(columns, !isOfSender || other !== null)
  const found = told?.only ? told : (suggestByNumbers(draft.office) ?? told)
  if (found === null) return {}
  decide(
    draft,
    { name: found.column },
    found.only === null ? null : 'only',
    found.confidence,
    found.reason,
    found.only === null ? 'direction' : undefined,
  )
  if (found.only === null) return {}
  const whispers = found.whispers === null ? undefined : { ...found.whispers, ...(other !== null && { phone: other }) }
  return { only: found.only, ...(whispers && { whispers }) }
}

function suggestFlag(draft: RecipeDraft, target: Exclude<FlagTarget, 'consent'>): void {
  const column = ranked(draft, target).find((candidate) => candidate.header?.isClear === true)
  if (column === undefined) return
  const values = knownValues(
    column.values.distinct,
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

function suggestCustomFields(draft: RecipeDraft, fields: readonly CustomFieldDefinition[]): void {
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

/** A column that was taken for a field, and why. */
interface Taken {
  column: Column
  rule: FieldRule
  confidence: Confidence
  reason: string
}

/** Takes the best column of a role, if there is one: a blank one only where none is filled. */
function takeBest(
  draft: RecipeDraft,
  role: Role,
  to: Target,
  suits: (values: ColumnValues) => boolean,
  options: Partial<FieldRule> = {},
): Taken | null {
  const candidates = ranked(draft, role).filter(({ values }) => suits(values))
  const column = candidates.find(({ values }) => values.filled > 0) ?? candidates[0]
  if (column === undefined) return null
  const confidence = column.header?.isClear === true && column.values.filled > 0 ? 'sure' : 'likely'
  const taken: Taken = { column, rule: { to, from: [column.name], ...options }, confidence, reason: `The header says "${column.name}".` }
  take(draft, [column], taken.rule, confidence, taken.reason)
  return taken
}

/** Why nothing has taken the column. */
function leftOut(column: Column, draft: RecipeDraft, isOfRecord: boolean): Decision {
  const { name, header, values } = column
  const decision = (reason: string, question?: ColumnQuestion): Decision => ({
    name,
    target: null,
    confidence: 'likely',
    reason,
    ...(question && { question }),
  })
  if (values.filled === 0) return decision('It is blank in the first rows.')
  const target = header !== null ? targetOfRole[header.role] : values.emails >= 0.5 ? 'email' : null
  const rival = [...draft.decided.values()].find((one) => one.target !== null && one.target === target)
  if (rival !== undefined) return decision(`"${rival.name}" is used for that already.`)
  if (header !== null && isAboutEvidence(header.role))
    return decision('It tells when or how consent was given, but no column that says who agreed is imported.')
  if (header !== null) return decision('Its values do not look like what the header says.')
  if (values.writtenAsPhones >= 0.5 && speaksOfPhones(compactKey(name)))
    return decision('Its values are written as phone numbers. Is it a number of each person that takes texts?', 'phone')
  return decision(
    isOfRecord
      ? "It belongs to the contact's record, which an import of this kind leaves as it is."
      : 'Nothing in the service corresponds to it.',
  )
}

function isAboutEvidence(role: Role): boolean {
  return targetOfRole[role] === 'evidence'
}
