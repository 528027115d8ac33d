import { assertNever } from '../../model/errors.ts'
import { boundedMemo } from '../../text/bounded-memo.ts'
import { trimInvisible } from '../../text/cell-text.ts'
import type { DateFault, DayOrder } from '../../text/date-text.ts'
import { createDateStep } from './date-step.ts'
import { changeCase } from './letter-case.ts'
import { createReplaceStep } from './replace-step.ts'
import type { TextStep } from '../../model/recipes/step-schema.ts'

/** Why a text could not be changed: a date that cannot be read, or a text that is too long for a pattern. */
export type StepFault = DateFault | 'too_long'
export type Stepped = { text: string; fault: null } | { text: null; fault: StepFault }

/** Changes a text (of `readCell`) by all steps, one after the other. Pure, never throws. */
export type TextSteps = (text: string) => Stepped

const remembered = 1000

/** Compiles the steps, which must be free of mistakes (`stepMistakes`). `dayOrder`: how the column writes dates. */
export function createTextSteps(steps: readonly TextStep[], dayOrder: DayOrder | null): TextSteps {
  const made = steps.map((step) => createStep(step, dayOrder))
  const run: TextSteps = (text) => {
    let changed = text
    for (const step of made) {
      const result = step(changed)
      if (typeof result !== 'string') return result
      changed = result
    }
    return { text: trimInvisible(changed).normalize('NFC'), fault: null }
  }
  return boundedMemo(remembered, run)
}

type Step = (text: string) => string | Extract<Stepped, { text: null }>

function createStep(step: TextStep, dayOrder: DayOrder | null): Step {
  switch (step.do) {
    case 'trim':
      return (text) => text.replace(/\s+/g, ' ').trim()
    case 'case':
      return (text) => changeCase(text, step.to, step.language)
    case 'replace': {
      const replace = createReplaceStep(step)
      return (text) => replace(text) ?? { text: null, fault: 'too_long' }
    }
    case 'split':
      return (text) => pieceOf(text, step)
    case 'digits':
      return onlyDigits
    case 'date': {
      const rewrite = createDateStep(step, dayOrder)
      return (text) => {
        if (text.trim() === '') return ''
        const { text: written, fault } = rewrite(text.trim())
        return written ?? { text: null, fault }
      }
    }
    case 'prefix':
      return (text) => (text === '' ? '' : step.text + text)
    case 'suffix':
      return (text) => (text === '' ? '' : text + step.text)
    default:
      return assertNever(step)
  }
}

function pieceOf(text: string, { at, take, rest }: Extract<TextStep, { do: 'split' }>): string {
  const isSpace = at.trim() === ''
  const pieces = isSpace ? text.trim().split(/\s+/) : text.split(at)
  const from = take > 0 ? take - 1 : pieces.length + take
  if (from < 0) return ''
  return (rest === true ? pieces.slice(from).join(isSpace ? ' ' : at) : (pieces[from] ?? '')).trim()
}

/** Digits of any script, as 0 to 9. */
function onlyDigits(text: string): string {
  let digits = ''
  for (const digit of text.match(/\p{Nd}/gu) ?? []) digits += digitOf(digit)
  return digits
}

/** The digits of a script stand in a row of ten in Unicode, from its zero on; rows beside each other stand for 0 to 9 themselves. */
function digitOf(digit: string): number {
  const code = digit.normalize('NFKC').codePointAt(0) ?? 0
  let zero = code
  while (/^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return code - zero
}
