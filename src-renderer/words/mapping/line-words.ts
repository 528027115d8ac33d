import { kindWords } from '../kind-words.ts'
import type { ColumnGuess, MappingPreview, Recipe, SourceColumn, TargetChoice } from '../../../src-main/engine/contract.ts'
import { counted } from '../format.ts'
import { labelOf } from './target-words.ts'
import { phonesOf } from '../../wizard/mapping/match-edit.ts'
import type { Question } from '../../wizard/mapping/open-questions.ts'
import { ruleOf, useOf } from '../../wizard/mapping/recipe-edit.ts'
import { summaryOf } from './rule-summary.ts'
import { columnIssues } from './column-status.ts'

export interface ColumnLine {
  /** Where it goes, in a word; null for a column that is left out. */
  target: string | null
  /** What is to be known beside that. */
  detail: string
  /** Rows that cannot be used, or should be looked at. */
  problem: 'error' | 'warning' | null
}

interface LineInput {
  column: SourceColumn
  recipe: Recipe
  question: Question | null
  guess: ColumnGuess | null
  targets: readonly TargetChoice[]
  preview: MappingPreview | null
}

const places = ['first', 'second', 'third', 'fourth', 'fifth']

function rowsWords({ only, whispers }: Recipe, column: string): string {
  const quoted = (words: readonly string[]) => words.map((word) => (word === '' ? 'blank' : `“${word}”`)).join(', ')
  const parts = [
    ...(only?.column === column ? [whispers?.column === column ? `${quoted(only.is)} as messages` : `only ${quoted(only.is)}`] : []),
    ...(whispers?.column === column ? [`${quoted(whispers.is)} as whispers`] : []),
  ]
  return parts.join('; ')
}

/** One column as a line: the name and the samples stand beside it. */
export function lineOf({ column, recipe, question, guess, targets, preview }: LineInput): ColumnLine {
  if (question?.about === 'consent') return { target: 'Consent to texts?', detail: 'confirm one sentence', problem: null }
  if (question?.about === 'phone')
    return { target: 'Phone number?', detail: `if ${phonesOf(recipe).at(-1) ?? 'the first'} is blank`, problem: null }
  const use = useOf(recipe, column.name)
  const line = (target: string | null, detail: string): ColumnLine => {
    const issues = use.to === 'nothing' ? [] : columnIssues(column.name, preview)
    const isError = issues.some(({ severity }) => severity === 'error')
    const rows = new Set(issues.map(({ line: at }) => at)).size
    if (issues.length === 0) return { target, detail, problem: null }
    return {
      target,
      detail: `${counted(rows, 'row')} of the first ${preview?.rowsTried ?? 0} ${isError ? 'cannot be used' : 'to look at'}`,
      problem: isError ? 'error' : 'warning',
    }
  }
  const asked = (label: string) => (question?.about === 'guess' ? `${label}?` : label)
  switch (use.to) {
    case 'match': {
      const label = recipe.match.by === 'uuid' && use.place === 'first' ? 'Contact ID' : 'Phone number'
      if (kindWords[recipe.kind].isOfGroups) return line(asked(label), use.place === 'first' ? 'in the group' : 'in the group, too')
      if (use.place === 'first') return line(asked(label), 'finds the contact')
      if (recipe.whispers?.phone === column.name) return line(asked(label), 'in rows of your office')
      const before = [recipe.match.column, ...(recipe.match.otherColumns ?? []), ...(recipe.match.phoneColumns ?? [])]
      return line(asked(label), `if ${before[before.indexOf(column.name) - 1] ?? recipe.match.column} is blank`)
    }
    case 'field': {
      const rule = ruleOf(recipe, column.name)
      const label = labelOf(targets, use.target)
      const part =
        use.of > 1 && rule?.take !== 'first' && use.target !== 'evidence' ? `${places[use.order - 1] ?? `${use.order}th`} part` : ''
      const finds = recipe.match.column === column.name ? 'also finds the contact' : ''
      if (question?.about === 'dates') return { target: `${label}?`, detail: 'day or month first', problem: null }
      const summary = rule !== null && use.order === 1 ? summaryOf(rule, recipe) : ''
      return line(asked(label), [part, summary, finds].filter((text) => text !== '').join(', '))
    }
    case 'filter':
      return line('Which rows', rowsWords(recipe, column.name))
    case 'text':
      return line(labelOf(targets, use.target), 'part of a text')
    case 'nothing':
      return line(null, guess?.reason ?? '')
  }
}
