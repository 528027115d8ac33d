import { InvalidArgumentError, Option } from 'commander'
import { guards } from '../../../engine/model/plans/plan-schema.ts'
import type { Guard } from '../../../engine/contract.ts'

/** A guard and the number of contacts that a person releases it with. */
export interface Release {
  guard: Guard
  contacts: number
}

export const releaseOption = () =>
  new Option(
    '--release <guard=count>',
    `release what a guard holds (${guards.join(', ')}), by its number of contacts; repeatable`,
  ).argParser((text: string, before: Release[] | undefined) => [...(before ?? []), releaseOf(text)])

/** Reads `consent=17`. */
function releaseOf(text: string): Release {
  const [, name, count] = /^([a-z]+)=(\d{1,9})$/.exec(text) ?? []
  const guard = guards.find((one) => one === name)
  if (guard === undefined || count === undefined) {
    throw new InvalidArgumentError(
      `It must be a guard and its number of contacts, such as consent=17; the guards are ${guards.join(', ')}.`,
    )
  }
  return { guard, contacts: Number(count) }
}

/** Reads a port for an option: 0 to 65535, 0 for any free one. */
export function portNumber(text: string): number {
  const port = wholeNumber(text)
  if (port > 65_535) throw new InvalidArgumentError('It must be a port, 0 to 65535.')
  return port
}

/** Reads a whole number, not negative, for an option. */
export function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(text)
}
