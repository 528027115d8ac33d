import { assertNever } from '../../model/errors.ts'
import type { PlanTotals, StoredPlan } from '../../store/plans/plans.ts'
import { businessDaysAfter, longDay } from '../../text/business-days.ts'
import { counted, number } from '../../text/counted.ts'
import { guards, type Guard, type OptOut } from '../../model/plans/plan-schema.ts'

/** What a guard's sentence is made of. */
export interface GuardFacts {
  /** The contacts that the guard holds. */
  contacts: number
  /** `consent`: how many of them opted out in each way. */
  optOuts: Readonly<Record<OptOut, number>>
  /** `consent`: the columns that told who refused and that the list no longer has. */
  lacks: readonly string[]
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
  /** Whether there may be more than `total`, as far as the service's list tells. */
  isTotalOpen?: boolean | undefined
  /** `direction`: the recipe writes the office's words as whispers. */
  hasWhispers?: boolean | undefined
  /** Each row is a group, of which one is enough. */
  isOfGroups?: boolean | undefined
}

/** What a guard stopped, how much of it, and why that is risky. */
export function guardWords(guard: Guard, facts: GuardFacts): string {
  switch (guard) {
    case 'consent':
      if (facts.optOuts.undo > 0)
        return `Texts to ${contactsWords(facts.contacts)} would be allowed again, by consent or by no longer blocking. Undo never does that by itself. Release a row only with evidence, dated after the refusal, that the contact agreed.`
      if (facts.optOuts.columnGone > 0) return columnGoneWords(facts)
      if (facts.optOuts.unheard > 0) return unheardWords(facts)
      if (facts.optOuts.unconfirmed > 0) return unconfirmedWords(facts)
      if (facts.optOuts.unreadable > 0) return unreadableWords(facts)
      return `${contactsWords(facts.contacts)} would get consent although ${whyRefused(facts)}. Texting somebody who has refused can break the law. Release a row only with evidence, dated after the refusal, that the contact has agreed again.`
    case 'clear': {
      const fields = facts.cleared.map(({ label, contacts }) => `${label} on ${number(contacts)}`).join(', ')
      return `Fields of ${contactsWords(facts.contacts)} would be emptied: ${fields}. A column that is blank by mistake does the same. Release this only if these fields are to be empty.`
    }
    case 'direction':
      return `The file does not tell who wrote these messages, to or from ${contactsWords(facts.contacts)}. ${facts.hasWhispers === true ? directionOfBoth : directionOfOne}`
    case 'keyword':
      return `Messages of ${contactsWords(facts.contacts)} are only a word such as STOP or START. The service may act on it as if it had just been sent: end texts for the contact, or allow them again. Release this only if that is meant.`
    case 'noConsent':
      if (facts.isOfGroups === true)
        return `Nothing shows that everybody in these groups, of ${contactsWords(facts.contacts)} together, agreed to texts; the warning of each row says who. Texting them can break the law. Release a row only if you know that they agreed.`
      return `Nothing shows that ${contactsWords(facts.contacts)} agreed to texts: no record, no entry of the consent ledger, and no confirmed column of the file. Texting them can break the law. Release a row only if you know that the person agreed.`
    case 'notReachable':
      if (facts.isOfGroups === true)
        return `Somebody in each of these groups, of ${contactsWords(facts.contacts)} together, cannot be reached by SMS, as the service says; the warning of each row says who. Release a row only if you know better.`
      return `${contactsWords(facts.contacts)} cannot be reached by SMS, as the service says. Release a row only if you know better.`
    case 'sending':
      return sendingWords(facts.contacts)
    case 'edited':
      return `Somebody changed ${contactsWords(facts.contacts)} after the preview of the earlier run, so nothing was overwritten. They were compared again. Release the rows that are still meant.`
    case 'withdraw':
      return `${contactsWords(facts.contacts)} would lose their consent, or be blocked or unsubscribed; of the file's contacts ${number(facts.agreeing)} agree to texts now. None of them is known to have asked for it. A wrong column, or a list of somebody else, does the same. Release this if they are meant.`
    case 'mass':
      return massWords(facts)
    default:
      return assertNever(guard)
  }
}

export function sendingWords(people: number): string {
  return `${counted(people, 'person', 'people')} will be texted. That cannot be taken back. Release this by their number.`
}

