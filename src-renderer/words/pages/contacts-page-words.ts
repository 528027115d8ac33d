import { agoText, count, counted, dateOnlyText } from '../format.ts'

export const contactFiltersWords = {
  whichContactsAreShown: 'Which contacts are shown',
  moreFilters: 'Tag or field…',
  noLongerThere: 'No longer there',
  customField: 'Custom field',
  tag: (tag: string) => `Tag: ${tag}`,
  field: (name: string, value: string) => `${name}: ${value}`,
  changedByImport: 'Changed by an import',
  notShownByServiceSince: 'Not shown by the service since',
  readAtAnyTime: 'Read at any time',
  notReadFor: (span: number) => `Not read for ${span} ${span === 1 ? 'day' : 'days'}`,
}

export const moreFiltersWords = {
  title: 'Show contacts with a tag or a field',
  tag: 'Tag',
  tagHint: 'As the service has it; spaces and underscores are the same',
  field: 'Custom field',
  anyField: 'Any',
  value: 'Its value',
  notNow: 'Not now',
  show: 'Show them',
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
  showEverybodyWithField: (name: string, value: string) => `${value}. Show everybody whose ${name} says this`,
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
  change: 'Change…',
}

export const contactsPageWords = {
  goneSince: (goneSinceSeconds: number) => `Gone since ${dateOnlyText(goneSinceSeconds)}`,
  addressBookHasBeenRead: 'The address book has been read.',
  contact: 'Contact',
  tags: 'Tags',
  state: 'State',
  consent: 'Consent',
  asOf: 'As of',
  contacts: 'Contacts',
  askForConsent: (contacts: number) => `Ask ${contacts === 1 ? 'this person' : `these ${count(contacts)}`} for consent…`,
  choose: 'Chosen',
  chosen: (contacts: number) => `${counted(contacts, 'contact')} chosen`,
  chooseNone: 'Choose none',
  changeInTable: (contacts: number) => `Change ${contacts === 1 ? 'this one' : `these ${count(contacts)}`} in a table`,
  stopPreparing: 'Preparing the table… Stop',
  addressBookHasNotBeen: 'The address book has not been read whole yet.',
  readingItStopped: (alreadyRead: number) => `Reading it stopped after ${counted(alreadyRead, 'contact')}; it goes on there.`,
  exportContacts: 'Export contacts',
  thereIsNobodyToExport: 'There is nobody to export yet.',
  contactsAsFile: 'Contacts…',
  columnsOfYourChoice: 'For Excel or as CSV, with columns of your choice',
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

export const contactsExportWords = {
  /** The columns that find a contact when the file is loaded again. */
  keyColumns: ['UUID', 'Phone Number'] as readonly string[],
  title: (contacts: number) => `Export ${counted(contacts, 'contact')}`,
  what: 'One row for each contact. It can be edited and loaded again. The last column says when the service last showed each of them.',
  format: 'File',
  excel: 'Excel: keeps numbers as they are',
  csv: 'CSV: for any other program',
  columns: 'Columns',
  all: 'All',
  none: 'None',
  withoutKey: 'Without “UUID” or “Phone Number” the file cannot be loaded again: nothing in it finds the contacts.',
  notNow: 'Not now',
  stop: 'Stop exporting',
  saving: 'Writing the file…',
  exportThem: 'Export',
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
  soFar: (contacts: number, expected: number | null, alreadyRead: number) => {
    const all = expected !== null && expected > contacts ? ` of about ${count(expected)}` : ''
    const earlier = alreadyRead > 0 ? `, ${count(alreadyRead)} of them before it stopped` : ''
    return `Reading the address book: ${counted(contacts, 'contact')}${all} so far${earlier}`
  },
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
