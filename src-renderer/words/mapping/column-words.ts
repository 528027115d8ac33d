import { count, counted } from '../format.ts'

export const columnInspectorWords = {
  furtherPhoneNumber: 'a further phone number',
  whatFindsContact: 'what finds the contact',
  whereGoesName: (name: string) => `where “${name}” goes`,
  leaveOutName: (name: string) => `leave out “${name}”`,
  confirmName: (name: string) => `confirm “${name}”`,
  doesItSayWhoAgreed: 'Does it say who agreed to texts?',
  yesBringItIn: 'Yes, bring it in',
  noLeaveItOut: 'No, leave it out',
  confirmWhoAgreedToTexts: 'confirm who agreed to texts',
  theFirst: 'the first',
  isItNumberOfEach: (column: string) => `Is it a number of each person that takes texts, for rows where ${column} is blank?`,
  right: 'right',
  isIt: (what: string) => `Is it ${what}?`,
  yesUseIt: 'Yes, use it',
  yesImportIt: 'Yes, import it',
  whatDoesDateMean: (text: string) => (text === '' ? 'How are its dates written?' : `Which day is “${text}”?`),
  monthFirst: 'month first: 12/31/2024',
  dayFirst: 'day first: 31/12/2024',
  sayHowDatesAreWritten: 'say how its dates are written',
  noDateTellsWhich: 'None of the first rows tells whether day or month comes first.',
  goesTo: 'Goes to',
  partOfCombinedText: 'Part of a combined text.',
  useAs: 'Use as',
  useInsteadAs: 'Use instead as',
  partOfOf: (order: number, parts: number, label: string) => `Part ${order} of ${parts} of ${label}.`,
  changeOrder: 'change the order',
  putEarlier: 'Put earlier',
  itAlsoFindsContact: 'It also finds the contact.',
  changeHowContactsAreFound: 'change how contacts are found',
  chooseRows: 'choose rows',
  changeName: (name: string) => `change “${name}”`,
  sayHowTheyAgreed: 'say how they agreed',
  whatBecomesOfFirstContacts: 'What becomes of the first contacts',
  contact: 'Contact',
  before: 'Before',
  after: 'After',
  rowNumber: (number: number) => `Row ${number}`,
  noChange: 'no change',
  onceConfirmed: ' once confirmed',
}

export const columnLineWords = {
  goesTo: 'goes to',
}

export const columnSamplesWords = {
  firstValues: 'The first values',
  whatBecomesOfFirstRows: 'What becomes of the first rows',
  allBlank: 'All blank.',
  inFile: 'In the file',
  inYourAccount: 'In your account',
  rowLine: (line: number) => `Row ${count(line)}`,
  blankInFirstRows: 'Blank in the first rows.',
  allOfItsValues: (rowsTried: number) => `All of its values in the first ${count(rowsTried)} rows can be used.`,
}

export const leftOutWords = {
  andMoreWithData: (more: number) => ` and ${count(more)} more with data`,
  blank: (blank: number) => `${count(blank)} blank`,
  leftOut: 'Left out',
  showBlankColumns: (blank: number) => `Show ${blank === 1 ? 'the blank column' : `the ${count(blank)} blank columns`}`,
}

export const mappingListsWords = {
  needsYou: 'Needs you',
  willBeImported: 'Will be imported',
  /** Of texts to people, which are not imported. */
  willBeUsed: 'Will be used',
  noColumnYet: 'No column yet.',
}

export const matchEditorWords = {
  howContactsAreFound: 'How contacts are found',
  phoneColumnsInTheirOrder: 'Phone columns, in their order',
  whereNoIdIsGiven: 'Where no ID is given, by phone number',
  matchLabel: 'how contacts are found',
  eachRowHas:
    'Each row has to be about one contact of the address book. Where the first column is blank, or holds no mobile number, the next one is used. Phone numbers may be written in any way; those without a country code are read as numbers of the country you choose.',
  eachRowIsGroup:
    'The numbers of all of these columns are one group, and so are several numbers in one cell, with commas between them. Phone numbers may be written in any way; those without a country code are read as numbers of the country you choose.',
  useSoonerPhone: (phone: string) => `Use “${phone}” sooner`,
  doNotUse: (phone: string) => `Do not use “${phone}”`,
  addPhoneColumn: 'Add a phone column',
  addPhoneColumnAsk: 'Add a phone column…',
  thenNextPhoneColumn: 'Then the next phone column…',
  numbersWithoutCountryCode: 'Numbers without a country code are from',
  accountsCountry: (country: string) => `the account’s country (${country})`,
  phoneNumbers: 'the phone numbers',
  contactIds: 'the contact IDs',
}

