import type { KeptEntry, UnattendedOutcome, WatchedFolder } from '../../../src-main/engine/contract.ts'
import { count, dateText, dayText, shortDayText } from '../format.ts'

const clockText = new Intl.DateTimeFormat(navigator.language, { timeStyle: 'short' })
const weekdayText = new Intl.DateTimeFormat('en-US', { weekday: 'long' })
const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

export type When = Pick<KeptEntry, 'hour' | 'minute' | 'weekday' | 'dayOfMonth'>

const atTime = ({ hour, minute }: When) => clockText.format(new Date(2026, 0, 1, hour, minute))

/** "Fridays at 6:00 PM", "On day 1 of each month at 7:30 AM". */
export function whenWords(when: When): string {
  if (when.dayOfMonth !== null) return `On day ${when.dayOfMonth} of each month at ${atTime(when)}`
  return when.weekday === null ? `Every day at ${atTime(when)}` : `${weekdayName(when.weekday)}s at ${atTime(when)}`
}

export const weekdayName = (weekday: (typeof weekdays)[number]): string =>
  weekdayText.format(new Date(2026, 1, 1 + weekdays.indexOf(weekday)))

/** When the scheduler starts it next, by the clock of this computer. */
export function nextStart({ hour, minute, weekday, dayOfMonth }: When, nowMs: number): Date {
  const now = new Date(nowMs)
  for (let days = 0; ; days += 1) {
    const at = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour, minute)
    const isDay = (weekday === null || weekdays[at.getDay()] === weekday) && (dayOfMonth === null || at.getDate() === dayOfMonth)
    if (isDay && at.getTime() > nowMs) return at
  }
}

export const outcomeWords: Record<UnattendedOutcome, string> = {
  imported: 'imported',
  sameFile: 'the same file again, not imported',
  unlike: 'stopped, unlike the last ones',
  rows: 'imported, rows failed',
  stopped: 'stopped',
  error: 'could not be imported',
  discarded: 'discarded',
}

export const watchStateWords: Record<WatchedFolder['state'], { title: string; tone: 'good' | 'warn' | 'neutral' }> = {
  watching: { title: 'Watching', tone: 'good' },
  working: { title: 'Importing', tone: 'good' },
  unreachable: { title: 'Not reachable', tone: 'warn' },
  elsewhere: { title: 'Watched by another program', tone: 'neutral' },
  resting: { title: 'Not watching', tone: 'neutral' },
}

