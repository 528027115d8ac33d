import { EngineError } from '../engine.ts'
import { failureWords as words } from '../words/app/failure-words.ts'

/** What to show of anything thrown: what happened and what to do, never a code. */
export interface Failure {
  code: string
  message: string
  hint: string
}

export function failureOf(thrown: unknown): Failure {
  if (thrown instanceof EngineError) return { code: thrown.code, message: thrown.message, hint: thrown.hint }
  return { code: 'internal', message: words.somethingWentWrong, hint: words.reload }
}
