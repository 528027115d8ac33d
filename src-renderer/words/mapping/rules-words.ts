import type { Recipe } from '../../../src-main/engine/contract.ts'
import { count, counted } from '../format.ts'
import { kindWords } from '../kind-words.ts'
import { sendingParts, sendingWords } from './sending-words.ts'
import { type Mode, modeWords } from './mode-words.ts'

const duplicates: Record<Recipe['duplicates'], string> = {
  last: 'the last row counts',
  first: 'the first row counts',
  merge: 'its rows become one',
  invalid: 'none counts',
}

/** The rules that hold for all columns, in a few words each. `mode`: null while it is open; `rows`: null while they are not counted. */
export function rulesSummary(recipe: Recipe, mode: Mode | null, rows: number | null): string[] {
  const { writesRecord, hasDuplicates, hasConversations, textsPeople, isOfGroups } = kindWords[recipe.kind]
  const templates = recipe.fields.filter(({ template }) => template !== undefined).length
  const constants = recipe.fields.filter(({ value }) => value !== undefined).length
  const parts = [
    writesRecord && (recipe.blank === 'keep' ? 'Blank cells keep what is there' : 'Blank cells empty the field'),
    writesRecord && mode !== null && modeWords[mode].summary,
    ...(textsPeople ? sendingParts(recipe.sending ?? {}) : []),
    hasDuplicates &&
      `if a ${isOfGroups ? 'group' : recipe.match.by === 'phone' ? 'number' : 'contact'} comes twice, ${duplicates[recipe.duplicates]}`,
    hasConversations && !textsPeople && recipe.direction === 'inbound' && 'all are the customers’ own words',
    hasConversations && (recipe.resolveAfter ? 'conversations are resolved' : 'conversations stay open'),
    recipe.only !== undefined
      ? `${recipe.whispers === undefined ? 'only rows' : 'messages'} where “${recipe.only.column}” is ${recipe.only.is.map((word) => (word === '' ? 'blank' : `“${word}”`)).join(' or ')}`
      : rows === null
        ? 'all rows'
        : rows === 1
          ? 'the one row'
          : `all ${count(rows)} rows`,
    recipe.whispers !== undefined &&
      `whispers where “${recipe.whispers.column}” is ${recipe.whispers.is.map((word) => `“${word}”`).join(' or ')}`,
    templates > 0 && counted(templates, 'combined text'),
    constants > 0 && counted(constants, 'fixed value'),
  ]
  return parts.filter((part) => part !== false)
}

/** Questions about the whole file, as lines among the columns: what is asked, and why. */
export const fileQuestions: Record<
  'match' | 'mode' | 'direction' | 'everybody' | 'sending',
  { name: string; target: string; detail: string }
> = {
  match: { name: 'Phone numbers', target: 'Which column?', detail: 'none looks like it' },
  sending: sendingWords.question,
  mode: { name: 'People who are not in your account', target: 'Add them?', detail: '' },
  direction: { name: 'Who wrote these messages', target: 'Customer or office?', detail: 'the file does not say' },
  everybody: { name: 'Every row', target: 'Consent to texts?', detail: 'confirm one sentence' },
}
