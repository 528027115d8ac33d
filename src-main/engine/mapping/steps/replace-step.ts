import { wordKey } from '../../text/cell-text.ts'
import { longestText, readPattern, replacePattern } from '../values/pattern.ts'
import type { TextStep } from '../../model/recipes/step-schema.ts'

type ReplaceStep = Extract<TextStep, { do: 'replace' }>

/** What is wrong with what the step looks for; null when nothing is. */
export function replaceStepMistake({ find, pattern, whole, matchCase = false }: ReplaceStep): string | null {
  if (pattern === true) return readPattern(find, matchCase).mistake
  return find === '' && whole !== true ? 'must not be empty; together with "whole": true it stands for a blank text' : null
}

/** Replaces as the step says. Answers null for a text that is too long for its pattern, or would become longer than `longestText`. */
export function createReplaceStep(step: ReplaceStep): (text: string) => string | null {
  const { find, with: replacement, whole = false, matchCase = false } = step
  if (step.pattern === true) return patternReplacer(step)
  if (whole) {
    const wanted = matchCase ? find.normalize('NFC').trim() : wordKey(find)
    return (text) => ((matchCase ? text : wordKey(text)) === wanted ? replacement : text)
  }
  const plain = find.normalize('NFC')
  const sought = matchCase ? plain : new RegExp(plain.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'giu')
  return (text) => {
    const pieces = text.split(sought)
    if (pieces.length === 1) return text
    const length = text.length + (pieces.length - 1) * replacement.length
    return length > longestText ? null : pieces.join(replacement)
  }
}

function patternReplacer({ find, with: replacement, whole = false, matchCase = false }: ReplaceStep): (text: string) => string | null {
  const { pattern } = readPattern(whole ? `^(?:${find})$` : find, matchCase)
  if (pattern === null) throw new Error('A pattern was not checked')
  return (text) => replacePattern(pattern, text, replacement)
}
