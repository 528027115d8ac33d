import { agoText, counted, dateText, sizeText } from '../format.ts'

export const dataSettingsWords = {
  backupIsMade: 'The backup is made.',
  dataOnThisComputer: 'Data on this computer',
  filesYouImportRowsResults:
    'Files you import, rows, results and the ledger stay on this computer. Only your messaging service gets what you import.',
  backups: 'Backups',
  makingBackup: 'Making a backup…',
  makeBackupNow: 'Make a backup now',
  lastBackupCouldNot: 'The last backup could not be made.',
  dataWasPutBackOnce: (sinceSeconds: number, untilSeconds: number) =>
    `The data was put back once: what Rollcall did between ${dateText(sinceSeconds)} and ${dateText(untilSeconds)} may be missing in its records.`,
  imports: (runs: number) => counted(runs, 'import'),
  restoreBackupOf: (madeAtSeconds: number) => `Restore the backup of ${dateText(madeAtSeconds)}`,
  restore: 'Restore…',
  thereIsNoBackupYet: 'There is no backup yet. Rollcall makes one after each import, and at the first start of a day.',
  forget: 'Forget',
  oneImport: 'One import',
  oneImportHelp: 'Its file, rows, texts and values go. What it came to stays in the history.',
  thereIsNone: 'There is none',
  forgetImport: 'Forget the import…',
  importsOlderThan: 'Imports older than',
  importsOlderThanHelp: 'In days since they ended. 0 is all of them.',
  forgetOldImports: 'Forget old imports…',
  thisAccount: 'This account',
  itsImportsContactsAndRecipes: 'Its imports, contacts and recipes go, and you are signed out. The service keeps everything.',
  forgetAccount: 'Forget the account…',
}

export const forgetDialogWords = {
  forgetThisImport: 'Forget this import?',
  forgetOldImports: 'Forget old imports?',
  forgetThisAccount: 'Forget this account?',
  forgotten: 'Forgotten.',
  forgottenImports: 'Forgotten',
  forgottenDiskHasMoreRoom: (imports: number, freedBytes: number) =>
    `${counted(imports, 'import')} forgotten. The disk has ${sizeText(freedBytes)} more room.`,
  notAllRoomWasGiven: (notGivenBack: string) => `Not all room was given back. ${notGivenBack}`,
  consentLedgerIsIn: 'The consent ledger is in',
  andIsKeptHereToo: ', and is kept here too.',
  importAmongThemCanStill: 'An import among them can still go on.',
  letItFinishOrCancel: (fileName: string) => `“${fileName}”: let it finish, or cancel it, in the history.`,
  thereIsNothingToForget: 'There is nothing to forget.',
  noImportWasOver: 'No import was over that long ago.',
  whatGoesForGood: 'What goes, for good',
  rowsTextsImagesAndValues: (imports: number) => `Rows, texts, images, and values before and after, of ${counted(imports, 'import')}`,
  ofFilesCopies: (copies: number) => `${counted(copies, 'copy', 'copies')} of files`,
  ofBeforeWhichHoldSame: (backups: number) => `${counted(backups, 'backup')} of before, which hold the same; a new one is made`,
  contactsRecipesDraftsAndSign: 'Contacts, recipes, drafts, and the sign-in',
  whatStays: 'What stays',
  whatEachImportCame: 'What each import came to, in the history',
  whatKeepsMessagesFromBeing: 'What keeps messages from being imported twice',
  refusalsOfTexts: 'Refusals of texts',
  consentLedgerWith: (ledgerRecords: number) => `The consent ledger, with ${counted(ledgerRecords, 'record')}`,
  copyOfAnotherImport: (name: string) => `The copy of “${name}”: another import has the same file`,
  imports: (imports: number) => counted(imports, 'import'),
  rows: (rows: number) => counted(rows, 'row'),
  consentLedgerIsWritten: 'The consent ledger is written to a file first',
  itIsToBeKept: (ledgerKeptUntilSeconds: number) => `: it is to be kept until ${dateText(ledgerKeptUntilSeconds)}`,
  typeToConfirm: (word: string) => `Type “${word}” to confirm`,
  lookingWhatWouldGo: 'Looking up what would go…',
  close: 'Close',
  notNow: 'Not now',
  forgetting: 'Forgetting…',
  forget: 'Forget',
  rollcallDoesNotTouchThese: 'Rollcall does not touch these files. Remove them yourself where they are not needed:',
}

export const restoreDialogWords = {
  dataIsRestored: 'The data is restored.',
  takeDataAsItIs: 'Take the data as it is?',
  restoreThisBackup: 'Restore this backup?',
  rollcallGoesOnWithFile:
    'Rollcall goes on with the file that is there, if all of it can be read. Something may be missing in it: what Rollcall did last, or what another program changed.',
  dataBecomesAs: (madeAtSeconds: number) =>
    `The data becomes as it was on ${dateText(madeAtSeconds)}, ${agoText(madeAtSeconds)}. What Rollcall did since then is missing in its records, not at the service.`,
  beforeMessageIsImportedAgain:
    'Before a message is imported again, Rollcall looks for it at the service. The data that is there now is kept in a folder beside it.',
  notNow: 'Not now',
  restoring: 'Restoring…',
  takeItAsItIs: 'Take it as it is',
  restore: 'Restore',
}

export const privacySettingsWords = {
  consentLedger: 'Consent ledger',
  keepLedgerFor: 'Keep the ledger for',
  keepLedgerForHelp:
    'In years, from its last record. Before that, it has to be exported before this account is forgotten. Forgetting an import never removes records of it.',
}
