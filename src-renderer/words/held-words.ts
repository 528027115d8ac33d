import type { Guard, PlanRow } from '../../src-main/engine/contract.ts'
import { count } from './format.ts'

export type OptOut = NonNullable<PlanRow['refusal']>['optOut']

interface Refusal {
  /** What stands against the permission. */
  title: string
  /** Whether evidence of a later agreement answers it; else what does. */
  elsewhere: string | null
}

/** What is known against the permission that a row gives. */
export const refusalWords: Record<OptOut, Refusal> = {
  consent: { title: 'Refused', elsewhere: null },
  blocked: { title: 'Blocked', elsewhere: null },
  unreachable: { title: 'Unsubscribed', elsewhere: null },
  ledger: { title: 'Refused, by the consent ledger', elsewhere: null },
  doNotText: { title: 'On the do-not-text list', elsewhere: null },
  posts: { title: 'Refused by text', elsewhere: null },
  unreadable: { title: 'Another row about this contact may refuse', elsewhere: null },
  unconfirmed: {
    title: 'Nothing is known against it',
    elsewhere: 'Nobody has confirmed what the word in the file means. Go back to Map columns and confirm it there.',
  },
  columnGone: {
    title: 'The column that told who refused is gone',
    elsewhere: 'The list no longer has the column that told who refused. Go back and choose another one for it.',
  },
  unheard: {
    title: 'Another column may say that they refused',
    elsewhere:
      'Nobody has said yet what that column means. Above the list you can say that it is about something else; if it is about texts, map it under Map columns.',
  },
  undo: { title: 'Refused before that import', elsewhere: null },
}

/** What may be answered about a row that a guard holds. `why`: in a few words, beside the row. */
interface Answers {
  why: string
  /** `… until you answer.` */
  waits: string
  /** The first answer leaves the row out. */
  leave: string
  leaveMeans: string
  leaveAll: (rows: number) => string
  release: string
  releaseMeans: string
}

const importing = (why: string, releaseMeans: string): Answers => ({
  why,
  waits: 'They are not imported',
  leave: 'Leave out',
  leaveMeans: 'The row is left out.',
  leaveAll: (rows) => (rows === 1 ? 'Leave it out' : `Leave all ${count(rows)} out`),
  release: 'Import it',
  releaseMeans,
})

const sending = (why: string, releaseMeans: string): Answers => ({
  ...importing(why, releaseMeans),
  waits: 'They are not texted',
  leaveMeans: 'The person is not texted.',
  release: 'Text them',
})

const ofFile = importing('Many rows do the same', 'The row is imported.')

export const heldAnswers: Record<Guard, Answers> = {
  consent: {
    why: 'Refused',
    waits: 'They get no texts, and are not imported,',
    leave: 'Keep refused',
    leaveMeans: 'The row is left out. The contact gets no texts.',
    leaveAll: (rows) => (rows === 1 ? 'Keep refused' : `Keep all ${count(rows)} refused`),
    release: 'Agreed again',
    releaseMeans: 'You say when and how. It is kept in the consent ledger.',
  },
  direction: importing('Nobody knows who wrote it', 'The message is imported as the customer’s own words.'),
  keyword: importing('Only a word like STOP or START', 'The message is imported; the service may act on the word.'),
  noConsent: sending('Nothing shows that they agreed', 'The person is texted. Only if you know that they agreed.'),
  notReachable: sending('Not reachable by SMS', 'The message is sent all the same.'),
  edited: importing('Edited since the review', 'The row is imported over what somebody wrote since.'),
  withdraw: ofFile,
  clear: ofFile,
  mass: ofFile,
  sending: sending('The number of people was not typed yet', 'The person is texted.'),
}

/** What may be answered about a row. What the recipe takes for the office's is written as a whisper, whoever lets it go. */
export function answersTo(row: Pick<PlanRow, 'heldBy' | 'changes'>): Answers {
  const guard = askedGuard(row)
  if (guard !== 'direction' || !row.changes.some(({ field }) => field === 'whisper')) return heldAnswers[guard]
  return {
    ...heldAnswers.direction,
    release: 'Write it as a whisper',
    releaseMeans:
      'It is written as a whisper, which only your office sees. To import it as the customer’s words, correct the column that says who wrote it.',
  }
}

/** A guard of single rows that the row waits for; its answers are offered. Permission goes before all. */
export function askedGuard({ heldBy = [] }: Pick<PlanRow, 'heldBy'>): Guard {
  return heldBy.includes('consent') ? 'consent' : (heldBy[0] ?? 'edited')
}
