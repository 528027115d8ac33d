import { count, counted } from '../format.ts'

export const dateOfferWords = {
  dates: 'Dates',
  serviceShowsAllOfThese: 'The service shows all of these with today’s date. Put the date of your file in front of each text?',
  putItInFront: 'Put it in front',
  leaveTexts: 'Leave the texts',
}

export const dayChartWords = {
  messages: (rows: number) => counted(rows, 'message'),
  byDay: 'By day',
  mostOnRows: (rows: number, format: string) => `most: ${count(rows)} on ${format}`,
  messagesByDay: 'Messages by day',
  messagesByDayEnterShows: 'Messages by day; Enter shows those of the day',
}

export const officeOfferWords = {
  fromYourOffice: 'From your office',
  ofYourOfficeLeftOut: (rows: number) =>
    `${counted(rows, 'message')} of your office ${rows === 1 ? 'is' : 'are'} left out. Write ${rows === 1 ? 'it' : 'them'} as whispers, notes that only your office sees?`,
  writeWhispers: 'Write whispers',
  leaveItOut: 'Leave it out',
  leaveThemOut: 'Leave them out',
}

export const summaryCardsWords = {
  counting: 'counting',
  shownAlone: ', shown alone',
  whatWillHappenChooseNumber: 'What will happen; choose a number to see only its rows',
  conversations: 'Conversations',
  groups: 'Groups',
  peopleInAll: (people: number) => `${counted(people, 'person', 'people')} in all`,
  fromCustomers: 'From customers',
  textsToPeople: 'SMS messages',
  inAll: (longest: number) => (longest > 1 ? `in all, up to ${count(longest)} a person` : 'in all'),
  message: 'message',
  messages: 'messages',
  fromYourOffice: 'From your office',
  whisper: 'whisper',
  whispers: 'whispers',
  leftOut: 'left out',
  cantBeUsed: 'can’t be used',
  fromYourOfficeShowThem: (rows: number, word: string) => `From your office: ${count(rows)}, ${word}. Show them`,
  new: 'New',
  peopleAsked: 'People who are asked',
  onceEach: 'once each, in the service’s own words',
  newContacts: 'New contacts',
  updated: 'Updated',
  updatedContacts: 'Updated contacts',
  rowsThatChangeAnotherField: 'Rows that change another field',
  byField: 'By field',
  moreOthers: (others: number) => `${others} more`,
  consent: 'Consent',
  consentGiven: 'Consent given',
  consentWithdrawn: 'Consent withdrawn',
  fieldsEmptied: 'Fields emptied',
  contactsWithEmptiedFields: 'Contacts with emptied fields',
}

export const bubblesWords = {
  noDateInFile: 'No date in the file',
  whisperOfYourOffice: 'whisper of your office',
  fromCustomer: 'from the customer',
  textFromYou: (people: number) => (people === 1 ? 'What this person will read' : `What these ${count(people)} people will read`),
  textSent: (people: number) => (people === 1 ? 'What this person was sent' : `What these ${count(people)} people were sent`),
  asTheyReadIt: (segments: number) => counted(segments, 'SMS message'),
  rowLine: (line: number) => `row ${count(line)}`,
  showRowInFile: (line: number) => `Show row ${count(line)} in the file`,
  leaveItOut: 'Leave it out',
  whatToDoWithRow: (line: number) => `What to do with row ${count(line)}`,
}

export const conversationWords = {
  firstOf: (shownAtMost: number, total: number) => `The first ${count(shownAtMost)} of ${counted(total, 'row')}.`,
  serviceShowsAllOfThem: 'The service shows all of them with the time of the import.',
}

export const conversationPaneWords = {
  rowFirstLine: (firstLine: number) => `row ${count(firstLine)}`,
  rowsToFirstLine: (firstLine: number, lastLine: number) => `rows ${count(firstLine)} to ${count(lastLine)}`,
  noName: 'No name',
  allConversations: 'All conversations',
  messagesOfThisConversation: 'Messages of this conversation',
  showMoreMin: (min: number) => `Show ${count(min)} more`,
  serviceShowsAllOfThem: 'The service shows all of them with the time of the import.',
}

export const conversationsViewWords = {
  conversation: 'Conversation',
  latestMessage: 'Latest message',
  texts: 'Texts',
  noDate: 'no date',
  conversations: 'Conversations',
  noConversationFits: 'No conversation fits.',
  noMessagesHere: 'No messages here.',
  readingMessages: 'Reading the messages…',
}
