import type { Answer } from '../../engine/contract.ts'
import { AppError } from '../../engine/model/errors.ts'

/** The value of an answer; throws its error as an AppError. */
export function answered<T>(answer: Answer<T>): T {
  if (answer.ok) return answer.value
  throw new AppError(answer.error.code, answer.error.message, answer.error.hint)
}
