import type { ImportKind, PlanFigures, PlanSummary } from '../../src-main/engine/contract.ts'
import { count, counted } from './format.ts'
import { postsWords } from './contacts/post-words.ts'

type Counted = Pick<PlanSummary, 'kind' | 'rows' | 'unchanged' | 'contacts' | 'fileHeld' | 'held' | 'send' | 'notFound'>

/** What is said of a plan of this kind, for each kind in its own words. */
interface ReviewWords {
  /** The title of the review, where anything changes. */
  title(plan: Counted, figures: PlanFigures): string
  /** The primary button. */
  goAhead(plan: Counted, figures: PlanFigures | null): string
  /** Beside the primary button. */
  beforeHand(figures: PlanFigures | null): string
  /** What the confirmation says in large letters. */
  sum(plan: Counted, figures: PlanFigures): string
  /** What cannot be taken back, first and in bold, and what can. */
  lasting(figures: PlanFigures): { cannot: string | null; can: string | null }
  /** People whom the account does not have, and what becomes of their rows. */
  notFound: { question: (people: number) => string; why: string; add: string; leave: string }
}

const people = (number: number) => `${count(number)} ${number === 1 ? 'person is' : 'people are'} not in your account yet`
const texted = (number: number) => `${count(number)} ${number === 1 ? 'person' : 'people'}`
const notUndone = 'An e-mail address cannot be put back.'

const ofRecords: ReviewWords = {
  title: (_plan, { created, updated }) => {
    if (created === 0) return `${counted(updated, 'contact')} will be updated`
    const added = `${counted(created, 'contact')} will be added`
    return updated === 0 ? added : `${added}, ${count(updated)} updated`
  },
  goAhead(plan, figures) {
    const contacts = counted(contactsOf(plan), 'contact')
    return figures !== null && figures.created === 0 ? `Update ${contacts}` : `Import ${contacts}`
  },
  beforeHand: () => 'Nobody is texted.',
  sum: (_plan, { created, updated }) =>
    [created > 0 ? `${count(created)} new` : '', updated > 0 ? `${count(updated)} updated` : ''].filter((part) => part !== '').join(' · '),
  lasting: ({ created, updated, fields }) => ({
    cannot: created > 0 ? 'New contacts cannot be deleted by Rollcall.' : fields.some(({ field }) => field === 'email') ? notUndone : null,
    can: updated > 0 ? 'Updates can be undone.' : null,
  }),
  notFound: {
    question: people,
    why: 'You chose “Only update”, so they are left out.',
    add: 'Add them',
    leave: 'Leave them out',
  },
}

const ofPosts: ReviewWords = {
  title: (plan, figures) =>
    `${postsWords(figures)} ${figures.rows === 1 ? 'goes' : 'go'} into ${counted(figures.conversations || plan.contacts, 'conversation')}`,
  goAhead: (plan, figures) => {
    const rows = plan.send + plan.fileHeld.rows
    return `Import ${figures === null ? counted(rows, 'message') : postsWords({ ...figures, rows })}`
  },
  beforeHand: (figures) => `${figures?.whispers ? 'Messages and whispers' : 'Messages'} cannot be taken back. Nobody is texted.`,
  sum: (_plan, figures) => `${postsWords(figures)} · ${counted(figures.conversations, 'conversation')}`,
  lasting: ({ whispers = 0 }) => ({
    cannot: `Imported ${whispers > 0 ? 'messages and whispers' : 'messages'} cannot be taken back: the service has no way to remove them.`,
    can: null,
  }),
  notFound: { ...ofRecords.notFound, why: 'Messages from them are left out.' },
}

