import { type ErrorCode, errorCodes } from '../../../engine/model/errors.ts'

/** A code from a stored error; `internal` where an other version of Rollcall wrote one that is not known here. */
export function asErrorCode(text: string): ErrorCode {
  return errorCodes.find((code) => code === text) ?? 'internal'
}
