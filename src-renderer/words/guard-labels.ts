import type { Guard, PlanFigures } from '../../src-main/engine/contract.ts'
import type { OptOut } from './held-words.ts'
import { count, counted } from './format.ts'

/** What a guard looks after; why it stopped these rows is the engine's sentence. */
export const guardTitles: Record<Guard, string> = {
  consent: 'They refused texts, but the file says they agreed',
  clear: 'Fields would be emptied',
  direction: 'Nobody knows who wrote these messages',
  keyword: 'These messages are only STOP or START',
  noConsent: 'Nothing shows that they agreed to texts',
  notReachable: 'They cannot be reached by SMS',
  edited: 'Somebody changed these contacts since the review',
  withdraw: 'Many would lose their consent',
  mass: 'Much of your account would change',
  sending: 'People will be texted',
}

/** The same as the sentence of a card, with whom it is about. `optOut`: what stands against the permission of its rows; null while that is read. */
export function guardTitle(
  { guard, contacts, rows }: { guard: Guard; contacts: number; rows: number },
  optOut: OptOut | null,
  isOfGroups = false,
): string {
  if (isOfGroups && guard === 'noConsent')
    return `Nothing shows that everybody in ${rows === 1 ? 'this group' : `these ${count(rows)} groups`} agreed to texts`
  if (isOfGroups && guard === 'notReachable')
    return `Somebody in ${rows === 1 ? 'this group' : `each of these ${count(rows)} groups`} cannot be reached by SMS`
  const people = contacts === 1 ? '1 person' : `${count(contacts)} people`
  switch (guard) {
    case 'consent':
      if (optOut === null) return `${people} ${contacts === 1 ? 'needs' : 'need'} your OK`
      if (optOut === 'unconfirmed') return `${people} would agree by words that nobody has confirmed`
      if (optOut === 'unheard') return `${people} would agree, but another column may say that they refused`
      if (optOut === 'unreadable') return `${people} would agree, but another row about them may refuse`
      if (optOut === 'columnGone') return `${people} would agree, but the column that told who refused is gone`
      return `${people} refused texts, but the file says they agreed`
    case 'direction':
      return `Nobody knows who wrote the messages of ${people}`
    case 'keyword':
      return `Messages of ${people} are only a word like STOP or START`
    case 'noConsent':
      return `Nothing shows that ${people} agreed to texts`
    case 'notReachable':
      return `${people} cannot be reached by SMS`
    case 'edited':
      return `Somebody changed ${counted(contacts, 'contact')} since the review`
    case 'withdraw':
    case 'clear':
    case 'mass':
    case 'sending':
      return guardTitles[guard]
  }
}

/** Whether each person that a guard holds is looked at: no number releases several of them at once. */
export function isOneByOne(guard: Guard): boolean {
  return guard === 'noConsent' || guard === 'notReachable'
}

/** Whether a guard holds rows for what they say themselves: these are released one by one. */
export function isRowGuard(guard: Guard): boolean {
  switch (guard) {
    case 'consent':
    case 'direction':
    case 'keyword':
    case 'noConsent':
    case 'notReachable':
    case 'edited':
      return true
    case 'withdraw':
    case 'clear':
    case 'mass':
    case 'sending':
      return false
  }
}

/** What the confirmation asks because of all rows together; null for guards of single rows. */
export const fileGuardQuestions: Record<Guard, ((contacts: number, figures: PlanFigures | null) => string) | null> = {
  consent: null,
  direction: null,
  keyword: null,
  noConsent: null,
  notReachable: null,
  edited: null,
  withdraw: (contacts) =>
    `Consent would be withdrawn from ${counted(contacts, 'contact')} who have not asked for it, as far as the file tells.`,
  clear: (contacts) => `Fields of ${counted(contacts, 'contact')} would be emptied.`,
  sending: (contacts) => `${count(contacts)} ${contacts === 1 ? 'person' : 'people'} will be texted. That cannot be taken back.`,
  mass: (contacts, figures) =>
    figures !== null && figures.created > figures.updated
      ? `${counted(figures.created, 'new contact')}: that is a large part of this account.`
      : `${counted(contacts, 'contact')} would change: that is a large part of this account.`,
}
