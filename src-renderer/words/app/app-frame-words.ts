import type { Route } from '../../app/route.svelte.ts'

export const accountMenuWords = {
  madeUpContacts: 'Made-up contacts, on this computer',
  signedOut: 'Signed out',
  signInToAnotherAccount: 'Sign in to another account…',
  accountSettings: 'Account settings',
  signIn: 'Sign in',
  madeUp: 'Made-up contacts',
  signedIn: 'Signed in',
  none: 'none',
  accountName: (name: string) => `Account: ${name}`,
  noAccount: 'No account',
}

export const appFrameWords = {
  imports: 'Imports',
  contacts: 'Contacts',
  history: 'History',
  consentLedger: 'Consent ledger',
  settings: 'Settings',
  skipToContent: 'Skip to the content',
  practiceMode: 'Practice mode',
  madeUpContactsNothingLeaves: 'Made-up contacts. Nothing leaves this computer.',
  signInToYourAccount: 'Sign in to your account',
  rollcall: 'Rollcall',
  findOrDo: 'Find or do…',
  controlKMetaK: 'Control+K Meta+K',
  youWaiting: (waiting: number) => `${waiting === 1 ? 'thing needs' : 'things need'} you`,
}

export const askNameWords = {
  importsAreSignedBy: (operator: string) => `Imports are signed by ${operator}.`,
  whatIsYourName: 'What is your name?',
  itSignsYourImports: 'It signs your imports and every consent record.',
  save: 'Save',
}

export const fileIntakeWords = {
  dropFileToBeginImport: 'Drop the file to begin an import',
  fileToBeginImportWith: 'File to begin an import with',
  openingName: (name: string) => `Opening ${name}…`,
  opening: (name: string) => `Opening ${name}`,
  openingFile: 'Opening',
  stop: 'Stop',
}

export const screenWords = {
  thisPageCouldNot: 'This page could not be loaded',
  rollcallWasStoppedOrUpdated: 'Rollcall was stopped or updated since it was opened here. Nothing is lost.',
  loadRollcallAgain: 'Load Rollcall again',
}

/** Below the account's name in a confirmation: what is done there. */
export const bandWords = {
  stopTexts: 'Texts to this person are stopped there',
  forget: 'What is forgotten is gone from there',
  restore: 'Its data is put back',
  seal: 'The records there are sealed',
  discard: 'Nothing of this list is imported there',
  removeEntry: 'What it did, it did there',
  tell: 'What runs there by itself is told',
  events: 'Its contacts are kept fresh by them',
  run: 'The import there is stopped',
  signIn: 'The import there goes on after it',
  decide: 'Rows of an import there are decided',
  draft: 'It was to be imported there',
  recipe: 'It is a recipe of this account',
}

/** What a page is called in the title of the window. */
export const pageTitles: Record<Route['page'], string> = {
  start: 'Imports',
  import: 'Import',
  run: 'Import',
  undo: 'Undo',
  changes: 'What changed',
  contacts: 'Contacts',
  history: 'History',
  ledger: 'Consent ledger',
  settings: 'Settings',
  'sign-in': 'Sign in',
}
