import { inSentence } from '../class-words.ts'
import { count, counted } from '../format.ts'

export const consentOfferWords = {
  bringInWhoAgreed: 'bring in who agreed to texts',
  leaveOutWhoAgreed: 'leave out who agreed to texts',
  askAgainWhoAgreed: 'ask again who agreed to texts',
  column: (column: string) => `Column “${column}”`,
  sayYesAgreed: (agreed: number) => `${count(agreed)} say yes`,
  sayNoRefused: (refused: number) => `${count(refused)} say no`,
  areBlank: (blank: number) => `${count(blank)} are blank`,
  saySomethingElse: (other: number) => `${count(other)} say something else`,
  columnFound: (column: string, join: string) => `Column “${column}”: ${join}.`,
  whoAgreedToTexts: 'Who agreed to texts is brought in too.',
  whoAgreedToTextsIsLeft: 'Who agreed to texts is left out.',
  thisFileAlsoSays: 'This file also says who agreed to texts. Bring that in too?',
  bringItIn: 'Bring it in',
  leaveItOut: 'Leave it out',
  change: 'Change',
  toBringItInConfirm: 'To bring it in, confirm:',
  thesePeopleAgreedToGet: (accountName: string) => `“These people agreed to get texts from ${accountName}, and we can prove it.”`,
  tickThisFirst: 'Tick this first.',
}

export const dialectControlsWords = {
  sheet: 'Sheet',
  rows: (rows: number) => counted(rows, 'row'),
  hidden: ' · hidden',
  encoding: 'Encoding',
  automaticWhat: (what: string) => `Automatic${what}`,
  separator: 'Separator',
  anotherCharacter: 'another character…',
  characterThatSeparatesCells: 'The character that separates cells',
  quotes: 'Quotes',
  skipRows: 'Skip rows',
  firstRowNamesColumns: 'The first row names the columns',
  rowOfTitles: 'Row of titles',
  inRowWithTooFew: 'In a row with too few cells, the missing ones count as blank',
  acceptShortRows: 'Accept short rows',
  rowsThatFilterOrSomebody: 'Rows that a filter or somebody has hidden in the workbook',
  readHiddenRows: 'Read hidden rows',
}

export const dropZoneWords = {
  fileWasNotOpened: 'The file was not opened.',
  openingName: (name: string) => `Opening ${name}…`,
  opening: (name: string) => `Opening ${name}`,
  openingFile: 'Opening',
  stop: 'Stop',
  dropFileAnywhere: 'Drop a file anywhere on this page',
  orDropFileOfYourOwn: 'Or drop a file of your own anywhere on this page',
  csvExcelOrContactCards: 'CSV, Excel or contact cards. A list that Rollcall knows goes straight to the review.',
  csvOrAnyTextTable:
    'CSV or any text table, Excel workbooks (.xlsx) and contact cards (.vcf), also zipped, of any size. The file itself is never changed.',
  chooseFile: 'Choose a file…',
  fileToImport: 'File to import',
}

export const filePreviewWords = {
  firstRowsOfFile: 'First rows of the file',
  row: 'Row',
  rowTakeItAsColumn: (line: number) => `Row ${count(line)}: take it as the column names`,
  takeThisRowAsColumn: 'Take this row as the column names',
  missing: 'missing',
  ifColumnNames: 'If the column names are in another row, choose that row by its number.',
  showRowsMin: (min: number) => `Show ${count(min)} rows`,
}

