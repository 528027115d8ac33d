import { assertNever } from '../../model/errors.ts'
import { guards, type Guard, type OptOut } from '../../model/plan-schema.ts'

/** What a guard's sentence is made of. */
export interface GuardFacts {
  /** The contacts that the guard holds. */
  contacts: number
  /** `consent`: how many of them opted out in each way. */
  optOuts: Readonly<Record<OptOut, number>>
  /** `clear`: on how many of them each field is emptied, by its label. */
  cleared: readonly { label: string; contacts: number }[]
  /** `mass`: the contacts there are that would change, and those that Rollcall knows. */
  changed: number
  total: number
  /** Whether a complete sync has told how many contacts there are. */
  isTotalKnown: boolean
}

/** What a guard stopped, how much of it, and why that is risky. */
export function guardWords(guard: Guard, facts: GuardFacts): string {
  switch (guard) {
    case 'consent':
      return `${counted(facts.contacts)} would get consent although they opted out: ${optOutWords(facts.optOuts)}. Texting somebody who has opted out can break the law. Release this only if each of them has agreed again since.`
    case 'clear': {
      const fields = facts.cleared.map(({ label, contacts }) => `${label} on ${number(contacts)}`).join(', ')
      return `Fields of ${counted(facts.contacts)} would be emptied: ${fields}. A column that is blank by mistake does the same. Release this only if these fields are to be empty.`
    }
    case 'mass': {
      const created = facts.contacts - facts.changed
      const also = created > 0 ? ` and create ${number(created)} more` : ''
      const of = facts.isTotalKnown
        ? `of the ${counted(facts.total)} of this account`
        : `of the ${counted(facts.total)} that Rollcall knows so far`
      const unsure = facts.isTotalKnown ? '' : ' The account may have more: after a complete sync Rollcall knows.'
      const sum = created > 0 ? ` (${counted(facts.contacts)} in all)` : ''
      return `This file would change ${number(facts.changed)} ${of}, more than half${also}${sum}. The wrong file or the wrong column would spoil them all.${unsure} Release this only if that many are meant.`
    }
    default:
      return assertNever(guard)
  }
}

/** Why a row is held, in words. */
export function heldWords(held: readonly Guard[], optOut: OptOut | null): string {
  return held.map((guard) => rowWords(guard, optOut)).join(' ')
}

/** What a wrong number is told, and what to do. */
export function wrongCountWords(guard: Guard, contacts: number, typed: number): { message: string; hint: string } {
  if (contacts === 0) {
    return {
      message: `The guard "${guard}" holds nothing in this plan, so ${counted(typed)} cannot be released.`,
      hint: `Look at what is held; the guards are ${guards.map((name) => `"${name}"`).join(', ')}.`,
    }
  }
  return {
    message: `The guard "${guard}" holds ${counted(contacts)}, not ${number(typed)}. Nothing was released.`,
    hint: `Look at the rows that are held. If all of them are meant, release "${guard}" with the number ${contacts}.`,
  }
}

function rowWords(guard: Guard, optOut: OptOut | null): string {
  switch (guard) {
    case 'consent':
      switch (optOut) {
        case 'blocked':
          return 'The row gives consent, but the contact is blocked.'
        case 'unreachable':
          return 'The row gives consent, but the contact is unsubscribed.'
        default:
          return 'The row gives consent, but the contact has refused it.'
      }
    case 'clear':
      return 'The row empties a field, and this file does that to many contacts.'
    case 'mass':
      return 'This file changes more than half of the contacts.'
    default:
      return assertNever(guard)
  }
}

function optOutWords({ consent, blocked, unreachable }: GuardFacts['optOuts']): string {
  const parts = [
    { count: consent, words: consent === 1 ? 'has refused it' : 'have refused it' },
    { count: blocked, words: blocked === 1 ? 'is blocked' : 'are blocked' },
    { count: unreachable, words: unreachable === 1 ? 'is unsubscribed' : 'are unsubscribed' },
  ]
  return parts
    .filter(({ count }) => count > 0)
    .map(({ count, words }) => `${number(count)} ${words}`)
    .join(', ')
}

const numbers = new Intl.NumberFormat('en-US')

function number(count: number): string {
  return numbers.format(count)
}

function counted(count: number): string {
  return `${number(count)} ${count === 1 ? 'contact' : 'contacts'}`
}
