import { count, counted, durationText } from '../format.ts'

export const changeCellWords = {
  removed: 'removed',
  added: 'added',
  empty: 'empty',
  emptied: 'emptied',
}

export const fullChangeWords = {
  removed: 'removed',
  added: 'added',
  before: 'before:',
  empty: 'empty',
  new: 'new:',
  emptied: 'emptied',
}

export const importDialogWords = {
  practiceAccount: 'the practice account',
  importIntoFileName: (fileName: string, what: string) => `Import ${fileName} into ${what}?`,
  textPeopleOf: (fileName: string, what: string) => `Text the people of ${fileName} from ${what}?`,
  liveAccountRealPeople: 'Live account: real people get these texts',
  waitForYourOkNotTexted: 'Wait for your OK, not texted',
  smsMessages: 'SMS messages in all',
  segments: (segments: number, longest: number) => `${count(segments)}${longest > 1 ? `, up to ${count(longest)} a person` : ''}`,
  textsLeave: (parts: readonly string[]) =>
    `Texts leave ${parts.join(', ')}. You can pause at any time; who was texted by then was texted.`,
  peopleWhoAreTexted: 'people who are texted',
  now: (label: string) => `${label} now`,
  madeUpContacts: 'Made-up contacts on this computer',
  liveAccountThisChangesReal: 'Live account: this changes real contacts',
  reviewFileAs:
    'Review the file as it is now, or import what you have reviewed: the file as it was when you opened it. Corrections that you made here belong to that one.',
  thisListIsUnlikeLast: (name: string) => `This list is unlike the last ones of “${name}”.`,
  fieldsUpdated: 'Fields updated',
  moreFields: (fields: number) => `, ${fields} more`,
  consent: 'Consent',
  unchanged: 'unchanged',
  givenWithdrawn: (given: number, refused: number) => `${count(given)} given, ${count(refused)} withdrawn`,
  fieldsEmptied: 'Fields emptied',
  yourName: 'Your name',
  yourNameHelp: 'It signs this import and every consent record. Asked once.',
  waitForYourOkNot: 'Wait for your OK, not imported',
  rows: (waiting: number) => counted(waiting, 'row'),
  cantBeUsed: 'Can’t be used',
  rowsUnusable: (invalid: number) => counted(invalid, 'row'),
  leftOut: 'Left out',
  rowsLeftOut: (skipped: number) => counted(skipped, 'row'),
  nobodyIsTexted: 'Nobody is texted by this import. You can pause it at any time; what is done by then stays.',
  type: 'Type',
  contactsThatThisChanges: 'contacts that this changes',
  rowsInList: 'rows in the list',
  numberOf: (what: string) => `, the number of ${what}:`,
  leaveThemOutForNow: (send: number) => `Leave them out for now, and import the other ${counted(send, 'row')}`,
  notYet: 'Not yet',
  importAsReviewed: 'Import as reviewed',
  reviewAgain: 'Review again',
  importSend: (send: number) => `Import ${counted(send, 'row')}`,
}

export const issueFilterWords = {
  whyRowsAreLeftOut: 'Why rows are left out',
  issuesChooseOneToSee: 'Issues; choose one to see only its rows',
}

export const messageFactsWords = {
  conversations: (contacts: number) => counted(contacts, 'conversation'),
  whispers: 'whispers',
  messagesAndWhispers: 'messages and whispers',
  messages: 'messages',
  thoseThatAreNotOpen: ' Those that are not open are opened by it.',
  oneForEachContact: (contacts: number, what: string, what2: string) =>
    `${contacts === 1 ? 'gets' : 'get'} ${what}, one for each contact.${what2}`,
  whispersAreNotes: 'Whispers are notes that only your office sees.',
  serviceShowsAllOfThem: (isDated: boolean) =>
    `The service shows all of them with today’s date${isDated ? '; the date of your file stands in front of each text' : ''}.`,
  department: 'Department:',
  servicesDefault: 'the service’s default',
  eachConversationIsResolvedOnce: (what: string, disposition: string | null) =>
    `Each conversation is resolved once, after the last of its ${what}, so that none stays on the dashboard${disposition === null ? '' : `, with “${disposition}”`}.`,
  theyStayOpenAgentsFind: (contacts: number) =>
    `They stay open: agents find up to ${count(contacts)} of them on the dashboard. To avoid that, go back and choose to resolve them.`,
}

export const planProgressCardWords = {
  readingFile: 'Reading the file',
  lookingContactsUpAtService: 'Looking contacts up at the service',
  comparingWithAddressBook: 'Comparing with the address book',
  finishing: 'Finishing',
  starting: 'Starting',
  progressOfComparison: 'Progress of the comparison',
  cancel: 'Cancel',
  readRowsRead: (rowsRead: number) => `${counted(rowsRead, 'row')} read`,
  ofLookedUp: (lookedUp: number, lookUps: number) => `· ${count(lookedUp)} of ${counted(lookUps, 'contact')} looked up`,
  left: (left: number) => `· ${durationText(left)} left`,
  oneMoment: 'One moment.',
}

