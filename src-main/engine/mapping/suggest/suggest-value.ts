import { type FlagTarget, hasThirdFigure, isFigure, readFlag, readYesNo, saysNotAsked, saysOpposite } from '../../text/boolean-words.ts'
import { wordKey } from '../../text/cell-text.ts'
import type { ValueSuggestion } from '../preview/values-schema.ts'

/** The words for a flag's yes and no. */
const named: Record<FlagTarget, { yes: string; no: string }> = {
  consent: { yes: 'has agreed', no: 'has not agreed' },
  blocked: { yes: 'blocked', no: 'not blocked' },
  archived: { yes: 'archived', no: 'not archived' },
  unreachable: { yes: 'unsubscribed', no: 'not unsubscribed' },
}

/** Marks that stand for yes where they are the only one: everybody else was left blank. */
const marks = new Set(['x', '*', '•', '✗', '✘', '☒', '+', 'xx'])
const plainMarks = new Set(['x', 'xx', '*', '•', '+', '☒'])

/** Whether a cell is ticked by hand: in a column of refusals that is one, whatever stands in the other rows. */
export function isMark(word: string): boolean {
  return plainMarks.has(wordKey(word))
}

/** Letters for yes and no that are too short to be sure of alone. */
const letterPairs: readonly (readonly [yes: string, no: string, language: string])[] = [
  ['o', 'n', 'French'],
  ['s', 'n', 'Spanish'],
]

/**
 * What a known word of a column means for a flag: its value, null where it is better left as it is, undefined for a word
 * that is not known. Not having opted out is no consent, and does not bring back somebody who unsubscribed by text; never having been asked is no refusal.
 */
export function flagMeaning(target: FlagTarget, isOpposite: boolean, word: string): boolean | null | undefined {
  switch (target) {
    case 'consent': {
      if (saysNotAsked(word)) return null
      const flag = isOpposite ? readFlag('unreachable', word) : readFlag('consent', word)
      return flag === null ? undefined : !isOpposite ? flag : flag ? false : null
    }
    case 'unreachable': {
      if (isOpposite && saysNotAsked(word)) return null
      const flag = isOpposite ? readFlag('consent', word) : readFlag('unreachable', word)
      return flag === null ? undefined : !isOpposite && flag ? true : null
    }
    case 'blocked':
    case 'archived': {
      // "Active" in a column "Active" says itself what it means; only a plain yes is turned round.
      const plain = readYesNo(word)
      return plain === null ? (readFlag(target, word) ?? undefined) : plain !== isOpposite
    }
  }
}

/** The likely meaning of each of a column's values for a flag, and why; null if unknown. */
export function suggestFlagValues(target: FlagTarget, columns: readonly string[], values: readonly string[]): (ValueSuggestion | null)[] {
  const opposite = columns.find((column) => saysOpposite(target, column)) ?? null
  const keys = values.map(wordKey)
  const isCoded = hasThirdFigure(values)
  return values.map((value, at) =>
    isCoded && isFigure(value)
      ? null
      : (knownWord(target, opposite, value) ?? onlyMark(target, opposite, keys) ?? letterOf(target, opposite, keys, at)),
  )
}

function knownWord(target: FlagTarget, opposite: string | null, value: string): ValueSuggestion | null {
  const meaning = flagMeaning(target, opposite !== null, value)
  if (meaning === undefined) return null
  return { value: meaning, confidence: 'sure', reason: reasonFor(target, opposite, value, meaning) }
}

function reasonFor(target: FlagTarget, opposite: string | null, value: string, meaning: boolean | null): string {
  const shown = `"${value}"`
  if (opposite !== null && meaning !== null && readYesNo(value) !== null)
    return `The column "${opposite}" says the opposite, so ${shown} means: ${meaning ? named[target].yes : named[target].no}.`
  if (meaning !== null) return `${shown} is a known word for: ${meaning ? named[target].yes : named[target].no}.`
  if (saysNotAsked(value)) return `${shown} says that somebody was never asked, which is no refusal: better left as it is.`
  if (target === 'consent') return 'Not having opted out is no consent: better left as it is.'
  return opposite === null
    ? 'Not having unsubscribed does not bring back somebody who did so by text: better left as it is.'
    : 'Consent is an import of its own: better left as it is.'
}

/** A lone x in a column that is otherwise blank marks those whom it concerns. */
function onlyMark(target: FlagTarget, opposite: string | null, keys: readonly string[]): ValueSuggestion | null {
  const [only] = keys
  if (keys.length !== 1 || only === undefined || !marks.has(only)) return null
  const meaning = flagMeaning(target, opposite !== null, 'yes') ?? null
  return {
    value: meaning,
    confidence: 'likely',
    reason: 'It is the only mark in the column, all other rows are blank: it seems to stand for yes.',
  }
}

function letterOf(target: FlagTarget, opposite: string | null, keys: readonly string[], at: number): ValueSuggestion | null {
  const pair = letterPairs.find(([yes, no]) => keys.length === 2 && keys.includes(yes) && keys.includes(no))
  if (pair === undefined) return null
  const [yes, no, language] = pair
  const meaning = flagMeaning(target, opposite !== null, keys[at] === yes ? 'yes' : 'no') ?? null
  return {
    value: meaning,
    confidence: 'likely',
    reason: `The column has just ${yes.toUpperCase()} and ${no.toUpperCase()}, as ${language} lists write yes and no.`,
  }
}