const directionOfOne = "Imported, each becomes the customer's own words. Release this only if your office wrote none of them."
const directionOfBoth =
  "Released, each is imported as the recipe reads it: as the customer's own words, or as a whisper where it says that your office wrote it. Release this only if that is right."

function massWords({ contacts, changed, created, total, isTotalKnown, isTotalOpen = false }: GuardFacts): string {
  if (isTotalOpen && created > 0) {
    const others = changed > 0 ? ` and change ${number(changed)} others` : ''
    const known = total > 0 ? `, but that there are at least ${number(total)}` : ''
    return `This file would create ${contactsWords(created)}${others}. How many this account has is not known${known}: all of them were never read. Many of these people may be there under other numbers. Sync first, and plan the file again; or release this only if that many are meant.`
  }
  const also = created > 0 ? ` and create ${number(created)} more` : ''
  const of = isTotalKnown ? `of the ${contactsWords(total)} of this account` : `of the ${contactsWords(total)} that Rollcall knows so far`
  const most = changed > total / 2 ? ', more than half' : ''
  const many = created > total / 4 ? `. That many new ones are more than a quarter of what is there` : ''
  const unsure = isTotalKnown ? '' : ' The account may have more: after a complete sync Rollcall knows.'
  const sum = created > 0 ? ` (${contactsWords(contacts)} in all)` : ''
  return `This file would change ${number(changed)} ${of}${most}${also}${sum}${many}. The wrong file or the wrong column would spoil them all.${unsure} Release this only if that many are meant.`
}

/** Until when withdrawals of a plan must be honored: ten business days from the day on which its file was opened. */
export function withdrawalDeadline({ fileOpenedAtMs, totals }: Pick<StoredPlan, 'fileOpenedAtMs' | 'totals'>): Date {
  return businessDaysAfter(fileOpenedAtMs, 10, totals?.country ?? null)
}

/** Why a row is held, in words. `honorBy`: see `withdrawalDeadline`; null where that does not matter. */
export function heldWords(held: readonly Guard[], optOut: OptOut | null, honorBy: Date | null): string {
  const deadline = honorBy !== null && held.includes('withdraw') ? [deadlineWords(honorBy)] : []
  return [...held.map((guard) => rowWords(guard, optOut)), ...deadline].join(' ')
}

/** The guards of a plan as they are shown: with the day until which withdrawals must be honored. */
export function shownGuards(held: PlanTotals['guards'], honorBy: Date): PlanTotals['guards'] {
  return held.map((one) =>
    one.guard === 'withdraw' && !one.released ? { ...one, message: `${one.message} ${deadlineWords(honorBy)}` } : one,
  )
}

function deadlineWords(honorBy: Date): string {
  return `Withdrawals that are meant must be honored by ${longDay(honorBy)}.`
}

type OtherRows = Pick<PlanTotals, 'rows' | 'unchanged' | 'skipped' | 'invalid'>

/** What else became of the rows of a plan: `Of its 4 rows 3 cannot be used and 1 is left out.` */
function otherRowsWords({ rows, unchanged, skipped, invalid }: OtherRows): string {
  const parts = [
    invalid > 0 ? `${number(invalid)} cannot be used` : [],
    skipped > 0 ? `${number(skipped)} ${skipped === 1 ? 'is' : 'are'} left out` : [],
    unchanged > 0 ? `${number(unchanged)} ${unchanged === 1 ? 'has' : 'have'} nothing left to do` : [],
  ].flat()
  return parts.length === 0 ? '' : `Of its ${counted(rows, 'row')} ${listed.format(parts)}.`
}

const listed = new Intl.ListFormat('en-US')

