import { count, counted } from '../format.ts'

export const countingNoteWords = {
  valuesWereNotCounted: 'The values were not counted to the end of the file.',
  countingValuesOfWholeFile: 'Counting the values of the whole file…',
  countAgain: 'Count again',
  stopCounting: 'Stop counting',
}

export const mappingInspectorWords = {
  whichColumnFindsContact: 'Which column finds the contact?',
  whichPeopleAreImported: 'Which people are imported?',
  whoWroteTheseMessages: 'Who wrote these messages?',
  everybodyAgreedToTexts: 'Everybody agreed to texts?',
  rulesForAllRows: 'Rules for all rows',
  whatRowBecomes: 'What a row becomes',
  columnFilledInOfFirst: (columnLetters: string, some: number, rows: number) =>
    `Column ${columnLetters} · filled in ${count(some)} of the first ${count(rows)} rows`,
  phoneNumber: 'Phone number',
  contactId: 'Contact ID',
  chooseWhatFindsContact: 'choose what finds the contact',
  itTakesPhoneNumber: 'It takes a phone number to add somebody.',
  fileDoesNotSay:
    'The file does not say who wrote each message. What your office wrote must not become the customer’s words; until you say who wrote them, all of them wait.',
  sayWhoWroteMessages: 'say who wrote the messages',
  doesEverybodyInThisFile: 'Does everybody in this file agree to texts?',
  yes: 'Yes',
  noLeaveItOut: 'No, leave it out',
  leaveOutThatEverybodyAgreed: 'leave out that everybody agreed',
  confirmThatEverybodyAgreed: 'confirm that everybody agreed',
  oneRowWithItsFields: 'One row with its fields',
  nextColumn: 'next column',
  ctrl: 'Ctrl',
  undo: 'undo',
}

export const mappingStepWords = {
  lookingAtColumns: 'Looking at the columns…',
  columnsCannotBeRead: 'The columns cannot be read at present',
  youQuestions: (questions: number) => `, ${count(questions)} ${questions === 1 ? 'needs' : 'need'} you`,
  ready: (ready: number, what: string) => `${counted(ready, 'column')} ${ready === 1 ? 'is' : 'are'} ready${what}`,
  recipeIsUsedNow: (name: string) => `The recipe “${name}” is used now.`,
  nothingNeedsYouAnyMore: 'Nothing needs you any more.',
  leftQuestions: (questions: number) => `${counted(questions, 'question')} left.`,
  undoneLabel: (label: string) => `Undone: ${label}.`,
  doneAgainLabel: (label: string) => `Done again: ${label}.`,
  openQuestions: (questions: number, questionTitle: string) => `${counted(questions, 'question')} open: ${questionTitle}`,
  rows: (rows: number) => counted(rows, 'row'),
  undo: 'Undo',
  nothingToUndo: 'Nothing to undo',
  undoUndoLabel: (undoLabel: string) => `Undo: ${undoLabel}`,
  redo: 'Redo',
  nothingToRedo: 'Nothing to redo',
  redoRedoLabel: (redoLabel: string) => `Redo: ${redoLabel}`,
  newContactsHaveNoName: 'New contacts will have no name',
  whichColumnIsTheName: 'No column goes to Name. If one of these has it, take it; else go on.',
  takeName: (column: string) => `“${column}” is the name`,
  takeAsName: (column: string) => `take “${column}” as the name`,
  back: 'Back',
  stillYouQuestions: (questions: number) => `${count(questions)} still ${questions === 1 ? 'needs' : 'need'} you.`,
  nothingChangesInYourAccount: 'Nothing changes in your account yet.',
  reviewChanges: 'Review changes',
}

export const contactCardsWords = {
  wholeMessages: 'Whole messages',
  wholeContacts: 'Whole contacts',
  asTheyWillBe: (what: string) => `${what}, as they will be`,
  anyRow: 'Any row…',
  rowsBefore: 'The rows before',
  nextRows: 'The next rows',
  theyAreShownHereOnce: 'They are shown here once you have said which column finds the contact.',
  rowLine: (line: number) => `Row ${count(line)}`,
  phone: 'Phone',
  none: 'none',
  was: 'was',
  onceYouConfirmIt: 'once you confirm it',
  beforeNotShown: '(before: not shown)',
  fileHasNoRows: 'The file has no rows.',
  readingFirstRows: 'Reading the first rows…',
}

export const oneRowWords = {
  entryBefore: 'The entry before',
  entry: 'Entry',
  entryAfter: 'The entry after',
  stopLooking: 'Stop looking',
  nextEntryWithIssue: 'Next entry with an issue',
  looking: 'Looking…',
  noEntryBelowHasIssue: 'No entry below has an issue.',
  lookFromTop: 'Look from the top',
  fileHasNoSuchEntry: 'The file has no such entry.',
  itCannotBeImported: 'It cannot be imported.',
  itIsImportedLook: 'It is imported; look at it.',
  itCanBeImported: 'It can be imported.',
  itIsRowOfFile: (line: number, filtered: string) => `It is row ${count(line)} of the file. ${filtered}`,
}

export const mappingPreviewWords = {
  cannotBeShown: 'The first rows cannot be shown.',
  allCanBeUsed: (tried: number) => `All of the first ${count(tried)} rows can be used.`,
  needAttention: (rows: number, tried: number) =>
    `${counted(rows, 'row')} of the first ${count(tried)} ${rows === 1 ? 'needs' : 'need'} attention.`,
  leftOutOnPurpose: (rows: number) => `${counted(rows, 'row')} ${rows === 1 ? 'is' : 'are'} left out on purpose.`,
}
