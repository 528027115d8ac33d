import type { ConversationsExported, ShownPost } from '../../../src-main/engine/contract.ts'
import { count, counted } from '../format.ts'

const whatHappened: Record<Exclude<ShownPost['kind'], 'message' | 'whisper'>, string> = {
  resolved: 'Resolved',
  transferred: 'Handed over to somebody else',
  assigned: 'Assigned',
}

const writers: Record<NonNullable<ShownPost['writer']>, string> = { customer: 'Customer', office: 'Your office', system: 'Sent by itself' }

export const conversationPostsWords = {
  messages: 'Messages',
  department: 'Department',
  noTime: 'No date shown',
  nothingYet: 'Nothing was written in this conversation yet.',
  reading: 'Reading messages…',
  showNewer: 'Show newer messages',
  thatIsAll: 'That is all of this conversation.',
  attachment: (name: string) => `Attachment: ${name}`,
  who: (kind: ShownPost['kind'], writer: ShownPost['writer']): string => {
    if (kind === 'whisper') return 'Whisper of your office'
    if (kind !== 'message') return whatHappened[kind]
    return writer === null ? 'Writer not shown' : writers[writer]
  },
}

export const conversationsDialogWords = {
  title: (contacts: number) => `Export the conversations of ${counted(contacts, 'contact')}`,
  areWritten: 'The conversations are exported',
  what: 'One row for each message and whisper, in order, with who wrote it and when. Each conversation is read from the service now.',
  format: 'File',
  excel: 'Excel',
  csv: 'CSV',
  json: 'JSON',
  department: 'Department',
  allDepartments: 'All departments',
  from: 'From (optional)',
  to: 'Up to and with (optional)',
  backwards: 'This day is before the first one.',
  reading: 'Reading conversations…',
  soFar: ({ done, total, posts }: { done: number; total: number; posts: number }) =>
    `${count(done)} of ${counted(total, 'conversation')} read, ${counted(posts, 'post')}`,
  goesOnLater: 'If this is stopped, what was read is kept for a week: export the same conversations again, and it goes on there.',
  written: ({ rows, conversations }: ConversationsExported) => `${counted(rows, 'post')} of ${counted(conversations, 'conversation')}.`,
  missing: ({ withoutNumber, notShown, cutShort, alreadyRead, complete }: ConversationsExported): string[] => [
    ...(complete ? ['Complete: the service showed all of them.'] : []),
    ...(notShown > 0 ? [`Not in the file: ${counted(notShown, 'conversation')} that the service does not show to this account.`] : []),
    ...(cutShort > 0 ? [`The service did not show all of ${counted(cutShort, 'conversation')}: “All Shown” says “no” there.`] : []),
    ...(withoutNumber > 0 ? [`${counted(withoutNumber, 'contact')} without a phone number, by which conversations go.`] : []),
    ...(alreadyRead > 0 ? [`${counted(alreadyRead, 'conversation')} had been read before the last export was stopped.`] : []),
  ],
  close: 'Close',
  notNow: 'Not now',
  stop: 'Stop',
  exportThem: 'Export',
}
