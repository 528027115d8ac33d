import { count, counted } from '../format.ts'

export const beforeAfterWords = {
  beforeAndAfter: 'Before and after',
  showAllRows: 'Show all rows',
  noName: 'No name',
  new: 'New',
  updated: 'Updated',
  before: 'Before',
  now: 'Now',
  none: 'none',
}

export const failureGroupsWords = {
  whatWentWrong: 'What went wrong',
  rows: (rows: number) => counted(rows, 'row'),
  onRowHint: (hint: string, rows: number, line: number) => `${hint} ${rows === 1 ? 'It is' : 'The first is'} on row ${count(line)}.`,
  showMostFrequentOnly: 'Show the most frequent only',
  showAllFailures: (failures: number) => `Show all ${counted(failures, 'cause')}`,
}

export const namedRowsWords = {
  row: (line: number) => `Row ${count(line)}`,
  showThem: (rows: number) => (rows === 1 ? 'Show this row' : `Show these ${counted(rows, 'row')}`),
}

export const outcomeTableWords = {
  chosen: 'Chosen',
  row: 'Row',
  contact: 'Contact',
  outcome: 'Outcome',
  changes: 'Changes',
  whatHappened: 'What happened',
  rowsAndWhatBecame: 'Rows and what became of them',
  chooseRowLine: (line: number) => `Choose row ${line}`,
  noRowsHere: 'No rows here.',
}

export const resultCardsWords = {
  whatItCameTo: 'What it came to',
}

export const resultFilesWords = {
  isInYourDownloads: (downloading: string) => `${downloading} is in your downloads.`,
  filesAreSaved: 'The files are saved.',
  reportIsSaved: 'The report is saved.',
  reportAndFiles: 'Report and files',
  report: 'Report',
  onePageToReadPrint: 'One page to read, print or pass on.',
  saveReport: 'Save report',
  saveAsPdf: 'Save as PDF…',
  printOrSaveAsPdf: 'Print or save as PDF…',
  resultFiles: 'Result files',
  yourOwnColumnsAndWhat: 'Your own columns, and what became of each row.',
  saveResultFiles: 'Save the result files…',
  allRows: 'All rows',
  failedRows: 'Failed rows',
  stopSaving: 'Stop saving',
  isInYourBrowsersDownloads: (downloading: string, rows: number) =>
    `${downloading} (${counted(rows, 'row')}) is in your browser’s downloads.`,
  rows: (rows: number) => counted(rows, 'row'),
  showInFolder: 'Show in folder',
}

export const resultsStepWords = {
  results: 'Results',
  allImports: 'All imports',
  startAnotherImport: 'Start another import',
  answerFor: (rows: string) => `Answer for ${rows}`,
  fixToFix: (toFix: number) => `Fix ${counted(toFix, 'row')}`,
}

export const runFollowUpsWords = {
  whatYouCanDo: 'What you can do',
  whatNeededYourOk: 'A later import took up what needed your OK.',
  showThatImport: 'Show that import',
  thatFailedOrCannot: (toFix: number) =>
    `${counted(toFix, 'row')} that failed or cannot be used, to be fixed in the file’s own grid and imported by ${toFix === 1 ? 'itself' : 'themselves'}.`,
  fixToFix: (toFix: number) => `Fix ${counted(toFix, 'row')}`,
  onceMoreComparedAfresh: (failed: number) =>
    `The ${counted(failed, 'failed row')} once more, compared again. You see first what would change.`,
  retryFailedRows: 'Retry failed rows',
  neverAsked: (people: number) =>
    `${counted(people, 'person', 'people')} of this import ${people === 1 ? 'was' : 'were'} never asked for consent. The service may offer to text them and ask, once each. You see first who would be asked.`,
  askThem: (people: number) => `Ask ${counted(people, 'person', 'people')} for consent…`,
  putsBackWhatNobody: 'Takes back what nobody has changed since. You see first what can be taken back, and what not.',
  undoThisImport: 'Undo this import…',
}

export const recipeToKeepWords = {
  doesThisListComeAgain: 'Does this list come again? Keep its mapping: the next one then goes straight to the review.',
  saveAsRecipe: 'Save as a recipe…',
  isKept: (name: string) => `The recipe “${name}” is saved. Drop the next list on its tile, or anywhere.`,
}