export const reviewWords: Record<ImportKind, ReviewWords> = {
  contacts: ofRecords,
  consent: {
    title: (plan, { created }) =>
      `Consent will be set for ${counted(contactsOf(plan), 'contact')}${created > 0 ? `, ${count(created)} of them new` : ''}`,
    beforeHand: () => 'Nobody is texted.',
    goAhead: (plan) => `Set consent for ${count(contactsOf(plan))}`,
    sum: (_plan, { given, refused }) =>
      [given > 0 ? `${count(given)} given` : '', refused > 0 ? `${count(refused)} withdrawn` : '']
        .filter((part) => part !== '')
        .join(' · '),
    lasting: ({ created, refused }) => ({
      cannot: created > 0 ? 'New contacts cannot be deleted by Rollcall.' : refused > 0 ? 'Undo never gives back consent by itself.' : null,
      can: 'Each change is kept in the consent ledger.',
    }),
    notFound: { ...ofRecords.notFound, why: 'Who refuses goes on the do-not-text list; the others are left out.' },
  },
  resolve: {
    title: (_plan, { conversations }) => `${counted(conversations, 'conversation')} will be resolved`,
    goAhead: (plan) => `Resolve ${counted(plan.send + plan.fileHeld.rows, 'conversation')}`,
    beforeHand: () => 'Nobody is texted. Rollcall cannot open them again.',
    sum: (_plan, { conversations }) => `${count(conversations)} resolved`,
    lasting: () => ({ cannot: 'Rollcall cannot open a conversation again; it opens when its customer writes.', can: null }),
    notFound: { ...ofRecords.notFound, why: 'There is no conversation with them.' },
  },
  whispers: {
    ...ofPosts,
    goAhead: (plan) => `Write ${counted(plan.send + plan.fileHeld.rows, 'whisper')}`,
    beforeHand: () => 'Whispers cannot be taken back. Nobody is texted.',
    lasting: () => ({ cannot: 'Whispers cannot be taken back: the service has no way to remove them.', can: null }),
    notFound: { ...ofRecords.notFound, why: 'Whispers about them are left out.' },
  },
  messages: ofPosts,
  send: {
    title: (plan) => `${texted(contactsOf(plan))} will be texted`,
    goAhead: (plan) => `Text ${texted(contactsOf(plan))}`,
    beforeHand: (figures) =>
      `A text cannot be taken back.${figures?.texts ? ` ${counted(figures.texts.segments, 'SMS message')} in all.` : ''}`,
    sum: (plan) => `${texted(contactsOf(plan))} texted`,
    lasting: () => ({ cannot: 'A text cannot be taken back: people have it on their phones.', can: null }),
    notFound: { ...ofRecords.notFound, why: 'Only people in your account are texted.' },
  },
  groupSend: {
    title: (plan, { conversations }) => `${texted(contactsOf(plan))} in ${counted(conversations, 'group')} will be texted`,
    goAhead: (plan) => `Text ${texted(contactsOf(plan))} in ${counted(plan.send + plan.fileHeld.rows, 'group')}`,
    beforeHand: (figures) =>
      `A text cannot be taken back, and the people of a group see each other.${figures?.texts ? ` ${counted(figures.texts.segments, 'SMS message')} in all.` : ''}`,
    sum: (plan, { conversations }) => `${counted(conversations, 'group')} · ${texted(contactsOf(plan))}`,
    lasting: () => ({ cannot: 'A text cannot be taken back: people have it on their phones, with the numbers of the others.', can: null }),
    notFound: { ...ofRecords.notFound, why: 'Groups with them are left out as a whole.' },
  },
  requestConsent: {
    title: (plan) => `${texted(contactsOf(plan))} will be asked for consent`,
    goAhead: (plan) => `Ask ${texted(contactsOf(plan))}`,
    beforeHand: () => 'The service texts each of them once. That cannot be taken back.',
    sum: (plan) => `${texted(contactsOf(plan))} asked`,
    lasting: () => ({ cannot: 'Each of them gets a text message from the service, which cannot be taken back.', can: null }),
    notFound: { ...ofRecords.notFound, why: 'Only people in your account are asked.' },
  },
}

/** The contacts that change, those counted whom a number in the confirmation releases. */
export function contactsOf({ contacts, fileHeld }: Pick<PlanSummary, 'contacts' | 'fileHeld'>): number {
  return contacts + fileHeld.contacts
}

/** Whether the import would change anything, a number in the confirmation taken for granted. */
export function changesAnything({ send, fileHeld }: Pick<PlanSummary, 'send' | 'fileHeld'>): boolean {
  return send + fileHeld.rows > 0
}

/** The title of the review: the outcome. `figures`: null while they are counted. */
export function reviewTitle(plan: Counted, figures: PlanFigures | null): string {
  if (!changesAnything(plan)) return plan.unchanged === plan.rows ? 'Your account is up to date' : 'Nothing would change yet'
  return figures === null ? `${counted(contactsOf(plan), 'contact')} will change` : reviewWords[plan.kind].title(plan, figures)
}

/** Why a plan changes nothing, and what can be pressed. */
export function nothingToChange(plan: Pick<PlanSummary, 'rows' | 'unchanged' | 'held' | 'notFound'>): string {
  if (plan.held > 0) return `${counted(plan.held, 'row')} ${plan.held === 1 ? 'waits' : 'wait'} for your OK.`
  if (plan.unchanged === plan.rows) return 'Your account says all of this already.'
  if (plan.notFound > 0) return 'Add the people who are not in your account, or go back.'
  if (plan.unchanged === 0) return 'Each row is left out or cannot be used. The tabs say why.'
  return 'Your account says it already, or the rows are left out or cannot be used. The tabs say why.'
}
