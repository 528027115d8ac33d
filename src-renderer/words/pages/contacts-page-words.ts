import { agoText, count, counted, dateOnlyText } from '../format.ts'

export const contactFiltersWords = {
  whichContactsAreShown: 'Which contacts are shown',
  tag: (tag: string) => `Tag: ${tag}`,
  changedByImport: 'Changed by an import',
  notShownByServiceSince: 'Not shown by the service since',
  readAtAnyTime: 'Read at any time',
  notReadFor: (span: number) => `Not read for ${span} ${span === 1 ? 'day' : 'days'}`,
}

export const contactPanelWords = {
  noName: 'No name',
  consent: 'Consent',
  gone: 'Gone',
  goneSince: (goneSinceSeconds: number) => `Not at the service any more, since ${dateOnlyText(goneSinceSeconds)}`,
  doNotText: 'Do not text',
  onListSince: (doNotTextSinceSeconds: number) => `On the list since ${dateOnlyText(doNotTextSinceSeconds)}`,
  state: 'State',
  blocked: 'Blocked',
  archived: 'Archived',
  unsubscribed: 'Unsubscribed',
  cantReceiveTexts: 'Can’t receive texts',
  tags: 'Tags',
  showEverybodyWithTag: (tag: string) => `Show everybody with the tag ${tag}`,
  none: 'None',
  eMail: 'E-mail',
  asImported: 'as imported',
  notShown: 'not shown',
  notes: 'Notes',
  serviceHasNotShownAll: 'The service has not shown all of it yet',
  consentEvidence: 'Consent evidence',
  ledgerLedgerRecords: (ledgerRecords: number) => `Ledger: ${counted(ledgerRecords, 'record')}`,
  unnamedPerson: 'an unnamed person',
  rollcallHasNotSetConsent: 'Rollcall has not set the consent of this contact.',
  whatRollcallChanged: 'What Rollcall changed',
  nothingThatIsShown: 'Nothing that is shown',
  undoOf: 'undo of ',
  rowLine: (line: number) => `, row ${count(line)}`,
  noImportHasChanged: 'No import has changed this contact.',
  stopTextsToThisPerson: 'Stop texts to this person…',
}

export const contactsPageWords = {
  addressBookHasBeenRead: 'The address book has been read.',
  contact: 'Contact',
  tags: 'Tags',
  state: 'State',
  consent: 'Consent',
  asOf: 'As of',
  contacts: 'Contacts',
  addressBookHasNotBeen: 'The address book has not been read whole yet.',
  readingItStopped: (alreadyRead: number) => `Reading it stopped after ${counted(alreadyRead, 'contact')}; it goes on there.`,
  stopExporting: 'Stop exporting',
  exportContacts: 'Export contacts',
  fileIsBeingWritten: 'A file is being written.',
  thereIsNobodyToExport: 'There is nobody to export yet.',
  forExcel: 'For Excel',
  keepsNumbersAsTheyAre: 'Keeps numbers as they are',
  asCsv: 'As CSV',
  forAnyOtherProgram: 'For any other program',
  theirConversations: 'Their conversations…',
  messagesAndWhispers: 'Messages and whispers',
  exportTheseTotal: (total: number) => `Export these ${count(total)}…`,
  export: 'Export…',
  stopSync: 'Stop the sync',
  goOnWithSync: 'Go on with the sync',
  syncNow: 'Sync now',
  searchContacts: 'Search contacts',
  nameNumberTagEMail: 'Name, number, tag, e-mail, field, note',
  contactsFound: (total: number) => counted(total, 'contact'),
  clearAll: 'Clear all',
  filters: 'Filters',
  blocked: 'Blocked',
  archived: 'Archived',
  noContactFitsSearch: 'No contact fits the search.',
  noContactsHaveBeenRead: 'No contacts have been read yet.',
}

export const stopTextsDialogWords = {
  thisPerson: 'this person',
  textsAreStopped: 'Texts are stopped',
  stopTextsTo: (who: string) => `Stop texts to ${who}?`,
  stopTextsToPerson: 'Stop texts to a person',
  consentIsRefusedInNumber: (shortAccountName: string) =>
    `Consent is refused in ${shortAccountName}, the number goes on the do-not-text list, and the consent ledger says how, when and by whom.`,
  phoneNumber: 'Phone number',
  theyAskedBy: 'They asked by',
  when: 'When',
  whatTheySaidOptional: 'What they said (optional)',
  close: 'Close',
  notNow: 'Not now',
  stopping: 'Stopping…',
  stopTexts: 'Stop texts',
}

export const syncAgeWords = {
  contacts: (contacts: number) => counted(contacts, 'contact'),
  synced: (finishedAt: number) => `synced ${agoText(finishedAt)}`,
  changedSince: (changed: number) => `${changed === 0 ? 'Nothing changed' : `${count(changed)} changed`} since the sync before`,
}

export const syncOfferWords = {
  addressBookWasNotRead: (alreadyRead: number) =>
    `The address book was not read to its end${alreadyRead > 0 ? `: it stopped after ${counted(alreadyRead, 'contact')}` : ''}.`,
  readAddressBookOnce: 'Read the address book once, and comparing is quick.',
  youCanGoOnMeanwhile: 'You can go on meanwhile.',
  contactsThatAreMissing: 'Contacts that are missing are looked up one by one, which takes longer.',
  otherwiseEachContactOfFile:
    'Otherwise each contact of a file is looked up on its own. It takes a few minutes for tens of thousands of contacts, and you can go on meanwhile.',
  stop: 'Stop',
  goOnWithSync: 'Go on with the sync',
  syncNow: 'Sync now',
}
