import { InvalidArgumentError, Option } from 'commander'
import { fileGuards, guards } from '../../../engine/model/plans/plan-schema.ts'
import type { Guard } from '../../../engine/contract.ts'

/** A guard and the number of contacts that a person releases it with; `isBound`: it may hold fewer, or none. */
export interface Release {
  guard: Guard
  contacts: number
  isBound: boolean
}

export const releaseOption = () =>
  new Option(
    '--release <guard=count>',
    `release what a guard holds (${guards.join(', ')}), by its number of contacts, or up to a number: 'withdraw<=20' (${fileGuards.join(', ')}); repeatable`,
  ).argParser((text: string, before: Release[] | undefined) => [...(before ?? []), releaseOf(text)])

/** Reads `consent=17` and `withdraw<=20`. */
function releaseOf(text: string): Release {
  const [, name, sign, count] = /^([a-zA-Z]+)(<?=)(\d{1,9})$/.exec(text) ?? []
  const guard = guards.find((one) => one === name)
  if (guard === undefined || count === undefined) {
    throw new InvalidArgumentError(
      `It must be a guard and its number of contacts, such as consent=17; the guards are ${guards.join(', ')}.`,
    )
  }
  const isBound = sign === '<='
  if (isBound && !(fileGuards as readonly Guard[]).includes(guard)) {
    throw new InvalidArgumentError(
      `The guard "${guard}" is about single rows, so a bound cannot release it; that can be done for ${fileGuards.join(', ')}. Give its number of contacts.`,
    )
  }
  return { guard, contacts: Number(count), isBound }
}

/** Reads the SHA-256 of a file, as such programs print it. */
export function sha256(text: string): string {
  if (!/^[0-9a-f]{64}$/i.test(text)) throw new InvalidArgumentError('It must be a SHA-256: 64 digits and letters from a to f.')
  return text.toLowerCase()
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
