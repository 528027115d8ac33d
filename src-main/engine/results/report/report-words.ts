import type { RunKind } from '../../model/kinds.ts'
import type { RunFigures } from '../../model/runs/figures-schema.ts'
import type { RowOutcome } from '../../model/runs/run-schema.ts'
import { counted, number } from '../../text/counted.ts'

export interface ReportCard {
  value: number
  name: string
  about: string
}

/** What the report of a run says. */
interface ReportWords {
  /** What became of its rows, where that is not said as of others. */
  outcomes: Partial<Record<RowOutcome, string>>
  /** Where nothing of it was done. */
  nothing: string
  /** How much of all that was to be done is done. */
  title: (done: number, all: number, figures: RunFigures) => string
  cards: (figures: RunFigures) => ReportCard[]
}

const are = (count: number) => (count === 1 ? 'is' : 'are')
const were = (count: number) => (count === 1 ? 'was' : 'were')
/** "3 rows are in", "2 of 3 rows are in". */
const areIn = (done: number, all: number, noun: string) => share(done, all, noun, `${noun}s`, done === all ? `${are(done)} in` : 'are in')
function share(done: number, all: number, one: string, many: string, what: string): string {
  return done === all ? `${counted(done, one, many)} ${what}` : `${number(done)} of ${counted(all, one, many)} ${what}`
}
const card = (value: number, one: string, many: string, about: string): ReportCard => ({ value, name: value === 1 ? one : many, about })

const ofRecords = ({ created, updated, given, refused, fields }: RunFigures): ReportCard[] => [
  card(created, 'new contact', 'new contacts', 'Rollcall cannot delete them'),
  card(updated, 'contact updated', 'contacts updated', fields.map((field) => `${field.label} ${number(field.rows)}`).join(', ')),
  card(given, 'agreed to texts', 'agreed to texts', 'On record in the consent ledger'),
  card(refused, 'refused texts', 'refused texts', 'They get no texts from now on'),
]
const ofConversations = ({ rows, whispers = 0, conversations, days }: RunFigures): ReportCard[] => {
  const span = days.length === 0 ? 'no dates in the file' : `${days[0]?.day} to ${days.at(-1)?.day}, by the file`
  return [
    ...(rows > whispers ? [card(rows - whispers, 'message', 'messages', span)] : []),
    ...(whispers > 0 ? [card(whispers, 'whisper', 'whispers', span)] : []),
    card(conversations, 'conversation', 'conversations', 'Nobody was texted'),
  ]
}
const titleOfRecords: ReportWords['title'] = (done, all, { created, updated }) =>
  areIn(done, all, created + updated === done ? 'contact' : 'row')
const notTakenBack = 'They cannot be taken back'

export const reportWords: Record<RunKind, ReportWords> = {
  contacts: { outcomes: {}, nothing: 'Nothing was imported', title: titleOfRecords, cards: ofRecords },
  consent: {
    outcomes: { done: 'set', pending: 'not set' },
    nothing: 'Nothing was imported',
    title: titleOfRecords,
    // A list of consent brings nobody new unless it says so.
    cards: (figures) => ofRecords(figures).slice(figures.created === 0 ? 1 : 0),
  },
  resolve: {
    outcomes: { done: 'resolved' },
    nothing: 'No conversation was resolved',
    title: (done, all) => share(done, all, 'conversation', 'conversations', 'resolved'),
    cards: ({ conversations }) => [card(conversations, 'conversation resolved', 'conversations resolved', 'Nobody was texted')],
  },
  whispers: {
    outcomes: { done: 'written' },
    nothing: 'No whisper was written',
    title: (done, all) => areIn(done, all, 'whisper'),
    cards: ofConversations,
  },
  messages: {
    outcomes: {},
    nothing: 'Nothing was imported',
    title(done, all, { rows, whispers = 0 }) {
      if (whispers === 0) return areIn(done, all, 'message')
      if (done !== all) return `${number(done)} of ${number(all)} messages and whispers are in`
      return `${rows > whispers ? `${counted(rows - whispers, 'message')} and ` : ''}${counted(whispers, 'whisper')} ${are(done)} in`
    },
    cards: ofConversations,
  },
  send: {
    outcomes: { done: 'sent' },
    nothing: 'Nobody was texted',
    title: (done, all) => share(done, all, 'person', 'people', `${were(done)} texted`),
    cards: ({ conversations }) => [card(conversations, 'person texted', 'people texted', notTakenBack)],
  },
  groupSend: {
    outcomes: { done: 'sent' },
    nothing: 'Nobody was texted',
    title: (done, all) => share(done, all, 'group', 'groups', `${were(done)} texted`),
    cards: ({ conversations, texts }) => [
      card(conversations, 'group texted', 'groups texted', notTakenBack),
      ...(texts === undefined ? [] : [card(texts.people, 'person', 'people', 'In these groups')]),
    ],
  },
  requestConsent: {
    outcomes: { done: 'asked' },
    nothing: 'Nobody was asked for consent',
    title: (done, all) => share(done, all, 'person', 'people', `${were(done)} asked for consent`),
    cards: ({ rows }) => [card(rows, 'person asked', 'people asked', 'What they answer shows at the next sync')],
  },
  // Of an undo the report tells fields, not rows.
  undo: {
    outcomes: { done: 'taken back', pending: 'not taken back' },
    nothing: 'Nothing was taken back',
    title: titleOfRecords,
    cards: () => [],
  },
}
