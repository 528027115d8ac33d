import { wordKey } from '../cell-text.ts'
import { budgetFor, findPattern, type PatternMatch } from '../pattern/find-pattern.ts'
import { compilePattern, type PatternProgram } from '../pattern/pattern-program.ts'
import type { TextStep } from './step-schema.ts'

type ReplaceStep = Extract<TextStep, { do: 'replace' }>

/** What is wrong with what the step looks for; null when nothing is. */
export function replaceStepMistake({ find, pattern, whole, matchCase }: ReplaceStep): string | null {
  if (pattern === true) return compilePattern(find, matchCase === true).mistake
  return find === '' && whole !== true ? 'must not be empty; together with "whole": true it stands for a blank text' : null
}

/** Replaces as the step says. Answers null for a text that is too long for its pattern. */
export function createReplaceStep(step: ReplaceStep): (text: string) => string | null {
  const { find, with: replacement, whole = false, matchCase = false } = step
  if (step.pattern === true) return patternReplacer(step)
  if (whole) {
    const wanted = matchCase ? find.normalize('NFC').trim() : wordKey(find)
    return (text) => ((matchCase ? text : wordKey(text)) === wanted ? replacement : text)
  }
  const plain = find.normalize('NFC')
  if (matchCase) return (text) => text.replaceAll(plain, () => replacement)
  const anyCase = new RegExp(plain.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'giu')
  return (text) => text.replace(anyCase, () => replacement)
}

function patternReplacer({ find, with: replacement, whole = false, matchCase = false }: ReplaceStep): (text: string) => string | null {
  const { program } = compilePattern(whole ? `^(?:${find})$` : find, matchCase)
  if (program === null) throw new Error('A pattern was not checked')
  return (text) => replaceFound(program, text, replacement)
}

function replaceFound(program: PatternProgram, text: string, replacement: string): string | null {
  const budget = budgetFor(text)
  let replaced = ''
  let kept = 0
  for (let from = 0; from <= text.length; ) {
    const found = findPattern(program, text, from, budget)
    if (found === undefined) return null
    if (found === null) break
    const [start = 0, end = 0] = found
    replaced += text.slice(kept, start) + filled(replacement, text, found)
    kept = end
    // After finding nothing at all at a place, on to the next one.
    from = end > start ? end : end + ((text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1)
  }
  return kept === 0 && replaced === '' ? text : replaced + text.slice(kept)
}

/** `$1` to `$9`, `$&` and `$$`; a group that is not there stays as it is written. */
function filled(replacement: string, text: string, found: PatternMatch): string {
  return replacement.replace(/\$([1-9&$])/g, (written, sign: string) => {
    if (sign === '$') return '$'
    const group = sign === '&' ? 0 : Number(sign)
    if (2 * group + 1 >= found.length) return written
    const [start = -1, end = -1] = [found[2 * group], found[2 * group + 1]]
    return start === -1 || end === -1 ? '' : text.slice(start, end)
  })
}
