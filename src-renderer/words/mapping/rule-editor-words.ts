export const consentWordsWords = {
  whatMeansAgreedToTexts: 'What means: agreed to texts',
  thesePeopleAgreedToGet: (accountName: string) => `“These people agreed to get texts from ${accountName}, and we can prove it.”`,
  everyRowMeansAgreed: (rows: string, accountName: string) => `Every row${rows} means: agreed to texts from ${accountName}`,
  meansAgreedWord: (word: string, rows: string) => `“${word}”${rows} means: agreed`,
  everyWordIsConfirmed: 'Every word is confirmed.',
  oneWordIsNotConfirmed: 'One word is not confirmed yet.',
  wordsAreNotConfirmedYet: (open: number) => `${open} words are not confirmed yet.`,
  refusalsAreImportedAllSame:
    'Refusals are imported all the same. The service does not show who refused by text: Rollcall asks its consent ledger, this account’s do-not-text list and the latest messages of these contacts.',
}

export const constantsWords = {
  sameForEveryRow: 'The same for every row',
  forWhatFileDoesNot: 'For what the file does not say, such as a note on where the contacts come from, or a tag for this import.',
  forEveryRow: (label: string) => `${label} for every row`,
  yes: 'Yes',
  removeLabel: (label: string) => `Remove ${label}`,
  addFieldWithSameValue: 'Add a field with the same value for every row',
  addField: 'Add a field…',
}

export const directionChoiceWords = {
  whoWroteTheseMessages: 'Who wrote these messages?',
  allAreCustomersOwnWords: 'All are the customers’ own words.',
  nothingInThisFile: 'Nothing in this file was written by your office.',
  columnTellsWhoWroteEach: 'A column tells who wrote each message.',
  whatCustomersWroteBecomesMessages: 'What the customers wrote becomes messages; what your office wrote can become whispers.',
}

export const duplicateChoicesWords = {
  rowsAreAboutOneContact: 'Rows are about one contact when they have the same…',
  phoneNumber: 'phone number',
  contactId: 'contact ID',
  eMailAddress: 'e-mail address',
  chooseOnlyWhatNoTwo:
    'Choose only what no two people share. Rows about two contacts that the service already has are never merged: you decide about them in the review.',
  ofDifferentValues: 'Of different values',
  lastOneCounts: 'the last one counts',
  firstOneCounts: 'the first one counts',
  ofDifferentTags: 'Of different tags',
  allAreKept: 'all are kept',
  thoseOfLastRowCount: 'those of the last row count',
  differentNotes: 'Different notes',
  areTreatedLikeOtherValues: 'are treated like other values',
  arePutBelowEachOther: 'are put below each other',
  blankCellNeverWipesOut: 'A blank cell never wipes out a value of another row. Who is blocked or unsubscribed in one row stays so.',
  whereRowsOfContactDisagree: 'Where the rows of a contact disagree about consent, a “no” counts.',
}

export const evidenceColumnsWords = {
  howAndWhenTheyAgreed: 'How and when they agreed',
  doNotKeep: (column: string) => `Do not keep “${column}”`,
  addColumnThatTellsHow: 'Add a column that tells how or when they agreed',
  notInFile: 'Not in the file',
  addColumn: 'Add a column…',
}

export const filterEditorWords = {
  whichColumnAndWhichWords: 'Which column, and which words mean the customer',
  whichRows: 'Which rows',
  toldBy: 'Told by',
  import: 'Import',
  chooseColumn: 'Choose a column…',
  everyRowOfFile: 'every row of the file',
  onlySomeRowsBy: (name: string) => `only some rows, by “${name}”`,
  customerWroteRows: (column: string) => `The customer wrote the rows where “${column}” is one of these: they become messages.`,
  rowsAreImported: (column: string) => `Rows are imported where “${column}” is one of these; the others are left out, and counted.`,
  blank: 'blank',
  yourOfficeWroteRows:
    'Your office wrote the rows where it is one of these: they become whispers, notes in the conversation that only your office sees. All others are left out, and counted.',
  leftOutRowsThatRefuse: 'Left-out rows that refuse texts',
  areCountedAndWait: 'are counted, and wait for an answer',
  bringInTheirRefusal: 'bring in their refusal, and nothing else',
  refuseSomethingElseLeaveThem: 'refuse something else: leave them out',
}

export const listSeparatorWords = {
  aComma: 'a comma',
  aSemicolon: 'a semicolon',
  aBar: 'a bar |',
  aSpace: 'a space',
  lineEnd: 'a line break',
  aSlash: 'a slash',
  lineEnds: 'line breaks',
  betweenItemsOfList: 'Between the items of a list',
  noListsInFirstRows: ': no lists in the first rows',
  foundOutWhat: (what: string) => `found out${what}`,
  somethingElse: 'something else…',
  whatStandsBetweenItems: 'What stands between the items',
  becomesBefore: (before: string, after: string) => `“${before}” becomes: ${after}`,
}

export const optionsToggleWords = {
  options: 'Options',
  forLabel: (label: string) => `for ${label}`,
}