/** The words for a wrong number, and what to do. */
export function wrongCountWords(guard: Guard, contacts: number, typed: number, rows: OtherRows): { message: string; hint: string } {
  if (contacts === 0) {
    const why = otherRowsWords(rows)
    return {
      message: `The guard "${guard}" holds nothing in this plan, so ${contactsWords(typed)} cannot be released.${why === '' ? '' : ` ${why}`}`,
      hint: `${why === '' ? '' : 'The plan says of these rows why ("rollcall plan", or the review). '}Look at what is held; the guards are ${guards.map((name) => `"${name}"`).join(', ')}.`,
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
        case 'undo':
          return 'Taking this back would allow texts to the contact again.'
        case 'columnGone':
          return 'The row gives consent, but the list no longer has the column that told who refused.'
        case 'unheard':
          return 'The row gives consent, but another column that is not read may tell that the contact refused.'
        case 'unreadable':
          return 'The row gives consent, but another row about the contact may refuse: something in it is not read, or the recipe leaves it out.'
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
    case 'noConsent':
      return 'Nothing shows that the contact agreed to texts.'
    case 'notReachable':
      return 'The service says that the contact cannot be reached by SMS.'
    case 'sending':
      return 'The contact would be texted, and the number of people was not typed yet.'
    case 'edited':
      return 'Somebody changed the contact after the preview of the earlier run.'
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
  const also = others > 0 ? ` ${contactsWords(others)} more refused: ${optOutWords({ ...refused, unconfirmed: 0 })}.` : ''
  return `${contactsWords(unconfirmed)} would get consent by words that nobody has confirmed to mean that. Confirm the words first, in the mapping or with "rollcall recipe confirm".${also}`
}

/** Some of them may have opted out besides. */
function unreadableWords({ contacts, optOuts }: GuardFacts): string {
  const { unreadable, ...refused } = optOuts
  const others = contacts - unreadable
  const also = others > 0 ? ` ${contactsWords(others)} more refused: ${optOutWords({ ...refused, unreadable: 0 })}.` : ''
  return `${contactsWords(unreadable)} would get consent, but another row about them may refuse: a word or a column of it is not read, or the recipe leaves that row out. Correct the word, map the column, or say beside the filter what becomes of such rows; or release a row with evidence that the contact agreed.${also}`
}

/** Some of them may have opted out besides. */
function columnGoneWords({ contacts, optOuts, lacks }: GuardFacts): string {
  const { columnGone, ...refused } = optOuts
  const others = contacts - columnGone
  const also = others > 0 ? ` ${contactsWords(others)} more refused: ${optOutWords({ ...refused, columnGone: 0 })}.` : ''
  const names = lacks.map((name) => `"${name}"`).join(' and ')
  const columns = lacks.length === 1 ? `its column ${names}` : lacks.length === 0 ? 'a column' : `its columns ${names}`
  return `${contactsWords(columnGone)} would get consent, but the list no longer has ${columns}, which told who refused. ${columnGoneHint}${also}`
}

/** Some of them may have opted out besides. */
function unheardWords({ contacts, optOuts }: GuardFacts): string {
  const { unheard, ...refused } = optOuts
  const others = contacts - unheard - refused.unconfirmed
  const also = others > 0 ? ` ${contactsWords(others)} more refused: ${optOutWords({ ...refused, unheard: 0 })}.` : ''
  return `${contactsWords(unheard)} would get consent, but the file has something in another column that may tell that they refused, and that the recipe does not read: the rows name it. ${unheardHint}${also}`
}

/** What a person does about a column about permission that nobody has mapped. */
export const unheardHint =
  'Map that column to consent. Only if you know that it refuses nobody, leave it out in the mapping, or with "rollcall recipe confirm --left-out COLUMN", and plan the file again.'

/** What a person does about permissions that are held for a column that is left out. */
export const columnGoneHint =
  'Adapt the recipe with the column that tells it now. Only if you know that nobody in this list has refused, say so in the mapping, or take "lacks" out of the recipe, and plan the file again.'

/** How it is known of each; nothing to be counted apart where the account says so of all of them. */
function whyRefused({ contacts, optOuts }: GuardFacts): string {
  const isAccountAlone = Object.values(optOuts).reduce((sum, count) => sum + count, 0) === contacts && optOuts.consent === contacts
  return isAccountAlone ? 'they refused' : `they refused: ${optOutWords(optOuts)}`
}

function optOutWords({ consent, blocked, unreachable, ledger, doNotText, posts, unreadable }: GuardFacts['optOuts']): string {
  const parts = [
    { count: consent, words: consent === 1 ? 'has refused it' : 'have refused it' },
    { count: blocked, words: blocked === 1 ? 'is blocked' : 'are blocked' },
    { count: unreachable, words: unreachable === 1 ? 'is unsubscribed' : 'are unsubscribed' },
    { count: ledger, words: 'refused it by the consent ledger' },
    { count: doNotText, words: doNotText === 1 ? 'is on the do-not-text list' : 'are on the do-not-text list' },
    { count: unreadable, words: `${unreadable === 1 ? 'has' : 'have'} another row that may refuse` },
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
