import { count } from '../format.ts'

export const keySheetWords = {
  changeAccount: 'Change the account',
  closeSidePanelMenu: 'Close the side panel, menu or question',
  esc: 'Esc',
  nextAndPreviousRow: 'Next and previous row',
  pageOfRows: 'A page of rows',
  pageDownPageUp: 'Page Down, Page Up',
  firstAndLastRow: 'First and last row',
  homeEnd: 'Home, End',
  openRowAtSide: 'Open the row at the side',
  helpAndKeys: 'Help and keys',
  everywhere: 'Everywhere',
  inLists: 'In lists',
}

export const paletteWords = {
  findOrDo: 'Find or do',
  actionPageContactImport: 'An action, a page, a contact, an import',
  whatFits: 'What fits',
  enter: 'Enter',
  nothingFitsText: (text: string) => `Nothing fits “${text}”.`,
  choose: 'choose',
  open: 'open',
  esc: 'Esc',
  close: 'close',
  allKeys: 'all keys',
}

export const tourCardWords = {
  whatIsInFile: 'What is in the file',
  rollcallHasLooked: 'Rollcall has looked into this sample and says what it found. You say whom it is for. Then the columns come.',
  onToColumns: 'On to the columns',
  whereEachColumnGoes: 'Where each column goes',
  questionsThatOnly:
    'Questions that only you can answer stand first. Press a column to see its values and what becomes of them. Answer what is open, then go on.',
  onToReview: 'On to the review',
  whatWillHappen: 'What will happen',
  everyChangeOldAndNew:
    'Every change, old and new, and nothing has happened yet. Press a card to see just its rows. Import it if you like: these contacts are made up.',
  done: 'Done',
  tour: 'Tour',
  leaveTour: 'Leave the tour',
  tourWaitsWhereYouLeft: 'The tour waits where you left it.',
  goOnWithIt: 'Go on with it',
}

export const groupTitles = {
  do: 'Do',
  page: 'On this page',
  go: 'Go to',
  contacts: 'Contacts',
  imports: 'Imports',
  settings: 'Settings',
} as const

export const paletteLineWords = {
  continue: (fileName: string) => `Continue ${fileName}`,
  lookAt: (fileName: string) => `Look at ${fileName}`,
  importList: (recipe: string) => `Import the ${recipe} list…`,
  chooseItsFile: 'choose its file',
  changeTo: (account: string) => `Change to ${account}`,
  noName: 'No name',
  allContacts: (contacts: number, search: string) => `All ${count(contacts)} contacts with “${search}”`,
}
