import { AppError } from '../../model/errors.ts'

const defaultHint =
  'Check the address of the service in the settings. If it is right, the service answers in a way that Rollcall does not know.'

/** The service answered, but not in a way that can be read. `what` was asked for, such as `the list of contacts`. */
export function shapeError(what: string, hint = defaultHint): AppError {
  return new AppError('service.shape', `The service's answer for ${what} cannot be read.`, hint)
}
