import type { UnattendedFile } from '../../../src-main/engine/contract.ts'
import { count, counted } from '../format.ts'

export const notImportedWords = {
  title: (files: number) => `${counted(files, 'list')} of watched folders ${files === 1 ? 'was' : 'were'} not imported`,
  what: ({ outcome, waits, message }: UnattendedFile) => {
    if (outcome === 'discarded') return 'Discarded: it was unlike the last ones. The file is in “needs attention”.'
    if (outcome === 'unlike')
      return waits ? `Stopped, unlike the last ones. ${message}` : 'Stopped, unlike the last ones, then decided by somebody.'
    return outcome === 'sameFile' ? 'The same file as one before, byte for byte.' : message
  },
  runAgain: 'Run again',
  runAgainFile: (name: string) => `Run again: ${name}`,
}

export const historyPageWords = {
  finished: 'Finished',
  needsYourOk: 'Needs your OK',
  pausedOrUnderWay: 'Paused or under way',
  stoppedByHand: 'Canceled',
  takenBack: 'Taken back',
  history: 'History',
  everyImportIntoNewestFirst: (shortAccountName: string) => `Every import into ${shortAccountName}, newest first.`,
  newImport: 'New import',
  noImportsYetDropFile: 'No imports yet. Drop a file anywhere to begin one; nothing changes before you have seen it.',
  whichImportsAreShown: 'Which imports are shown',
  searchHistory: 'Search the history',
  searchFileOrPerson: 'Search file or person',
  all: 'All',
  outcome: 'Outcome',
  anyOutcome: 'Any outcome',
  started: 'Started',
  anyDate: 'Any date',
  lastDays: (days: number) => `Last ${days} days`,
  startedBy: 'Started by',
  anybody: 'Anybody',
  file: 'File',
  whatCanBeTakenBack: 'What can be taken back',
  noImportFits: 'No import fits.',
  clearFilters: 'Clear the filters',
  import: 'import',
  imports: 'imports',
  showMoreMin: (min: number) => `Show ${count(min)} more`,
}

export const oldImportsWords = {
  olderThanMonths: (old: number, months: number) => `${counted(old, 'import')} ${old === 1 ? 'is' : 'are'} older than ${months} months.`,
  thatIsAsLong: 'That is as long as this account keeps them. Look at what would go, then forget it or leave it.',
  lookAtOld: (old: number) => `Look at ${old === 1 ? 'it' : 'them'}…`,
}

export const pastRunRowWords = {
  earlierImport: 'an earlier import',
  undoOfFileName: (fileName: string) => `Undo of ${fileName}`,
  rowsOfEarlierImport: ' · rows of an earlier import',
  unnamed: 'unnamed',
  continueFileName: (fileName: string) => `Continue ${fileName}`,
  continue: 'Continue',
  undoFileName: (fileName: string) => `Undo ${fileName}`,
  undo: 'Undo…',
}

export const runPageWords = {
  run: 'Run',
  history: 'History',
  results: 'Results',
}
