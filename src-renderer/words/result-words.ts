import type { RunFigures, RunKind, RunSummary } from '../../src-main/engine/contract.ts'
import { count, counted } from './format.ts'
import { postsWords } from './contacts/post-words.ts'

/** What a run has come to, without a stop at the end: how many of all that were to change are in. */
export const doneWords: Record<RunKind, (done: number, all: number) => string> = {
  contacts: (done, all) =>
    done === all ? `${counted(done, 'contact')} ${are(done)} in` : `${count(done)} of ${counted(all, 'contact')} ${are(done)} in`,
  consent: (done, all) => `Consent is set for ${done === all ? counted(done, 'contact') : `${count(done)} of ${counted(all, 'contact')}`}`,
  resolve: (done, all) =>
    done === all
      ? `${counted(done, 'conversation')} ${are(done)} resolved`
      : `${count(done)} of ${counted(all, 'conversation')} ${are(done)} resolved`,
  messages: (done, all) =>
    done === all ? `${counted(done, 'message')} ${are(done)} in` : `${count(done)} of ${counted(all, 'message')} ${are(done)} in`,
  whispers: (done, all) =>
    done === all ? `${counted(done, 'whisper')} ${are(done)} in` : `${count(done)} of ${counted(all, 'whisper')} ${are(done)} in`,
  send: (done, all) => (done === all ? `${persons(done)} ${were(done)} texted` : `${count(done)} of ${persons(all)} ${were(done)} texted`),
  groupSend: (done, all) =>
    done === all ? `${counted(done, 'group')} ${were(done)} texted` : `${count(done)} of ${counted(all, 'group')} ${were(done)} texted`,
  requestConsent: (done, all) =>
    done === all ? `${persons(done)} ${were(done)} asked for consent` : `${count(done)} of ${persons(all)} ${were(done)} asked for consent`,
  undo: (done, all) => (done === all ? `${counted(done, 'row')} done` : `${count(done)} of ${counted(all, 'row')} done`),
}

const persons = (number: number) => counted(number, 'person', 'people')
const were = (number: number) => (number === 1 ? 'was' : 'were')

/** The same where nothing of it was done. */
export const nothingDoneWords = (kind: RunKind): string => nothingDone[kind]

const nothingDone: Record<RunKind, string> = {
  contacts: 'Nothing was imported',
  consent: 'Nothing was imported',
  messages: 'Nothing was imported',
  whispers: 'No whisper was written',
  resolve: 'No conversation was resolved',
  send: 'Nobody was texted',
  groupSend: 'No group was texted',
  requestConsent: 'Nobody was asked for consent',
  undo: 'Nothing was imported',
}

/** The same of a run whose figures are known: of a history, some of what came in are whispers. */
export function importedWords(kind: RunKind, done: number, all: number, whispers: number): string {
  if (kind !== 'messages' || whispers === 0) return doneWords[kind](done, all)
  return done === all ? `${postsWords({ rows: done, whispers })} ${are(done)} in` : bothIn(done, all)
}

/** How far a run has come that is under way. */
export function runningWords({ kind, hasWhispers }: Pick<RunSummary, 'kind' | 'hasWhispers'>, done: number, all: number): string {
  return hasWhispers === true ? bothIn(done, all) : doneWords[kind](done, all)
}

function bothIn(done: number, all: number): string {
  return `${count(done)} of ${count(all)} messages and whispers ${are(done)} in`
}

function are(number: number): string {
  return number === 1 ? 'is' : 'are'
}

/** What a run came to, one after the other: a number, what it counts, and what goes with it. */
export interface Figure {
  id: string
  value: number
  name: string
  about: string
}

/** How much an account has grown: "Main office has 577 contacts now, 412 before". */
export const grownWords = (name: string, now: number, created: number): string =>
  `${name} has ${counted(now, 'contact')} now, ${count(now - created)} before`

const ofRecords = ({ created, updated, given, refused, fields }: RunFigures): Figure[] => [
  { id: 'created', value: created, name: created === 1 ? 'new contact' : 'new contacts', about: 'Rollcall cannot delete them' },
  {
    id: 'updated',
    value: updated,
    name: updated === 1 ? 'contact updated' : 'contacts updated',
    about: fields.map(({ label, rows }) => `${label}\u00a0${count(rows)}`).join(', '),
  },
  { id: 'given', value: given, name: 'agreed to texts', about: 'On record in the consent ledger' },
  { id: 'refused', value: refused, name: 'refused texts', about: 'They get no texts from now on' },
]

const ofConversations = ({ rows, whispers = 0, conversations, days }: RunFigures): Figure[] => [
  ...(rows > whispers || whispers === 0
    ? [{ id: 'messages', value: rows - whispers, name: rows - whispers === 1 ? 'message' : 'messages', about: notTakenBack }]
    : []),
  ...(whispers > 0 ? [{ id: 'whispers', value: whispers, name: whispers === 1 ? 'whisper' : 'whispers', about: notTakenBack }] : []),
  { id: 'conversations', value: conversations, name: conversations === 1 ? 'conversation' : 'conversations', about: 'Nobody was texted' },
  // Nothing is said of days where the file tells none.
  ...(days.length === 0
    ? []
    : [{ id: 'days', value: days.length, name: days.length === 1 ? 'day of the file' : 'days of the file', about: daysWords(days) }]),
]
const notTakenBack = 'They cannot be taken back'

export const figuresOf: Record<RunKind, (figures: RunFigures) => Figure[]> = {
  contacts: ofRecords,
  // A list of consent brings nobody new unless it says so.
  consent: (figures) => ofRecords(figures).filter(({ id }) => id !== 'created' || figures.created > 0),
  undo: () => [],
  resolve: ({ conversations }) => [
    {
      id: 'conversations',
      value: conversations,
      name: conversations === 1 ? 'conversation resolved' : 'conversations resolved',
      about: 'Nobody was texted',
    },
  ],
  whispers: ofConversations,
  messages: ofConversations,
  send: ({ conversations }) => [
    { id: 'people', value: conversations, name: conversations === 1 ? 'person texted' : 'people texted', about: notTakenBack },
  ],
  groupSend: ({ conversations, texts }) => [
    { id: 'groups', value: conversations, name: conversations === 1 ? 'group texted' : 'groups texted', about: notTakenBack },
    ...(texts === undefined
      ? []
      : [{ id: 'people', value: texts.people, name: texts.people === 1 ? 'person' : 'people', about: 'In these groups' }]),
  ],
  requestConsent: ({ rows }) => [
    { id: 'people', value: rows, name: rows === 1 ? 'person asked' : 'people asked', about: 'What they answer shows at the next sync' },
  ],
}

const short = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

function daysWords(days: RunFigures['days']): string {
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return 'The file tells no dates'
  return `${short.format(Date.parse(first.day))} to ${short.format(Date.parse(last.day))}`
}
