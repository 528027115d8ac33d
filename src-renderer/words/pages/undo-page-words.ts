import { count, counted } from '../format.ts'

export const undoForecastWords = {
  newContacts: (rows: number) => counted(rows, 'new contact'),
  willBeRestored: 'Will be taken back',
  contacts: (contacts: number) => counted(contacts, 'contact'),
  asBeforeAlready: 'As before already',
  somebodyPutThemBack: 'somebody put them back',
  editedSinceStay: 'Edited since, stay',
  needsYourOk: 'Needs your OK',
  wouldAllowTextsAgain: 'would allow texts again',
  cannotBeRestored: 'Cannot be taken back',
  fieldByField: 'Field by field',
}

export const undoPageWords = {
  findingOutWhat: 'Finding out what can be taken back',
  canBeTakenBack: (all: number) => `${all === 1 ? 'The one change' : `All ${counted(all, 'change')}`} can be taken back`,
  ofCanBeTakenBack: (able: number, all: number) => `${count(able)} of ${counted(all, 'change')} can be taken back`,
  undoFileName: (fileName: string) => `Undo · ${fileName}`,
  historyUndoFileName: (fileName: string) => `History › ${fileName} › Undo`,
  comparedWithYourContacts:
    'Compared with your contacts as they are known here. Each is read again before it is changed. Nothing has been changed yet.',
  allRight: 'OK',
  tryAgain: 'Try again',
  thisWasStopped: 'This was stopped before it was finished.',
  nothingWasChanged: 'Nothing was changed.',
  backToResults: 'Back to the results',
  thereIsNothing: 'There is nothing that can be taken back: the cards above say why.',
  whatIsLeftWouldAllow: 'What is left would allow texts again: answer for it row by row.',
  contacts: (contacts: number) => counted(contacts, 'contact'),
  showUndo: 'Show the undo',
  changes: (restorable: number) => counted(restorable, 'change'),
  takeBackWhat: (what: string) => `Take back ${what}`,
  takeThisImportBack: 'Take this import back?',
  itsContactsGetBackWhat: 'Its contacts get back what they held before',
  practiceAccount: 'the practice account',
  ofGetBackWhat: (what: string, fileName: string) => `of ${what} get back what they held before the import of ${fileName}`,
  inAllRestorable: (restorable: number) => `: ${counted(restorable, 'field')} in all`,
  eachContactIsReadAgain: 'Each contact is read again first. What somebody has edited since stays as it is, and is reported.',
  asImportLeftRestoringWould: (held: number) =>
    `${count(held)} ${held === 1 ? 'field stays' : 'fields stay'} as the import left ${held === 1 ? 'it' : 'them'}: taking that back would allow texts again, which needs your OK.`,
  beRestoredAndAsImport: (impossible: number) =>
    `${count(impossible)} ${impossible === 1 ? 'field cannot' : 'fields cannot'} be taken back and ${impossible === 1 ? 'stays' : 'stay'} as the import left ${impossible === 1 ? 'it' : 'them'}.`,
  notYet: 'Not yet',
  takeBackRestorable: (restorable: number) => `Take back ${counted(restorable, 'change')}`,
}
