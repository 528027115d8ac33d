import { agoText, counted, dateText, sizeText } from '../format.ts'

export const accountSettingsPageWords = {
  youAreSignedOut: 'You are signed out.',
  accountInUseItsColor: 'The account in use. Its color and name are on every page and in every confirmation.',
  nameOfAccount: 'Name of the account',
  color: 'Color',
  alwaysStripedSo: 'Always striped, so that it is never taken for a real account.',
  anotherAccountHasIt: (colorWords: string) => `${colorWords}: another account has it`,
  practice: 'Practice',
  signedInWhat: (what: string) => `Signed in${what}`,
  signedOut: 'Signed out',
  itNeedsNoSign: 'It needs no sign-in. Nothing leaves this computer.',
  atPastImportsStayHere: (baseUrl: string) => `At ${baseUrl}. Past imports stay here.`,
  signOut: 'Sign out',
  signIn: 'Sign in',
  contacts: 'Contacts',
  syncedContacts: (contacts: number, finishedAtSeconds: number) => `${counted(contacts, 'contact')}, synced ${agoText(finishedAtSeconds)}.`,
  notSyncedYet: 'Not synced yet.',
  syncNow: 'Sync now',
  whatRollcallHasLearnedAbout: 'What Rollcall has learned about this service',
  seenDuringImportsAndProven: 'Seen during imports, and checked again every month.',
  otherAccounts: 'Other accounts',
  madeUpContacts: 'Made-up contacts on this computer.',
  signedOutSentence: 'Signed out.',
  openName: (name: string) => `Open ${name}`,
  open: 'Open',
  addAccount: 'Add an account',
  itsContactsImportsAndLedger: 'Its contacts, imports and ledger are kept apart.',
  signInAsk: 'Sign in…',
}

export const damagedAccountWords = {
  accountOpensAgain: 'The account opens again',
  dataIsAs: (sinceSeconds: number) => `The data is as it was on ${dateText(sinceSeconds)}.`,
  dataWasTaken: 'The data was taken as it is.',
  whatRollcallDidSinceThen:
    'What Rollcall did since then may be missing in its records. Before a message is imported, it is looked for at the service.',
  dataThatWasThere: 'The data that was there before is kept in',
  cannotBeOpened: (name: string) => `“${name}” cannot be opened`,
  nothingWasChangedAndNothing: 'Nothing was changed. Your contacts and messages at the service are as they were.',
  fileIsKept: 'The file is kept as it is, in',
  newestBackup: 'The newest backup',
  withBackupReasonWords: (backupReasonWords: string, runs: number, sizeBytes: number) =>
    `${backupReasonWords}, with ${counted(runs, 'import')}, ${sizeText(sizeBytes)}.`,
  restore: 'Restore…',
  earlierBackups: (earlier: number) => counted(earlier, 'earlier backup'),
  restoreBackupOf: (madeAtSeconds: number) => `Restore the backup of ${dateText(madeAtSeconds)}`,
  thereIsNoBackup: 'There is no backup of this account.',
  rollcallMakesOneAfterEach:
    'Rollcall makes one after each import. Take the file as it is where it can still be read, or sign in under a new account name.',
  fileAsItIs: 'The file as it is',
  ifYouOrProgram: 'If you, or a program of yours, changed the file and meant to, Rollcall can go on with it.',
  takeItAsItIs: 'Take it as it is…',
  anotherAccountCanBeOpened: 'Another account can be opened at the lower left.',
}

export const signInPageWords = {
  signIn: 'Sign in',
  toAgainOrToAnother: (name: string) => `To “${name}” again, or to another account of your messaging service.`,
  toYourMessagingServiceEach: 'To your messaging service. Each account keeps its own imports, recipes and history.',
  notNow: 'Not now',
}
