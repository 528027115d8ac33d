import type { FieldRule } from '../../model/recipes/recipe-schema.ts'
import { oppositeWord, readYesNo } from '../../text/boolean-words.ts'
import { consentQuestion, type Role } from '../../text/headers/header-role.ts'
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

type Words = (column: DescribedColumn) => readonly string[]

/**
 * The rules about permission: every column that says it is read, so that no refusal is lost, and how it came about beside
 * them. What would give consent is unconfirmed until a person says that its words mean that. `wordsOf`: the different
 * values of a column in the whole file, as far as they are known. `isBesideEmails`: what does not name texts may be about
 * e-mails, unless something else in the file gives permission for texts.
 */
export function suggestConsent(columns: readonly DescribedColumn[], wordsOf: Words, isBesideEmails: boolean): ConsentDecision[] {
  const of = (...roles: readonly Role[]) => columns.filter(({ header }) => header !== null && roles.includes(header.role))
  const given = givenBy(of('consent', 'consentStatus').toSorted(byRank), wordsOf).map((one) =>
    isBesideEmails && one.column.header?.isClear !== true ? aboutEmails(one) : one,
  )
  const isHeard = (one: ConsentDecision) =>
    !isBesideEmails || one.column.header?.isClear === true || given.some(({ rule }) => rule !== null)
  const heard = [...of('optedOut').map((column) => refusal(column, wordsOf(column))), ...of('optedOutDate').map(refusalDate)]
  const refusals = heard.map((one) => (isHeard(one) ? one : aboutEmails(one)))
  const decisions = [...given, ...refusals]
  const evidence = decisions.some(({ rule }) => rule !== null) ? evidenceOf(of('evidence')) : []
  const decided = new Set([...decisions, ...evidence].map(({ column }) => column))
  return [...decisions, ...evidence, ...columns.filter((column) => !decided.has(column)).flatMap(questionOf)]
}

function aboutEmails({ column }: ConsentDecision): ConsentDecision {
  return {
    column,
    rule: null,
    confidence: 'guess',
    reason: `It does not name texts, and may be about e-mails. Does "${column.name}" count for texts?`,
  }
}

/** Where a column names texts, one that speaks of permission in general is left to the person. */
function givenBy(columns: readonly DescribedColumn[], wordsOf: Words): ConsentDecision[] {
  const namesTexts = columns.some(({ header }) => header?.role === 'consent' && header.isClear)
  return columns.map((column) => {
    if (namesTexts && column.header?.isClear !== true) {
      return {
        column,
        rule: null,
        confidence: 'guess',
        reason: `It speaks of permission in general, and another column of permission for texts. Does "${column.name}" count for texts, too?`,
      }
    }
    return column.header?.role === 'consentStatus' ? status(column, wordsOf(column)) : permission(column, wordsOf(column))
  })
}

function permission(column: DescribedColumn, words: readonly string[]): ConsentDecision {
  const values = knownValues(
    words,
    (word) => flagMeaning('consent', false, word),
    (word) => oppositeWord('consent', word),
  )
  const isSure = column.header?.isClear === true && column.values.filled > 0 && values !== null
  return {
    column,
    rule: ruleOf(column, values ?? { Yes: true, No: false }),
    confidence: isSure ? 'sure' : 'likely',
    reason: `The header says "${column.name}".`,
  }
}

/** A plain yes in a column "SMS status" could mean anything. */
function status(column: DescribedColumn, words: readonly string[]): ConsentDecision {
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
    confidence: column.header?.isClear === true ? 'sure' : 'likely',
    reason: 'Its values say who agreed and who refused.',
  }
}

function refusal(column: DescribedColumn, words: readonly string[]): ConsentDecision {
  const values = knownValues(
    words,
    (word) => flagMeaning('consent', true, word),
    (word) => oppositeWord('unreachable', word),
  )
  const reason = `The header says "${column.name}", so a yes there means no consent; a no is no consent either and changes nothing.`
  return {
    column,
    rule: ruleOf(column, values ?? { Yes: false, No: null }),
    confidence: column.header?.isClear === true && column.values.filled > 0 ? 'sure' : 'likely',
    reason,
  }
}

function refusalDate(column: DescribedColumn): ConsentDecision {
  const rule: FieldRule = { to: 'consent', from: [column.name], filled: false }
  return {
    column,
    rule,
    confidence: column.header?.isClear === true ? 'sure' : 'likely',
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

function byRank(a: DescribedColumn, b: DescribedColumn): number {
  return (a.header?.rank ?? 0) - (b.header?.rank ?? 0)
}