export const scheduleSettingsWords = {
  watchedFolders: 'Watched folders',
  watchFolder: 'Watch a folder…',
  noFolders:
    'No folder is watched. What is dropped into a watched folder is imported by itself, by one of your recipes, as long as Rollcall is open.',
  edit: 'Edit…',
  editOf: (name: string) => `Edit the folder of ${name}`,
  recipeGone: 'The recipe is gone',
  unreachableSince: (seconds: number) => `The folder cannot be reached since ${dateText(seconds)}.`,
  waiting: (files: number) => `${count(files)} ${files === 1 ? 'file waits' : 'files wait'} for the service or for a sign-in.`,
  byRecipe: 'Imports by itself within the limits of its recipe.',
  lastFile: (seconds: number, outcome: string) => `Last file: ${dayText(seconds)}, ${outcome}.`,
  schedules: 'Schedules',
  addSchedule: 'Add a schedule…',
  noSchedules:
    'No schedule. This computer can start Rollcall at a time of your choice, also while it is closed, as long as you are signed in to the computer.',
  next: (at: Date) => `Next: ${dayText(at.getTime() / 1000)}.`,
  last: (seconds: number, message: string) => `Last: ${shortDayText(seconds)}, ${message}`,
  entryIn: (by: string, does: string) => `Entry in ${by}: ${does}`,
  imports: (folder: string, recipe: string) => `${folder}, by ${recipe}`,
  syncs: 'syncs the contacts',
  showEntry: 'Show the entry',
  showEntryOf: (name: string) => `Show the entry ${name}`,
  remove: 'Remove…',
  removeOf: (name: string) => `Remove the entry ${name}`,
  removeEntry: (name: string) => `Remove “${name}”?`,
  removeMeans: (by: string) => `The entry goes out of ${by}. The files in its folder stay.`,
  removeIt: 'Remove',
  cancel: 'Cancel',
  close: 'Close',
  whenRan: 'When a list ran by itself',
  tellMe: 'Tell me',
  tellMeHelp: 'A notification on this computer. A report and the result files lie beside the list in any case.',
  always: 'Always',
  problems: 'Only when something needs me',
  never: 'Never',
  mail: 'Also by e-mail to',
  mailHelp: {
    sendmail: 'Sent by the mail program of this computer (sendmail). Counts only; nobody is named.',
    draft:
      'This computer has no program that sends mail by itself. The start page offers a draft for your mail program instead, and you press Send there.',
  },
  webhook: 'Also to a web address',
  webhookNone: 'Counts are posted there as JSON, and nobody is named. It begins with https://.',
  webhookAt: (host: string) => `Counts are posted to ${host}. The rest of the address is kept like a password.`,
  change: 'Change…',
  set: 'Set…',
  tryIt: 'Try it',
  tried: (told: number) => (told === 0 ? 'Nobody else is to be told.' : 'Told.'),
  webhookTitle: 'Post to a web address',
  webhookAddress: 'Address',
  webhookAddressHelp: 'Leave it blank for none. It is shown only now.',
  save: 'Save',
  events: 'Events of the service',
  eventsHelp:
    'The service can tell of changes as they happen. Each contact that an event tells of is read again; nothing that an event says is stored.',
  receive: 'Receive events',
  stop: 'Stop',
  receivedAt: 'Received on this computer at',
  addressIsSecret:
    'The end of the address is a secret: whoever knows it can send events. For the service to reach it, set up a tunnel to this port.',
  showAddress: 'Show the address',
  hideAddress: 'Hide it',
  newAddress: 'New address…',
  newAddressTitle: 'A new address?',
  newAddressMeans: 'Events that still go to the old address are not heard any more. Give the service the new one.',
  eventsSoFar: (events: number, read: number) =>
    `${count(events)} ${events === 1 ? 'event' : 'events'} since Rollcall was started, ${count(read)} ${read === 1 ? 'contact' : 'contacts'} read again.`,
}

export const watchDialogWords = {
  title: 'Watch a folder',
  editTitle: 'Watched folder',
  about: 'What is dropped into it is imported there',
  recipe: 'Recipe',
  recipeHelp: 'A file is imported within its limits. What is unlike the last lists, and rows that need your OK, wait for you.',
  noRecipe: 'Save a recipe first: import such a list once, and save its mapping.',
  folder: 'Folder',
  choose: 'Choose a folder…',
  chooseAnother: 'Choose another…',
  noFolder: 'None chosen yet',
  whatHappens:
    'A file is taken once it has not changed for 10 seconds. It moves to “in progress”, then to “done” or “needs attention”, with its results beside it.',
  watch: 'Watch it',
  save: 'Save',
  stopWatching: 'Stop watching',
  cancel: 'Cancel',
}

export const scheduleDialogWords = {
  title: 'Add a schedule',
  about: 'What it does, it does there',
  name: 'Name',
  nameFor: (recipe: string, account: string) => `${recipe}, ${account}`,
  does: 'What it does',
  importFolder: 'Import what lies in a folder',
  sync: 'Sync the contacts',
  when: 'Day',
  everyDay: 'Every day',
  dayOfMonth: (day: number) => `Day ${day} of the month`,
  at: 'Time',
  preview: 'Show the entry…',
  addTitle: (by: string) => `Add this entry to ${by}?`,
  entryTitle: (by: string) => `The entry in ${by}`,
  runs: 'Runs',
  doesShort: 'Does',
  takes: (folder: string, recipe: string) => `Imports the files in ${folder} with the recipe ${recipe}`,
  as: 'As',
  asYou: 'You, only while you are signed in to this computer. No administrator rights',
  stops: 'Stops itself',
  stopsWhen: 'When a list is unlike the last ones, or the sign-in has expired',
  exactly: 'Exactly this is written',
  started: 'Starts',
  later: (by: string) => `You can show and remove it here at any time, and see it in ${by} itself.`,
  add: 'Add the entry',
  back: 'Back',
}
