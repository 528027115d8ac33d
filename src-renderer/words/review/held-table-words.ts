import { count, counted, dateText } from '../format.ts'

export const guardCardWords = {
  theyAreNotImported: 'They are not imported',
  thisCheckHoldsNotNothing: (held: number, typed: number) =>
    `This check holds ${counted(held, 'contact')}, not ${count(typed)}. Nothing was answered.`,
  lookAtRowsBelow: (contacts: number) => `Look at the rows below. If all of them are meant, type ${count(contacts)}.`,
  thisIsNotNumber: 'This is not a number.',
  typeNumberOfContacts: 'Type the number of contacts in digits.',
  savingYourAnswer: 'Saving your answer…',
  youHaveAnsweredThis: 'You have answered this.',
  untilYouAnswer: (waits: string) => `${waits} until you answer.`,
  answeredByYou: 'Answered by you',
  whyAndSeveralAnswers: 'Why, and several answers at once',
  toImportThoseWhoseEvidence: 'To import those whose evidence in the file is dated after the refusal, type the number of contacts',
  toImportThemAllType: 'To import them all, type the number of contacts',
  importGuardTitle: (guardTitle: string) => `Import: ${guardTitle}`,
  savingSoFar: (done: string) => `Saving… ${done}`,
  importThem: 'Import them',
  notImported: 'Not imported',
  notTexted: 'Not texted',
  why: 'Why',
}

export const heldTableWords = {
  noDate: 'no date',
  noClearDate: 'no clear date',
  row: 'Row',
  contact: 'Contact',
  accountSays: 'Account says',
  fileSays: 'File says',
  yourAnswer: 'Your answer',
  rowsOfFile: 'Rows of the file',
  noRowHereFits: 'No row here fits.',
  nothingWaitsForYou: 'Nothing waits for you.',
}

export const refusesNobodyWords = {
  mayTellThatPeopleRefused: (columns: readonly { column: string; rows: number }[]) =>
    `${columns.map(({ column, rows }) => `“${column}” (${counted(rows, 'row')})`).join(' and ')} may say who does not want texts.`,
  ifItDoesGoBack: 'A column that does is mapped to Consent: go back to Map columns. Of one that is about something else, say so here.',
  refusesNobodyColumn: (column: string) => `“${column}” is about something else`,
}

export const releaseRowWords = {
  whatIsKnownAboutConsent: 'What is known about consent',
  noDate: 'no date',
  rowFileName: (fileName: string, line: number, what: string) => `${fileName}, row ${line}, ${what}`,
  fileSaysTheyAgreed: 'The file says they agreed',
  ifTheyAgreedAgain: 'If they agreed again',
  when: 'When',
  thatIsBeforeTheyOpted: 'That is before they refused.',
  atWhatTime: 'At what time',
  atWhatTimeHelp: 'Where it was that same day',
  how: 'How',
  howHelp: 'Such as: paper form, drawer 3',
  whenTheyHadOptedOut: 'When they had refused',
  whenTheyHadOptedHelp: 'Nothing tells it: neither the ledger nor the messages',
  itMustBeLaterThan: (format: string) => `It must be later than ${format}.`,
  theyAgreedAgain: 'They agreed again',
}

export const listChartWords = {
  thisList: 'This list',
  listByList: (title: string) => `${title}, list by list`,
}

export const listTableWords = {
  whatDiffers: 'What differs',
  thisListBesideLastOnes: 'This list beside the last ones',
  thisList: 'This list',
  besideLastOnes: 'Beside the last ones',
  columns: 'Columns',
  missing: (missing: number) => `${count(missing)} missing`,
  all: 'all',
  usuallyAllOfThem: 'Usually all of them',
  asUsual: 'As usual',
  allThatRecipeReads: 'All that the recipe reads',
  moreThingsAreAsUsual: (more: number) => `${more === 1 ? '1 more thing is' : `${count(more)} more things are`} as usual`,
  show: 'Show',
}

export const unlikeExamplesWords = {
  forExample: 'For example',
  noName: 'No name',
  rowLine: (line: number) => `row ${count(line)}`,
  now: 'Now',
  list: 'List',
  allInReview: (total: number) => `All ${count(total)} in the review`,
}

export const unlikeScreenWords = {
  lookedAtFileName: (fileName: string, createdAtSeconds: number) => `${fileName}, looked at ${dateText(createdAtSeconds)}.`,
  whatItLooksLike: 'What it looks like',
  keepIt: 'Keep it',
  discard: 'Discard',
}