export const runResultsWords = {
  showImport: 'Show the import',
  answerFor: (rows: string) => `Answer for ${rows}`,
  fixRowsToFix: (rowsToFix: number) => `Fix ${counted(rowsToFix, 'row')}`,
  thisImportWasTakenBack: 'This import was taken back, or is about to be.',
  whatThatCame: 'What that came to is with the undo.',
  showUndo: 'Show the undo',
  whatWaitsForYou: 'What waits for you',
  couldNotBeUsed: (rows: number) => `${counted(rows, 'row')} could not be used`,
  notInAccount: (doNotText: number) =>
    `${counted(doNotText, 'row')} ${doNotText === 1 ? 'refuses texts for a number that is' : 'refuse texts for numbers that are'} not in the account. They are on its do-not-text list.`,
  rowsByWhatBecame: 'Rows by what became of them',
  allRows: 'All rows',
  everyRowOfFile: 'Every row of the file, in its order.',
}

export const undecidedRowsWords = {
  chosenRows: (size: number) => counted(size, 'chosen row'),
  thisRow: 'this row',
  allRowsUnknown: (unknown: number) => `all ${count(unknown)} rows`,
  clearedUpStillNotKnown: (what: number, unknown: number) =>
    `${counted(what, 'row')} cleared up; ${counted(unknown, 'row')} still not known.`,
  markedAsDone: 'Marked as done.',
  theyWillBeTriedAgain: 'They will be tried again when you resume the import.',
  nobodyKnowsWhetherArrived: (unknown: number) => `Nobody knows whether ${unknown === 1 ? 'this row' : 'these rows'} arrived:`,
  answerWasLostRollcallDoes:
    'the answer was lost. Rollcall does not repeat by itself what must not happen twice. Have it look once more, or look at the contacts in the service yourself and decide.',
  looking: 'Looking…',
  checkAllAgain: 'Check all again',
  markAsDone: 'Mark as done…',
  tryAgain: 'Try again…',
  chosenSize: (size: number) => `${counted(size, 'row')} chosen.`,
  chooseNone: 'Choose none',
  withoutChoiceInListDecision: (which: string) => `Without a choice in the list, the decision is for ${which}.`,
  importWasCanceledSoNothing: 'The import was canceled, so nothing more of it is imported: import the file again for what has not arrived.',
  markAsDoneTitle: (which: string) => `Mark ${which} as done?`,
  rollcallTakesYourWord: (concerned: number, decidedDone: string) =>
    `Rollcall takes your word that ${concerned === 1 ? 'it has' : 'they have'} arrived: counted as done, and not tried again${decidedDone}.`,
  notYet: 'Not yet',
  markIt: 'Mark as done',
  tryAgainWhich: (which: string) => `Try ${which} again?`,
  iHaveLookedInService: (concerned: number) => `I have looked in the service: ${concerned === 1 ? 'it has' : 'they have'} not arrived.`,
  nothingHappensBeforeYouResume: 'Nothing happens before you resume the import on the next screen.',
  tryIt: 'Try again',
}

export const undoSummaryWords = {
  restored: 'Taken back',
  theseFieldsAre: 'These fields are as they were before the import.',
  asBeforeAlready: 'As before already',
  theseFieldsWere: 'These fields were as before already; nothing had to change.',
  editedSinceStay: 'Edited since, stay',
  somebodyHasEditedTheseFields: 'Somebody has edited these fields since the import. Their work is not overwritten.',
  needsYourOk: 'Needs your OK',
  needYourOk: 'Need your OK',
  restoringTheseWouldAllowTexts: 'Taking these back would allow texts to the contact again, which an undo never does by itself.',
  notKnown: 'Not known',
  noAnswerWasSeen: 'No answer was seen for these.',
  cannotBeRestored: 'Cannot be taken back',
  whatTheseFieldsHeld: 'What these fields held before is not known, or the service cannot take it back.',
  failed: 'Failed',
  serviceRefusedCause: 'The service refused. The cause is with each row.',
  fieldByField: 'Field by field',
  importThatWasTakenBack: 'The import that was taken back',
}
