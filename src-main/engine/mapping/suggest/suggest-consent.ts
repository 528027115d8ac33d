import type { FieldRule } from '../../model/recipes/recipe-schema.ts'
import { oppositeWord, readYesNo } from '../../text/boolean-words.ts'
import { consentQuestion, type HeaderRole, type Role } from '../../text/headers/header-role.ts'
import { knownValues } from './known-values.ts'
import type { DescribedColumn } from './other-choices.ts'
import { flagMeaning } from './suggest-value.ts'

/** What was made of a column about permission; without a rule it is left to the person. */
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
 * e-mails, unless something else in the file gives permission for texts.
 */
export function suggestConsent(columns: readonly DescribedColumn[], wordsOf: Words, isBesideEmails: boolean): ConsentDecision[] {
  const of = (...roles: readonly Role[]) =>
    columns.filter((column): column is NamedColumn => column.header !== null && roles.includes(column.header.role))
  const permissions = of('consent', 'consentStatus').toSorted((a, b) => a.header.rank - b.header.rank)
  const namesTexts = permissions.some(({ header }) => header.role === 'consent' && header.isClear)
  const given = permissions.map((column) =>
    isBesideEmails && !column.header.isClear ? aboutEmails(column) : givenBy(column, wordsOf, namesTexts),
  )
  const isHeard = ({ header }: NamedColumn) => !isBesideEmails || header.isClear || given.some(({ rule }) => rule !== null)
  const refusals = [
    ...of('optedOut').map((column) => (isHeard(column) ? refusal(column, wordsOf(column)) : aboutEmails(column))),
    ...of('optedOutDate').map((column) => (isHeard(column) ? refusalDate(column) : aboutEmails(column))),
  ]
  const decisions = [...given, ...refusals]
  const evidence = decisions.some(({ rule }) => rule !== null) ? evidenceOf(of('evidence')) : []
  return [...decisions, ...evidence, ...columns.flatMap(questionOf)]
}

function aboutEmails(column: NamedColumn): ConsentDecision {
  return {
    column,
    rule: null,
    confidence: 'guess',
    reason: `It does not name texts, and may be about e-mails. Does "${column.name}" count for texts?`,
  }
}

/** Where another column names texts (`namesTexts`), one that speaks of permission in general is left to the person. */
function givenBy(column: NamedColumn, wordsOf: Words, namesTexts: boolean): ConsentDecision {
  if (namesTexts && !column.header.isClear) {
    return {
      column,
      rule: null,
      confidence: 'guess',
      reason: `It speaks of permission in general, and another column of permission for texts. Does "${column.name}" count for texts, too?`,
    }
  }
  return column.header.role === 'consentStatus' ? status(column, wordsOf(column)) : permission(column, wordsOf(column))
}

function permission(column: NamedColumn, words: readonly string[]): ConsentDecision {
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
  const values = knownValues(
    words,
    (word) => flagMeaning('consent', true, word),
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

function refusalDate(column: NamedColumn): ConsentDecision {
  const rule: FieldRule = { to: 'consent', from: [column.name], filled: false }
  return {
    column,
    rule,
    confidence: column.header.isClear ? 'sure' : 'likely',
    reason: 'The header says when somebody refused: whoever has something there has refused.',
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

function questionOf(column: DescribedColumn): ConsentDecision[] {
  const question = consentQuestion(column.name)
  return question === null
    ? []
    : [{ column, rule: null, confidence: 'guess', reason: `${question} Does "${column.name}" tell whether the contact agreed to texts?` }]
}
