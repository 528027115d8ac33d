import { assertNever } from '../../model/errors.ts'
import type { PlanTotals } from '../../store/plans/plans.ts'
import { businessDaysAfter, longDay } from '../../text/business-days.ts'
import { counted, number } from '../../text/counted.ts'
import { guards, type Guard, type OptOut } from '../../model/plans/plan-schema.ts'

/** What a guard's sentence is made of. */
export interface GuardFacts {
  /** The contacts that the guard holds. */
  contacts: number
  /** `consent`: how many of them opted out in each way. */
  optOuts: Readonly<Record<OptOut, number>>
  /** `clear`: on how many of them each field is emptied, by its label. */
  cleared: readonly { label: string; contacts: number }[]
  /** `mass`: the contacts there are that would change, those that would be created, and those that Rollcall knows. */
  changed: number
  created: number
  total: number
  /** `withdraw`: the contacts of the file that agree to texts now. */
  agreeing: number
  /** Whether a complete sync has shown how many contacts there are. */
  isTotalKnown: boolean
}

/** What a guard stopped, how much of it, and why that is risky. */
export function guardWords(guard: Guard, facts: GuardFacts): string {
  switch (guard) {
    case 'consent':
      if (facts.optOuts.unconfirmed > 0) return unconfirmedWords(facts)
      return `${contactsWords(facts.contacts)} would get consent although they opted out: ${optOutWords(facts.optOuts)}. Texting somebody who has opted out can break the law. Release this only if each of them has agreed again since.`
    case 'clear': {
      const fields = facts.cleared.map(({ label, contacts }) => `${label} on ${number(contacts)}`).join(', ')
      return `Fields of ${contactsWords(facts.contacts)} would be emptied: ${fields}. A column that is blank by mistake does the same. Release this only if these fields are to be empty.`
    }
    case 'direction':
      return `The file does not tell who wrote these messages, to or from ${contactsWords(facts.contacts)}. Imported, each becomes the customer's own words. Release this only if your office wrote none of them.`
    case 'keyword':
      return `Messages of ${contactsWords(facts.contacts)} are only a word such as STOP or START. The service may act on it as if it had just been sent: end texts for the contact, or allow them again. Release this only if that is meant.`
    case 'withdraw':
      return `${contactsWords(facts.contacts)} would lose their consent, or be blocked or unsubscribed; of the file's contacts ${number(facts.agreeing)} agree to texts now. None of them is known to have asked for it. A wrong column, or a list of somebody else, does the same. Release this if they are meant.`
    case 'mass':
      return massWords(facts)
    default:
      return assertNever(guard)
  }
}

function massWords({ contacts, changed, created, total, isTotalKnown }: GuardFacts): string {
  const also = created > 0 ? ` and create ${number(created)} more` : ''
  const of = isTotalKnown ? `of the ${contactsWords(total)} of this account` : `of the ${contactsWords(total)} that Rollcall knows so far`
  const most = changed > total / 2 ? ', more than half' : ''
  const many = created > total / 4 ? `. That many new ones are more than a quarter of what is there` : ''
  const unsure = isTotalKnown ? '' : ' The account may have more: after a complete sync Rollcall knows.'
  const sum = created > 0 ? ` (${contactsWords(contacts)} in all)` : ''
  return `This file would change ${number(changed)} ${of}${most}${also}${sum}${many}. The wrong file or the wrong column would spoil them all.${unsure} Release this only if that many are meant.`
}

/** Why a row is held, in words. `openedAtMs`: when its file was opened; null where that does not matter. */
export function heldWords(held: readonly Guard[], optOut: OptOut | null, openedAtMs: number | null): string {
  const deadline = openedAtMs !== null && held.includes('withdraw') ? [deadlineWords(openedAtMs)] : []
  return [...held.map((guard) => rowWords(guard, optOut)), ...deadline].join(' ')
}

/** The guards of a plan as they are shown: until when withdrawals must be honored is counted from the day on which the file was opened. */
export function shownGuards(held: PlanTotals['guards'], openedAtMs: number): PlanTotals['guards'] {
  return held.map((one) =>
    one.guard === 'withdraw' && !one.released ? { ...one, message: `${one.message} ${deadlineWords(openedAtMs)}` } : one,
  )
}

/** A withdrawal must be honored within ten business days. */
function deadlineWords(openedAtMs: number): string {
  return `Withdrawals that are meant must be honored by ${longDay(businessDaysAfter(openedAtMs, 10))}.`
}

/** The words for a wrong number, and what to do. */
export function wrongCountWords(guard: Guard, contacts: number, typed: number): { message: string; hint: string } {
  if (contacts === 0) {
    return {
      message: `The guard "${guard}" holds nothing in this plan, so ${contactsWords(typed)} cannot be released.`,
      hint: `Look at what is held; the guards are ${guards.map((name) => `"${name}"`).join(', ')}.`,
    }
  }
  return {
    message: `The guard "${guard}" holds ${contactsWords(contacts)}, not ${number(typed)}. Nothing was released.`,
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
    case 'keyword':
      return 'The message is only a word such as STOP or START, on which the service may act.'
    case 'withdraw':
      return 'The row takes consent back, blocks or unsubscribes, and this file does that to many contacts.'
    case 'mass':
      return 'This file changes or creates very many contacts.'
    default:
      return assertNever(guard)
  }
}

/** Some of them may have opted out besides. */
function unconfirmedWords({ contacts, optOuts }: GuardFacts): string {
  const { unconfirmed, ...refused } = optOuts
  const others = contacts - unconfirmed
  const also = others > 0 ? ` ${contactsWords(others)} more opted out: ${optOutWords({ ...refused, unconfirmed: 0 })}.` : ''
  return `${contactsWords(unconfirmed)} would get consent by words that nobody has confirmed to mean that. Confirm the words first, in the mapping or with "rollcall recipe confirm".${also}`
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

function contactsWords(count: number): string {
  return counted(count, 'contact')
}
