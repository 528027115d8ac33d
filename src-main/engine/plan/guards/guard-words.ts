import { assertNever } from '../../model/errors.ts'
import { guards, type Guard, type OptOut } from '../../model/plans/plan-schema.ts'

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
      if (facts.optOuts.unconfirmed > 0) return unconfirmedWords(facts)
      return `${counted(facts.contacts)} would get consent although they opted out: ${optOutWords(facts.optOuts)}. Texting somebody who has opted out can break the law. Release this only if each of them has agreed again since.`
    case 'clear': {
      const fields = facts.cleared.map(({ label, contacts }) => `${label} on ${number(contacts)}`).join(', ')
      return `Fields of ${counted(facts.contacts)} would be emptied: ${fields}. A column that is blank by mistake does the same. Release this only if these fields are to be empty.`
    }
    case 'direction':
      return `The file does not tell who wrote these messages, to or from ${counted(facts.contacts)}. Imported, each becomes the customer's own words. Release this only if your office wrote none of them.`
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
        case 'ledger':
          return 'The row gives consent, but the consent ledger of this account says that the contact refused it last.'
        case 'doNotText':
          return 'The row gives consent, but the number is on the do-not-text list of this account.'
        case 'posts':
          return 'The row gives consent, but the latest messages of the contact take it back.'
        case 'unconfirmed':
          return 'The row gives consent by a word that nobody has confirmed to mean that.'
        default:
          return 'The row gives consent, but the contact has refused it.'
      }
    case 'clear':
      return 'The row empties a field, and this file does that to many contacts.'
    case 'direction':
      return 'The file does not tell who wrote this message.'
    case 'mass':
      return 'This file changes more than half of the contacts.'
    default:
      return assertNever(guard)
  }
}

/** Some of them may have opted out besides. */
function unconfirmedWords({ contacts, optOuts }: GuardFacts): string {
  const { unconfirmed, ...refused } = optOuts
  const others = contacts - unconfirmed
  const also = others > 0 ? ` ${counted(others)} more opted out: ${optOutWords({ ...refused, unconfirmed: 0 })}.` : ''
  return `${counted(unconfirmed)} would get consent by words that nobody has confirmed to mean that. Confirm the words first, in the mapping or with "rollcall recipe confirm".${also}`
}

function optOutWords({ consent, blocked, unreachable, ledger, doNotText, posts }: GuardFacts['optOuts']): string {
  const parts = [
    { count: consent, words: consent === 1 ? 'has refused it' : 'have refused it' },
    { count: blocked, words: blocked === 1 ? 'is blocked' : 'are blocked' },
    { count: unreachable, words: unreachable === 1 ? 'is unsubscribed' : 'are unsubscribed' },
    { count: ledger, words: 'refused it by the consent ledger' },
    { count: doNotText, words: doNotText === 1 ? 'is on the do-not-text list' : 'are on the do-not-text list' },
    { count: posts, words: posts === 1 ? 'refuses it in the latest messages' : 'refuse it in their latest messages' },
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
