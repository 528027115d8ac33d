import type { FieldRule } from '../../model/recipes/recipe-schema.ts'
import { hasThirdFigure, isOptOutKeyword, oppositeWord, readYesNo } from '../../text/boolean-words.ts'
import { wordKey } from '../../text/cell-text.ts'
import { readDateText } from '../../text/date-text.ts'
import {
  consentQuestion,
  type HeaderRole,
  isAboutOtherChannel,
  isOfEmailTool,
  mayHoldRefusals,
  type Role,
  tellsOptOutFlag,
} from '../../text/headers/header-role.ts'
import { saysNoDate } from '../compile/consent-step.ts'
import { knownValues } from './known-values.ts'
import type { DescribedColumn } from './other-choices.ts'
import { flagMeaning, isMark } from './suggest-value.ts'

/** The suggestion for a column about permission; without a rule, the person decides. */
export interface ConsentDecision {
  column: DescribedColumn
  rule: FieldRule | null
  confidence: 'sure' | 'likely' | 'guess'
  reason: string
}

/** A column whose header says what it is. */
type NamedColumn = DescribedColumn & { header: HeaderRole }

type Words = (column: DescribedColumn) => readonly string[]

/**
 * The rules about permission: every column that says it is read, so that no refusal is lost, and how it came about beside
 * them. What would give consent is unconfirmed until a person says that its words mean that. `wordsOf`: the different
 * values of a column in the whole file, as far as they are known. `isBesideEmails`: what does not name texts may be about
 * e-mails, unless something else in the file gives permission for texts; a refusal in general also where nothing speaks of e-mailing.
 */
export function suggestConsent(columns: readonly DescribedColumn[], wordsOf: Words, isBesideEmails: boolean): ConsentDecision[] {
  const of = (...roles: readonly Role[]) =>
    columns.filter((column): column is NamedColumn => column.header !== null && roles.includes(column.header.role))
  const permissions = of('consent', 'consentStatus').toSorted((a, b) => a.header.rank - b.header.rank)
  const namesTexts = permissions.some(({ header }) => header.role === 'consent' && header.isClear)
  const given = permissions.map((column) => {
    if (namesTexts && !column.header.isClear) return refusedBy(column, wordsOf)
    return isBesideEmails && !column.header.isClear ? aboutEmails(column) : givenBy(column, wordsOf)
  })
  const refusing = of('optedOut', 'optedOutDate')
  // What texting services write beside e-mail addresses: nothing else about permission, and nothing about e-mails as such.
  const isOfTexts =
    permissions.length === 0 && !refusing.some(({ header }) => header.isClear) && !columns.some(({ name }) => isOfEmailTool(name))
  const isUnderstood = (column: NamedColumn) =>
    column.header.role === 'optedOutDate' ||
    wordsOf(column).every((word) => isMark(word) || flagMeaning('consent', true, word) !== undefined)
  const isHeard = (column: NamedColumn) =>
    !isBesideEmails || column.header.isClear || given.some(({ rule }) => rule !== null) || (isOfTexts && isUnderstood(column))
  const refusals = [
    ...of('optedOut').map((column) => (isHeard(column) ? refusal(column, wordsOf(column)) : aboutEmails(column))),
    ...of('optedOutDate').map((column) => (isHeard(column) ? refusalDate(column) : aboutEmails(column))),
  ]
  const decisions = [...given, ...refusals]
  const evidence = decisions.some(({ rule }) => rule !== null) ? evidenceOf(of('evidence')) : []
  return [...decisions, ...evidence, ...columns.flatMap((column) => questionOf(column, wordsOf))]
}

function aboutEmails(column: NamedColumn): ConsentDecision {
  return {
    column,
    rule: null,
    confidence: 'guess',
    reason: `It does not name texts, and may be about e-mails. Does "${column.name}" count for texts?`,
  }
}

/**
 * Permission in general where another column names texts: whoever refused everything has refused texts, but a yes is none to
 * texts. A column that never refuses is left to the person.
 */
function refusedBy(column: NamedColumn, wordsOf: Words): ConsentDecision {
  const { rule } = givenBy(column, wordsOf)
  const values = Object.entries(rule?.values ?? {}).map(([word, meaning]) => [word, meaning === true ? null : meaning] as const)
  if (!values.some(([, meaning]) => meaning === false)) {
    return {
      column,
      rule: null,
      confidence: 'guess',
      reason: `It speaks of permission in general, and another column of permission for texts. Does "${column.name}" count for texts, too?`,
    }
  }
  return {
    column,
    rule: { to: 'consent', from: [column.name], values: Object.fromEntries(values) },
    confidence: 'likely',
    reason: `It speaks of permission in general, and another column of permission for texts: a no in "${column.name}" is a refusal of texts, too; a yes changes nothing.`,
  }
}

function givenBy(column: NamedColumn, wordsOf: Words): ConsentDecision {
  return column.header.role === 'consentStatus' ? status(column, wordsOf(column)) : permission(column, wordsOf(column))
}

