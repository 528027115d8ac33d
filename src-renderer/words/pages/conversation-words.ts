import type { ConversationsExported, EventPayload, ShownPost } from '../../../src-main/engine/contract.ts'
import { count, counted } from '../format.ts'

const whatHappened: Record<Exclude<ShownPost['kind'], 'message' | 'whisper'>, string> = {
  resolved: 'Resolved',
  transferred: 'Handed over to somebody else',
  assigned: 'Assigned',
}

const writers: Record<NonNullable<ShownPost['writer']>, string> = { customer: 'Customer', office: 'Your office', system: 'Automatic' }

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
  to: 'Until (optional, that day included)',
  backwards: 'This day is before the first one.',
  reading: 'Reading conversations…',
  withFiles: 'Save attachments as files, too',
  withFilesHint: 'In a folder beside the file; pictures and documents are fetched from where the service has them.',
  soFar: ({ done, total, posts, files }: EventPayload<'conversations.progress'>) =>
    files === undefined
      ? `${count(done)} of ${counted(total, 'conversation')} read, ${counted(posts, 'post')}`
      : `${count(files.done)} of ${counted(files.total, 'attachment')} saved`,
  goesOnLater: 'If this is stopped, what was read is kept for a week: export the same conversations again, and it goes on there.',
  written: ({ rows, conversations }: ConversationsExported) => `${counted(rows, 'post')} of ${counted(conversations, 'conversation')}.`,
  missing: ({ withoutNumber, notShown, cutShort, alreadyRead, complete, attachments }: ConversationsExported): string[] => [
    ...(complete ? ['Complete: the service showed all of them.'] : []),
    ...(attachments === undefined
      ? []
      : [`${counted(attachments.saved, 'attachment')} saved as ${attachments.saved === 1 ? 'a file' : 'files'}.`]),
    ...((attachments?.failed ?? 0) > 0
      ? [`${counted(attachments?.failed ?? 0, 'attachment')} could not be saved: “Not Saved” says why. Export again to try once more.`]
      : []),
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
