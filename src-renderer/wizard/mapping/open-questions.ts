import type { ColumnGuess, FieldRule, Recipe } from '../../../src-main/engine/contract.ts'
import { kindWords } from '../../words/kind-words.ts'
import { canAdd } from './match-edit.ts'
import { useOf } from './recipe-edit.ts'

/** What only the person can say before an import is reviewed; `column` is null where it is about the whole file. */
export type Question =
  | { id: string; about: 'consent' | 'phone' | 'guess' | 'dates'; column: string }
  | { id: string; about: 'match' | 'mode' | 'direction' | 'everybody' | 'sending'; column: null }

export interface QuestionsInput {
  recipe: Recipe
  /** The names of the file's columns. */
  columns: readonly string[]
  guesses: readonly ColumnGuess[]
  /** The recipe as the engine suggested it. */
  suggested: Recipe | null
  /** Ids of questions that were answered in a way that the recipe does not tell. */
  answered: readonly string[]
}

export const columnId = (column: string) => `column:${column}`

/** Whether which people are imported has been chosen: a suggestion leaves it open. */
export function isModeOpen(recipe: Recipe, answered: readonly string[]): boolean {
  const isChosen = recipe.mode !== undefined || recipe.notFound === 'create' || answered.includes('mode')
  return kindWords[recipe.kind].writesRecord && canAdd(recipe) && !isChosen
}

/** Whether people are to be texted, and what they read or who writes is missing. */
function isSendingOpen({ kind, fields, sending, group }: Recipe): boolean {
  const hasText = fields.some(({ to }) => to === 'body' || to === 'attachments')
  const { textsPeople, hasConversations, isOfGroups } = kindWords[kind]
  if (isOfGroups === true && group === undefined) return true
  // A request for consent is in the service's own words.
  return textsPeople && hasConversations && (!hasText || (sending?.business ?? '').trim() === '')
}

/** The open questions, those about the whole file first, then by the file's order of columns. */
export function openQuestions({ recipe, columns, guesses, suggested, answered }: QuestionsInput): Question[] {
  const guessOf = new Map(guesses.map((guess) => [guess.name, guess]))
  const isOpen = (id: string) => !answered.includes(id)
  const isAsSuggested = (column: string) =>
    suggested !== null && JSON.stringify(useOf(suggested, column)) === JSON.stringify(useOf(recipe, column))
  const isPlaceholder =
    guessOf.get(recipe.match.column)?.question === 'match' && recipe.match.column === suggested?.match.column && isOpen('match')

  const aboutFile: Question[] = []
  const ask = (about: 'match' | 'mode' | 'direction' | 'everybody' | 'sending') => aboutFile.push({ id: about, about, column: null })
  if (isPlaceholder || !columns.includes(recipe.match.column)) ask('match')
  if (isSendingOpen(recipe)) ask('sending')
  if (isModeOpen(recipe, answered)) ask('mode')
  if (recipe.direction === 'unknown') ask('direction')
  if (recipe.fields.some((rule) => rule.to === 'consent' && rule.value !== undefined && rule.unconfirmed !== undefined)) ask('everybody')

  const takesConsent = recipe.fields.some(({ to }) => to === 'consent')
  const isLeftOut = (column: string) => recipe.leftOut?.includes(column) === true
  const aboutColumns = columns.flatMap((column): Question[] => {
    const id = columnId(column)
    const guess = guessOf.get(column)
    const use = useOf(recipe, column)
    if (isPlaceholder && column === recipe.match.column) return []
    const rule = recipe.fields.find(({ to, from }) => to === 'consent' && from?.includes(column))
    if (rule !== undefined) return waitsForWords(rule) ? [{ id, about: 'consent', column }] : []
    if (guess === undefined) return []
    // Whoever saved the recipe may never have seen this column.
    if (use.to === 'nothing' && guess.mayRefuse && takesConsent && !isLeftOut(column)) return [{ id, about: 'consent', column }]
    if (!isOpen(id)) return []
    if (guess.question === 'dates' && isDayOrderOpen(recipe, column)) return [{ id, about: 'dates', column }]
    if (use.to !== 'nothing') return guess.confidence === 'guess' && isAsSuggested(column) ? [{ id, about: 'guess', column }] : []
    return guess.question === 'consent' || guess.question === 'phone' ? [{ id, about: guess.question, column }] : []
  })
  return [...aboutFile, ...aboutColumns]
}

/** Whether nothing says yet how the dates of a column that is imported are written. */
function isDayOrderOpen({ fields }: Recipe, column: string): boolean {
  const rule = fields.find(({ from }) => from?.includes(column))
  return rule !== undefined && rule.steps?.some((step) => step.do === 'date') !== true
}

/** Whether words of a rule about consent give it and nobody has confirmed that they do. */
function waitsForWords({ unconfirmed, values }: FieldRule): boolean {
  return unconfirmed !== undefined && (values === undefined || Object.values(values).includes(true))
}
