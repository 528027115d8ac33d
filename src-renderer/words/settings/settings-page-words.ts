import { counted } from '../format.ts'

export const aboutSettingsWords = {
  about: 'About',
  rollcallVersion: (version: string) => `Rollcall ${version}`,
  rollcallHelp: 'It sends nothing anywhere but to your messaging service.',
  whereItsDataIs: 'Where its data is',
  helpAndKeys: 'Help and keys',
  helpAndKeysHelp: (key: string) => `Also with ${key}, on every page.`,
  showThem: 'Show them',
}

export const advancedSettingsWords = {
  requestsAtOnceAtMost: 'Requests at once, at most',
  moreIsQuickerServiceMay: 'More is quicker; the service may slow it down. 8 suits most accounts.',
  requestsMinuteAtMost: 'Requests a minute, at most',
  leaveItBlankForNo: 'Leave it blank for no limit of your own.',
  readContactAgainAfterMinutes: 'Read a contact again after … minutes',
  rightBeforeItIsChanged:
    'Right before it is changed, so that nobody’s edit is overwritten: a contact that changed since the review needs your OK. 0 reads each one again, which takes longer.',
  trustSyncForHours: 'Trust a sync for … hours',
  asLongAs:
    'As long as it is trusted, a number that is not in it is taken as unknown, and a contact that holds what a file says counts as up to date. Later, both are looked up.',
  atOnceConcurrency: (concurrency: number | string) => `${concurrency} at once`,
  noLimitMinute: 'no limit a minute',
  peopleTextedADay: 'People texted a day, at most',
  peopleTextedADayHelp: 'Over all runs of the account. What is left goes on the next day.',
  aMinuteRequestsPerMinute: (requestsPerMinute: number) => `${requestsPerMinute} a minute`,
  readAgainAfterMinutes: (freshReadAfterMinutes: number | string) => `read again after ${freshReadAfterMinutes} minutes`,
  advanced: 'Advanced',
  backToAutomatic: (title: string) => `${title}: back to automatic`,
  automaticAgain: 'Back to automatic',
  lookForRefusalInLatest: 'Look for a refusal in the latest messages',
  lookForRefusalHelp:
    'Before consent is given. Where a contact’s record does not say that they agreed, their latest messages are read, with one more request each. Who wrote STOP needs your OK.',
}

export const generalSettingsWords = {
  asSystem: 'As the system',
  light: 'Light',
  dark: 'Dark',
  small: 'Small',
  normal: 'Normal',
  large: 'Large',
  largest: 'Largest',
  you: 'You',
  yourName: 'Your name',
  yourNameHelp: 'Signs every import and every consent record.',
  timeZone: 'Time zone',
  timeZoneHelp: 'Nobody is texted while it is night here, and the texts of a day are counted by it.',
  asThisComputer: 'As this computer',
  country: 'Country',
  countryHelp: 'For phone numbers without a country code.',
  looks: 'Looks',
  theme: 'Theme',
  textSize: 'Text size',
  imports: 'Imports',
  keepImportsFor: 'Keep imports for',
  keepImportsForHelp: 'Files and results. After that, the history offers to forget them; nothing goes by itself. Consent records stay.',
  always: 'Always',
  monthsOne: (months: number) => `${months} months`,
  speed: 'Speed',
  speedHelp: 'Automatic slows down when the service asks, and speeds up again.',
  automatic: 'Automatic',
  ownNumbers: 'Own numbers',
}

export const libraryLicencesWords = {
  listCouldNotBeLoaded: 'The list could not be loaded. It is also beside the program, in licences.txt.',
  librariesAndTheirLicenses: 'Libraries and their licenses',
  licensesOfLibraries: 'Licenses of the libraries',
  loading: 'Loading …',
}

export const settingsPageWords = {
  settingsAreSaved: 'The settings are saved.',
  settings: 'Settings',
  notSavedChanges: (changes: number) => `${counted(changes, 'change')} not saved:`,
  cannotBeSavedAs: (mistakes: number) => `${counted(mistakes, 'value')} cannot be saved as ${mistakes === 1 ? 'it is' : 'they are'}.`,
  discard: 'Discard',
  save: 'Save',
  saveYourChanges: 'Save your changes?',
  notSaved: 'Not saved:',
  stay: 'Stay',
}
