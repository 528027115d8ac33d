import type { Operation } from '../service-state.ts'
import { ServiceRefusal } from './refusal.ts'

/** An operation that the specification lists without the shape of its request or answer (section Endpoints): nothing is made up. */
export function notShown(operation: string): Operation {
  return () => {
    throw new ServiceRefusal(501, `Not shown: the specification lists ${operation} without the shape of its request or answer`, {
      base: ['not shown'],
    })
  }
}