export const fileStepWords = {
  rows: (rows: number) => counted(rows, 'row'),
  columns: (columns: number) => counted(columns, 'column'),
  noRowCanBeTold: 'No row can be told to be about somebody yet. Check the columns in the next step.',
  whatShouldRollcallDo: (people: string) => `${people} What should Rollcall do?`,
  whatShouldRollcallDoWithThese: 'What should Rollcall do with these people?',
  cannotBeUsedAs: (unusable: number) =>
    `${counted(unusable, 'row')} cannot be used as ${unusable === 1 ? 'it is' : 'they are'}; the review says why.`,
  aboutSomebodyWhoComesMore: (repeated: number) =>
    `${counted(repeated, 'row')} ${repeated === 1 ? 'is' : 'are'} about somebody who comes more than once.`,
  isOpenWith: (name: string, columns: number) => `${name} is open, with ${counted(columns, 'column')}.`,
  whichFileDoYouWant: 'Which file do you want to import?',
  whatIsInThisFile: 'What is in this file?',
  chooseAnotherFile: 'Choose another file',
  readingFileForFirstTime: 'Reading the file for the first time…',
  readingFile: 'Reading the file for the first time',
  syncToCount: 'Sync to count',
  countsFollowWhen: 'The counts follow when you are online.',
  itTakesPhoneNumber: 'It takes a phone number to add somebody.',
  departmentOfMessages: 'Department of the messages',
  departmentOfConversations: 'Department of the conversations',
  departmentOfGroups: 'Department that texts the groups',
  noDepartmentOfGroups: 'This account has no department for group messaging. Groups cannot be texted from any other.',
  chooseOne: 'Choose…',
  chooseDepartment: 'choose the department',
  accountsFirstDepartment: 'The account’s first department',
  theFile: 'The file',
  readAs: 'Read as',
  itWasFound: 'it was found',
  change: 'Change',
  allImports: 'All imports',
  nothingChangesInYourAccount: 'Nothing changes in your account yet.',
  mapColumns: 'Map columns',
}

export const keptCorrectionsWords = {
  fileIsReadWithoutCorrections: 'The file is read without corrections now.',
  ofThisFileKept: (corrections: number) => `${counted(corrections, 'correction')} of this file ${corrections === 1 ? 'is' : 'are'} kept.`,
  madeHereOrWhenSame: 'Made here or when the same file was open before. The file itself is as it was; the review lists them.',
  beginWithoutThem: 'Begin without them',
}

export const kindChoiceWords = {
  whatIsInThisFile: 'What is in this file?',
  detected: 'Detected',
  orSomethingElse: (titles: readonly string[]) => `Something else: ${titles.map(inSentence).join(', ')}`,
}

export const modeChoiceWords = {
  suggested: 'Suggested',
  counting: 'counting…',
  notCountedYet: 'not counted yet',
}

export const pageDropWords = {
  dropFileToOpenIt: 'Drop the file to open it',
}

export const sampleChoiceWords = {
  orTrySample: 'Sample lists',
}

export const damageCardWords = {
  nothingInFileLooksBroken: 'Nothing in the file looks broken.',
  inFileBroken: (broken: number) => `${counted(broken, 'place')} in the file ${broken === 1 ? 'looks' : 'look'} broken.`,
  lookingForBrokenValues: 'Looking for broken values…',
  lookingSoFar: (done: string) => `Looking for broken values… ${done}`,
  fileWasNotChecked: 'The file was not checked to its end',
  nothingElseLooksBrokenIn: (rows: number) => `Nothing else looks broken in ${counted(rows, 'row')}`,
  nothingLooksBrokenIn: (rows: number) => `No damage by spreadsheets found in ${counted(rows, 'row')}`,
  rows: (rows: number) => counted(rows, 'row'),
  repairedIn: (cells: number, columns: readonly string[]) =>
    `repaired: ${counted(cells, 'cell')} in ${columns.slice(0, 3).join(', ')}${columns.length > 3 ? ' …' : ''}`,
  repairedJoin: (join: string) => `${join}: repaired.`,
  takenBack: 'Taken back.',
  brokenValuesInFile: 'Broken values in the file',
  repairAllThat: (automatic: number) => `Repair all that can be repaired (${automatic})`,
  hideThem: 'Hide them',
  showThem: 'Show them',
  checkAgain: 'Check again',
  leftOut: 'left out',
  repaired: 'repaired',
  repairsNeverChangeFileItself:
    'Repairs never change the file itself. The results list what was repaired, cell by cell. What is not repaired ends in “Can’t be used” where it cannot be read.',
}

export const examplesWords = {
  row: 'Row',
  column: 'Column',
  inFile: 'In the file',
  cell: 'Cell',
  repaired: 'Repaired',
  blank: 'blank',
}

export const findingItemWords = {
  examplesTitle: (title: string) => `Examples: ${title}`,
}

export const repairedItemWords = {
  examplesTitle: (title: string) => `Examples: ${title}`,
  undoTitle: (title: string) => `Undo: ${title}`,
  undo: 'Undo',
}

export const fileTakingWords = {
  opening: (fileName: string) => `Opening ${fileName}`,
  youDroppedFiles: (files: number) => `You dropped ${count(files)} files.`,
  dropOneFile: 'Drop one file; each file is an import of its own.',
  theFile: 'the file',
}