export const phoneColumnChoiceWords = {
  eachRowHas: 'Each row has to be about one contact, and no column says that it holds phone numbers. Which one does?',
  phoneNumbersAreIn: 'Phone numbers are in',
  anotherColumn: 'Another column',
  anotherColumnAsk: 'Another column…',
  fileWithoutPhoneNumbers: 'A file without phone numbers and without contact IDs cannot be imported.',
}

export const sampleLineWords = {
  agreed: 'Agreed',
  refused: 'Refused',
  blank: 'blank',
  becomes: 'becomes',
  leftAsItIs: 'left as it is',
  emptied: 'emptied',
}

export const targetPickerWords = {
  doNotImport: 'Do not import',
  columnIsLeftOut: 'The column is left out.',
  phoneNumber: 'Phone number',
  findsContact: 'Finds the contact.',
  findsContactGroup: 'Finds the contact',
  contactId: 'Contact ID',
  idUuidThatServiceGave: 'The ID (uuid) that the service gave the contact.',
  fields: 'Fields',
  customFields: 'Custom fields',
  accountHasNoSuchField: 'The account has no such field.',
  importToColumn: (column: string) => `Import “${column}” to`,
  showChoicesFor: (column: string) => `Show the choices for “${column}”`,
  noFieldOfThatName: 'No field of that name.',
}

export const valueMapWords = {
  agreed: 'Agreed',
  refused: 'Refused',
  notBlocked: 'not blocked',
  notArchived: 'not archived',
  notUnsubscribed: 'not unsubscribed',
  leaveAsItIs: 'leave as it is',
  itHasNone: 'it has none',
  allValuesOfFile: (join: string) => `All values of the file are understood: ${join}.`,
  inNotUnderstood: (misunderstood: number, rows: number) =>
    `${counted(misunderstood, 'value')} in ${counted(rows, 'row')} ${misunderstood === 1 ? 'is' : 'are'} not understood:`,
  sayWhatEachValueMeans: 'Say what each value means',
  replaceValuesByOthers: 'Replace values by others…',
  moreThanDifferentValuesToo: (values: number) =>
    `More than ${count(values)} different values: too many to replace one by one. “Find and replace” above does it for all.`,
  fileHasNoValuesHere: 'The file has no values here.',
  differentValues: (values: number) => counted(values, 'different value'),
  rows: (what: number) => counted(what, 'row'),
  sayWhatEachBecomes: 'Say what each becomes',
  whatEachValueMeans: 'What each value means.',
  whatEachValueBecomesIn: (label: string) => `What each value becomes in ${label}.`,
  rowWhoseValueHasCant: (what: string, isFlag: boolean) =>
    `${what} A row whose value has ${isFlag ? 'no meaning' : 'none'} can’t be used${isFlag ? '; it is never taken as a no' : ''}.`,
  moreThanDifferentValues: (values: number) => `More than ${count(values)} different values`,
  withValuesThatAreNot: (otherRows: number) => `, ${counted(otherRows, 'row')} with values that are not listed`,
  inWithoutAny: (what: string, rows: number, blank: number, what2: string) =>
    `${what} in ${counted(rows, 'row')}; ${counted(blank, 'row')} without any${what2}.`,
  inStillWithoutMeaning: (open: number, rows: number) => `${counted(open, 'value')} in ${counted(rows, 'row')} still without a meaning.`,
  ofWrongShapeNotCounted: (damaged: number) => `${counted(damaged, 'row')} of a wrong shape ${damaged === 1 ? 'is' : 'are'} not counted.`,
  cannotBeReadAfterChanges: (unreadable: number) => `${counted(unreadable, 'row')} cannot be read after the changes of the text.`,
  takeSuggestionsSuggested: (suggested: number) => `Take ${suggested === 1 ? 'the suggestion' : `the ${count(suggested)} suggestions`}`,
  notInFile: 'not in the file',
  rowsWithValue: (rows: number) => counted(rows, 'row'),
  meansForText: (text: string, label: string) => `“${text}” means, for ${label}`,
  leaveContactAsItIs: 'leave the contact as it is',
  notKnownRowCant: 'not known: the row can’t be used',
  becomesForText: (text: string, label: string) => `“${text}” becomes, for ${label}`,
  nothing: 'nothing',
  suggestedValue: (value: string, reason: string) => `Suggested: ${value}. ${reason}`,
  showAllListed: (listed: number) => `Show all ${count(listed)}`,
  anotherValue: 'Another value',
  anotherValueOfThisColumn: 'Another value of this column',
  add: 'Add',
  understandCommonWordsInstead: 'Understand common words instead',
  takeValuesAsTheyAre: 'Take the values as they are',
}