function permission(column: NamedColumn, words: readonly string[]): ConsentDecision {
  const coding = codingOf(column.name, words)
  if (coding !== null) {
    const reason = 'Open Dental writes 1 for yes, 2 for no, and 0 where nobody was asked.'
    return { column, rule: ruleOf(column, coding), confidence: column.values.filled > 0 ? 'sure' : 'likely', reason }
  }
  if (hasThirdFigure(words)) {
    const reason = `It has other figures than 0 and 1, so that 0 may mean no, or that nobody was asked. Which figures of "${column.name}" mean that somebody agreed to texts, or refused them?`
    return { column, rule: null, confidence: 'guess', reason }
  }
  const values = knownValues(
    words,
    (word) => flagMeaning('consent', false, word),
    (word) => oppositeWord('consent', word),
  )
  const isSure = column.header.isClear && column.values.filled > 0 && values !== null
  return {
    column,
    rule: ruleOf(column, values ?? { Yes: true, No: false }),
    confidence: isSure ? 'sure' : 'likely',
    reason: `The header says "${column.name}".`,
  }
}

/** What figures mean in a program's own column. */
const codings: Record<string, Record<string, boolean | null>> = { txtmsgok: { 1: true, 2: false, 0: null } }

/** Null for any other column, and where it has other words. */
function codingOf(name: string, words: readonly string[]): Record<string, boolean | null> | null {
  const coding = codings[name.toLowerCase().replace(/[^a-z]/g, '')] ?? null
  return coding !== null && words.length > 0 && words.every((word) => Object.hasOwn(coding, wordKey(word))) ? coding : null
}

/** A plain yes in a column "SMS status" could mean anything. */
function status(column: NamedColumn, words: readonly string[]): ConsentDecision {
  const values = knownValues(
    words,
    (word) => (readYesNo(word) === null ? flagMeaning('consent', false, word) : undefined),
    (word) => oppositeWord('consent', word),
  )
  if (values === null)
    return {
      column,
      rule: null,
      confidence: 'guess',
      reason: `Its values do not say themselves who agreed and who refused. Does "${column.name}" tell whether somebody agreed to texts?`,
    }
  return {
    column,
    rule: ruleOf(column, values),
    confidence: column.header.isClear ? 'sure' : 'likely',
    reason: 'Its values say who agreed and who refused.',
  }
}

function refusal(column: NamedColumn, words: readonly string[]): ConsentDecision {
  if (holdsDays(words)) return refusalDate(column)
  const values = knownValues(
    words,
    (word) => (isMark(word) ? false : flagMeaning('consent', true, word)),
    (word) => oppositeWord('unreachable', word),
  )
  const reason = `The header says "${column.name}", so a yes there means no consent; a no is no consent either and changes nothing.`
  return {
    column,
    rule: ruleOf(column, values ?? { Yes: false, No: null }),
    confidence: column.header.isClear && column.values.filled > 0 ? 'sure' : 'likely',
    reason,
  }
}

/** Whether the day stands there on which somebody refused, beside nothing but a plain yes or no. */
function holdsDays(words: readonly string[]): boolean {
  const isPlain = (word: string): boolean => isMark(word) || readYesNo(word) !== null || saysNoDate(word)
  const isDay = (word: string): boolean =>
    (['dayFirst', 'monthFirst'] as const).some((order) => readDateText(word, order, () => 2000).date !== null)
  const said = words.filter((word) => !isPlain(word))
  return said.length > 0 && said.every(isDay)
}

function refusalDate(column: NamedColumn): ConsentDecision {
  const rule: FieldRule = { to: 'consent', from: [column.name], filled: false }
  return {
    column,
    rule,
    confidence: column.header.isClear ? 'sure' : 'likely',
    reason: 'The header says when or why somebody refused: whoever has something there has refused.',
  }
}

function ruleOf({ name }: DescribedColumn, values: Record<string, boolean | null>): FieldRule {
  const isGiving = Object.values(values).includes(true)
  return { to: 'consent', from: [name], values, ...(isGiving && { unconfirmed: true as const }) }
}

/** One rule for all of them. */
function evidenceOf(columns: readonly DescribedColumn[]): ConsentDecision[] {
  const rule: FieldRule = { to: 'evidence', from: columns.map(({ name }) => name) }
  return columns.map((column) => ({ column, rule, confidence: 'likely', reason: 'The header tells how or when consent was given.' }))
}

function questionOf(column: DescribedColumn, wordsOf: Words): ConsentDecision[] {
  const question = consentQuestion(column.name) ?? (column.header === null ? otherQuestion(column, wordsOf) : null)
  return question === null
    ? []
    : [{ column, rule: null, confidence: 'guess', reason: `${question} Does "${column.name}" tell whether the contact agreed to texts?` }]
}

/** About a column of which the header says nothing of permission itself. */
function otherQuestion(column: DescribedColumn, wordsOf: Words): string | null {
  if (tellsOptOutFlag(column.name)) return 'It tells who is blocked or unsubscribed.'
  return tellsByWords(column, wordsOf) ? 'Some of its values are words by which people refuse texts.' : null
}

/** Whether a column that is left out may tell who refuses texts: permissions beside it are held until somebody says that it does not. */
export function mayRefuseTexts(column: DescribedColumn, wordsOf: Words): boolean {
  return mayHoldRefusals(column.name) || tellsByWords(column, wordsOf)
}

function tellsByWords(column: DescribedColumn, wordsOf: Words): boolean {
  return !isAboutOtherChannel(column.name) && wordsOf(column).some(isOptOutKeyword)
}