export const planReviewWords = {
  allRows: 'All rows',
  everyRowOfFile: 'Every row of the file, in its order.',
  onlyNewContacts: 'Only new contacts',
  onlyContactsThatAreUpdated: 'Only contacts that are updated',
  onlyThoseWhoAgree: 'Only those who agree',
  onlyThoseWhoRefuse: 'Only those who refuse',
  onlyContactsWithEmptiedFields: 'Only contacts with emptied fields',
  onlyContactsWhoseChanges: (label: string) => `Only contacts whose ${label} changes`,
  onlyMessagesOf: (day: string) => `Only messages of ${day}`,
  columnWhat: (what: number) => `Column ${count(what)}`,
  thisListIsUnlikeLast: (name: string) => `This list is unlike the last ones of “${name}”.`,
  seeWhatDiffers: 'See what differs',
  latestMessagesOfWereNot: (postsUnasked: number) =>
    `The latest messages of ${counted(postsUnasked, 'contact')} were not read for a refusal: that would have taken too long.`,
  importReadsThemRight: 'The import reads them, right before permission is given.',
  contactsThatSeveralRows: 'Contacts that several rows of the file are about.',
  serviceWasAskedToMake: (meaning: string, reads: number) => `${meaning} The service was asked ${counted(reads, 'time')} to make sure.`,
  showAllThatWillChange: 'Show all that will change',
  undo: 'Undo',
}

export const reviewStepWords = {
  lookingAtRowsRead: (rowsRead: number) => `Looking at ${counted(rowsRead, 'row')}…`,
  findingOutWhatWouldChange: 'Finding out what would change…',
  whatWouldChangeIsNot: 'What would change is not known yet',
  whatWillHappen: 'What will happen to your account',
  whatThisImport: 'What this import was to change',
  finishWithoutChanges: 'Finish without changes',
  nothingIsChanged: 'Nothing is changed yet',
  typeOrChange: 'Type into cells, or change a column in all rows.',
  allRight: 'OK',
  tryAgain: 'Try again',
  onlyRowsThatWaited: 'Only the rows that waited for your OK before.',
  onlyRowsThatFailedBefore: 'Only the rows that failed before.',
  theyWereComparedAfresh: 'They were compared with the address book again. The other rows of the file are left as they are.',
  comparisonWasStopped: 'The comparison was stopped.',
  nothingWasImported: 'Nothing was imported.',
  comparisonCouldNotBeFinished: 'The comparison could not be finished.',
  back: 'Back',
  allImports: 'All imports',
  thisImportHasBeenStarted: 'This import has been started.',
  waits: 'waits',
  wait: 'wait',
  forYourOk: (shownCount: number, what: string) => `${counted(shownCount, 'row')} ${what} for your OK.`,
  showImport: 'Show the import',
  compareAgain: 'Compare again',
  import: 'Import',
}

export const reviewTabsWords = {
  duplicates: 'Duplicates',
  rowsByWhatBecomes: 'Rows by what becomes of them',
  moreRowsJoin: (join: string) => `More rows: ${join}`,
  more: 'More',
}

export const reviewToolsWords = {
  correctedRowsOnly: 'Corrected rows only',
  correctionsListed: (listed: number) => `Corrections · ${count(listed)}`,
  searchTheseRows: 'Search these rows',
  search: 'Search /',
}

export const rowPanelWords = {
  rowLine: (line: number) => `row ${count(line)}`,
  noName: 'No name',
  fixIt: 'Fix it',
  new: 'new',
  leaveThisRowOut: 'Leave this row out',
  showInFile: 'Show in file',
  nextRow: 'next row',
  esc: 'Esc',
  close: 'close',
}

export const rowTableWords = {
  row: 'Row',
  contact: 'Contact',
  whatBecomesOfIt: 'What becomes of it',
  date: 'Date',
  changesOrWhyNot: 'Changes, or why not',
  why: 'Why',
  rowsOfFile: 'Rows of the file',
  new: 'New',
  noDate: 'no date',
  fixIt: 'Fix it',
  andMoreWhat: (what: number) => `and ${what} more`,
  noChange: 'No change',
  noRowHereFits: 'No row here fits.',
  fileHasNoRows: 'The file has no rows.',
  noRowsHere: 'No rows here.',
}

export const viewSwitchWords = {
  changes: 'Changes',
  file: 'File',
  showRowsAs: 'Show the rows as',
}

export const reviewNoteWords = {
  rowIsLeftOut: (line: number) => `Row ${count(line)} is left out.`,
  rowsLeftOut: (rows: number) => `${counted(rows, 'row')} left out.`,
  rowIsImported: (line: number) => `Row ${count(line)} is imported with the others.`,
  noneHasMoved: 'Answered. Another question about the same rows is open, so none has moved yet.',
  haveMoved: (rows: number) => `${counted(rows, 'row')} moved to those that will change.`,
  stillWait: (rows: number) => `${counted(rows, 'row')} still ${rows === 1 ? 'waits' : 'wait'} for your OK.`,
  tryAgain: 'Try again',
  ok: 'OK',
  undone: 'Undone.',
}
