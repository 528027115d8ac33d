import { agoText, count, counted, timeText } from '../format.ts'

export const chooseContactWords = {
  whoseRecords: 'Whose records?',
  searchContacts: 'Search contacts',
  nameNumberOrTag: 'Name, number or tag',
  contacts: 'Contacts',
  noContactFitsSearch: 'No contact fits the search.',
  firstOfSearchForOthers: (shownAtMost: number, total: number) =>
    `The first ${count(shownAtMost)} of ${count(total)}. Search for the others.`,
  notNow: 'Not now',
}

export const ledgerPageWords = {
  ledgerIsAs: 'The ledger is as it was written.',
  ledgerIsNot: 'The ledger is not as it was written.',
  ledgerIsSaved: 'The ledger is saved.',
  given: 'Given',
  withdrawn: 'Withdrawn',
  noEvidence: 'No evidence',
  no: 'No.',
  when: 'When',
  contact: 'Contact',
  consent: 'Consent',
  fileAndRow: 'File and row',
  by: 'By',
  evidence: 'Evidence',
  consentLedger: 'Consent ledger',
  everyConsentThatRollcall: (shortAccountName: string) =>
    `Every consent that Rollcall has set in ${shortAccountName}: who, when, on what evidence, from which row. Records are only ever added.`,
  stopExporting: 'Stop exporting',
  exportLedger: 'Export the ledger',
  asCsv: 'As CSV',
  toBeReadInSpreadsheet: 'To be read in a spreadsheet',
  asJson: 'As JSON',
  canBeVerified: 'Can be verified on its own',
  exportForAudit: 'Export for an audit…',
  whichRecordsAreShown: 'Which records are shown',
  searchLedger: 'Search the ledger',
  searchContactFileEvidence: 'Search contact, file, evidence',
  oneContact: 'One contact…',
  setInService: 'Set in the service',
  anyDate: 'Any date',
  lastDaysSpan: (span: number) => `Last ${span} days`,
  setBy: 'Set by',
  anybody: 'Anybody',
  consentChanges: 'Consent changes',
  sealed: 'Sealed',
  corrected: 'corrected',
  correctionOfCorrects: (corrects: number) => `Correction of ${count(corrects)}`,
  recordsSealed: (sealed: number) => `${counted(sealed, 'record')} sealed`,
  rowLine: (line: number) => `row ${count(line)}`,
  noConsentHasBeenSet: 'No consent has been set from this account yet. Each one that an import sets is kept here.',
  noRecordFitsSearch: 'No record fits the search.',
}

export const ledgerRecordWords = {
  serviceAnsweredThat: 'The service answered that it was done.',
  serviceAnsweredThatItWasDone: 'The service answered that it was done, and showed it when the contact was read again.',
  recordNumber: (number: number) => `Record ${count(number)}`,
  contact: 'Contact',
  sealedNumberNameAndEvidence: 'Sealed: number, name and evidence were removed from this record.',
  noName: 'No name',
  consent: 'Consent',
  recordCorrectsThisServiceDid: (correctedBy: number) => `Record ${count(correctedBy)} corrects this: the service did not store it.`,
  corrects: 'Corrects',
  recordWhenContactWasRead: (corrects: number) =>
    `Record ${count(corrects)}: when the contact was read again, the service did not show what that record says.`,
  sealed: 'Sealed',
  numberNameAndEvidence: (sealed: number) =>
    `Number, name and evidence of one person were removed from ${counted(sealed, 'earlier record')}.`,
  when: 'When',
  unnamedPerson: 'an unnamed person',
  file: 'File',
  rowName: (name: string, line: number) => `${name}, row ${count(line)}`,
  theImport: 'the import',
  sha256: (sha256: string) => `SHA-256 ${sha256}`,
  confirmed: 'Confirmed',
  answerStatus: (status: number, what: string) => `Answer ${status}${what}`,
  recordsOfThisAgeDo: 'Records of this age do not say how.',
  evidence: 'Evidence',
  noneImportHadNoEvidence: 'None: the import had no evidence column.',
  seal: 'Seal',
  afterPreviousHash: (previousHash: string) => `after ${previousHash}`,
  allOfThisContact: 'All of this contact',
  sealThisPerson: 'Seal this person…',
}

export const ledgerVerdictWords = {
  sealIsCopied: 'The seal is copied.',
  sealCouldNotBeCopied: 'The seal could not be copied. Select it and copy it yourself.',
  checkAgain: 'Check again',
  readingAllRecords: 'Reading all records…',
  toSeeThatNone: 'To see that none was changed, removed, added or moved.',
  ledgerIsEmpty: 'The ledger is empty.',
  thereIsNothingToCheck: 'There is nothing to check yet.',
  areAsWritten: (records: number) => `${records === 1 ? 'The one record is' : `All ${counted(records, 'record')} are`} as written.`,
  checkedAtNoneWasChanged: (atSeconds: number) => `Checked at ${timeText(atSeconds)}. None was changed, removed, added or moved. Last seal`,
  copySeal: 'Copy the seal',
  ledgerIsNot: 'The ledger is not as it was written.',
  record: (record: number, message: string) => `Record ${count(record)}: ${message}`,
  wereReadKeepThisDatabase: (records: number) =>
    `${counted(records, 'record')} were read. Keep this database as it is, export the ledger as JSON, and compare it with an earlier export or backup.`,
}

export const oneContactWords = {
  sealed: 'Sealed',
  thisContact: 'This contact',
  notKnownContactHasNot: 'Not known: the contact has not been read',
  lastRecordIsNoChange: 'The last record is no change of consent',
  yesNobodyChangedItSince: 'Yes, nobody changed it since',
  noItWasChanged: 'No, it was changed in the service since',
  records: (records: number) => counted(records, 'record'),
  allContacts: 'All contacts',
  todayInService: 'Today in the service',
  readReadAtSeconds: (readAtSeconds: number) => `read ${agoText(readAtSeconds)}`,
  notKnown: 'not known',
  lastSetByRollcall: 'Last set by Rollcall',
  doTheyAgree: 'Do they agree?',
}

export const sealPersonWords = {
  thisPersonIsSealed: 'This person is sealed.',
  sealThisPersonInLedger: 'Seal this person in the ledger?',
  phoneNumberNameAndEvidence: (records: number) =>
    `Phone number, name and evidence are removed from ${counted(records, 'record')}, and backups of before are removed. That cannot be undone. What was set, when and by whom stays, and the ledger still verifies. A refusal of this person still holds.`,
  personMayStill:
    'The person may still be in imports, in files that you exported, in your contacts, and at the service. Imports are forgotten in the settings.',
  numberOfRecordsToConfirm: 'Number of records, to confirm',
  lookingForAllRecords: 'Looking for all records of this person…',
  notNow: 'Not now',
  sealing: 'Sealing…',
  sealThisPerson: 'Seal this person',
}