export const rowChoicesWords = {
  whatIf: 'What if…',
  cellIsBlank: 'a cell is blank?',
  keepWhatContactHas: 'Keep what the contact has',
  emptyThatFieldOfContact: 'Empty that field of the contact',
  somebodyIsInYourAccount: 'somebody is in your account already, or not yet?',
  severalRowsAreAbout: 'several rows are about one contact?',
  severalRowsOfGroup: 'several rows are about one group?',
  lastOneCounts: 'The last one counts',
  firstOneCounts: 'The first one counts',
  mergeThemIntoOne: 'Merge them into one',
  noneCountsShowThem: 'None counts: show them to me',
  messagesOfContactAreIn: 'the messages of a contact are in?',
  leaveConversationOpen: 'Leave the conversation open',
  resolveConversation: 'Resolve the conversation',
  resolveItWith: (disposition: string) => `Resolve it with “${disposition}”`,
}

export const ruleOptionsWords = {
  optionsForLabel: (label: string) => `Options for ${label}`,
  tagsInFileAre: 'The tags in the file are',
  addedToThoseContactHas: 'added to those the contact has',
  takenFromContact: 'taken from the contact',
  putInPlaceOfThose: 'put in place of those the contact has',
  ofColumns: (from: number) => `Of the ${from} columns`,
  allOneAfterOther: 'all, one after the other',
  firstThatIsNotBlank: 'the first that is not blank',
  withThisBetweenThem: 'with this between them',
  onlyWhereContactHasNone: 'Only where the contact has none',
  fillingEMailAddresses: 'filling e-mail addresses',
  serviceDoesNotShowE:
    'The service does not show the e-mail address of a contact. Where Rollcall did not write it itself it is not known to be empty, and is left as it is; the review says so.',
  blankCell: 'A blank cell',
  keepsWhatIsThere: 'Keeps what is there',
  emptiesField: 'Empties the field',
}

export const rulesLineWords = {
  changeRulesForAllRows: 'Change the rules for all rows',
  change: 'Change',
}

export const rulesPanelWords = {
  changeWhatHappensToRows: 'change what happens to rows',
  whoWroteMessages: 'Who wrote the messages',
  sayWhoWroteMessages: 'say who wrote the messages',
  chooseRows: 'choose rows',
  changeFixedValue: 'change a fixed value',
  combineColumns: 'combine columns',
}

export const stepOptionsWords = {
  lettersName: (name: string) => `${name}: letters`,
  findName: (name: string) => `${name}: find`,
  blank: '(blank)',
  find: 'find',
  putInItsPlace: (name: string) => `${name}: put in its place`,
  nothing: 'nothing',
  wholeCell: 'whole cell',
  matchCase: 'match case',
  forThoseWhoKnowRegular: 'For those who know regular expressions: \\d+ finds figures, $1 stands for the first group.',
  pattern: 'pattern',
  cutAt: 'cut at',
  cutAtName: (name: string) => `${name}: cut at`,
  take: 'take',
  partName: (name: string) => `${name}: part`,
  firstPart: 'the first part',
  theSecond: 'the second',
  theThird: 'the third',
  theLast: 'the last',
  lastButOne: 'the last but one',
  partTake: (take: number) => `part ${take}`,
  andAllBehindIt: 'and all behind it',
  written: 'written',
  howTheyAreWritten: (name: string) => `${name}: how they are written`,
  inAnotherWay: 'in another way…',
  theirFormatName: (name: string) => `${name}: their format`,
  become: 'become',
  howTheyBecome: (name: string) => `${name}: how they become`,
  anotherWay: 'another way…',
  newFormat: (name: string) => `${name}: the new format`,
  languageOfMonths: (name: string) => `${name}: language of the months`,
  english: 'English',
  german: 'German',
  french: 'French',
  spanish: 'Spanish',
  textName: (name: string) => `${name}: text`,
}

export const stepsEditorWords = {
  makeItEarlier: (name: string) => `${name}: make it earlier`,
  removeName: (name: string) => `${name}: remove`,
  fillThisInUntilThen: 'Fill this in; until then nothing changes.',
  thisMessage: (message: string) => `This ${message}.`,
  changeTextFor: (label: string) => `Change the text for ${label}`,
  changeTextFirst: 'Change the text first…',
  nextChange: 'Then…',
}

export const templateEditorWords = {
  textForLabel: (label: string) => `Text for ${label}`,
  templateForLabel: (label: string) => `Template for ${label}`,
  insertColumnIntoTextFor: (label: string) => `Insert a column into the text for ${label}`,
  insertColumn: 'Insert a column…',
  timeOfMessage: 'the time of the message',
  timeZoneOfTime: 'Time zone of the time',
  timeInUtc: 'Time in UTC',
  timeOfReplaceAll: (replaceAll: string) => `Time of ${replaceAll}`,
  useColumnsAsTheyAre: 'Use the columns as they are',
  writeTextOrInsertColumn: 'Write a text, or insert a column.',
  theTextMessage: (message: string) => `The text: ${message}.`,
  rowLine: (line: number) => `Row ${line}:`,
}

export const textTemplatesWords = {
  combinedTexts: 'Combined texts',
  combineColumnsIntoText: 'Combine columns into a text for a field',
  combineColumnsFor: 'Combine columns for…',
}
