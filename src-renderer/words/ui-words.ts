import { count } from './format.ts'

/** Where one is in a list: `3 of 1,204`. */
export const placeText = (at: number, total: number) => `${count(at + 1)} of ${count(total)}`

export const connectionBannerWords = {
  connectionToRollcallIsInterrupted: 'The connection to Rollcall is interrupted.',
  itIsTriedAgainEvery: 'It is tried again every second. Nothing is lost; an import goes on by itself as long as Rollcall is open.',
  rollcallHasStoppedWorking: 'Rollcall has stopped working in this window.',
  nothingThatWasRecorded: 'Nothing that was recorded is lost. Close Rollcall and start it again: everything goes on where it was.',
  rollcallWasStartedAgain: 'Rollcall was started again.',
  thisPageBelongsToEarlier:
    'This page belongs to the earlier start. Close it and open the address that Rollcall shows now: you will find everything where it was.',
  thisAddressHasBeenUsed: 'This address has been used.',
  eachAddressOpensRollcallOnce:
    'Each address opens Rollcall once, in one tab. Go back to that tab, or press Enter in the window in which Rollcall was started to get a new address.',
  thisComputerIsNotConnected: 'This computer is not connected to a network.',
  whatIsHereAlready: 'What is here already can be looked at. Imports under way wait and go on by themselves.',
}

export const contactCellWords = {
  noName: 'No name',
}

export const dialogWords = {
  close: 'Close',
}

export const failureBannerWords = {
  tryAgain: 'Try again',
  signInAgain: 'Sign in again',
}

export const helpWords = {
  whatIsThis: (about: string) => `What is this: ${about}`,
}

export const panelHeaderWords = {
  previousOne: (noun: string) => `Previous ${noun}`,
  nextOne: (noun: string) => `Next ${noun}`,
  close: 'Close',
}

export const savedNoteWords = {
  isInYourBrowsersDownloads: (downloading: string, rows: string) => `${downloading} (${rows}) is in your browser’s downloads.`,
  savedAsPath: (path: string) => `Saved as ${path}.`,
}

export const cellGridWords = {
  rowOfList: (title: string, what: number) => `${title}, row ${count(what)} of the list`,
  rowsListed: (rows: number) => `${count(rows)} rows listed`,
}

export const menuWords = {
  current: '(current)',
}

export const virtualRowsWords = {
  rowsListed: (rows: number) => `${count(rows)} rows listed`,
}
