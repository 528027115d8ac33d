import { AppError } from '../errors.ts'

/** The service answered, but not in a way that can be read. `what` was asked for, such as `the list of contacts`. */
export function shapeError(what: string, hint = 'Check the address of the service in the settings. If it is right, the service answers differently than Rollcall knows: tell us.'): AppError {
  return new AppError('service.shape', `The service's answer for ${what} cannot be read.`, hint)
}
