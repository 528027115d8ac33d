import { count, counted, durationText, rate } from '../format.ts'
import type { RunWords } from '../kind-words.ts'

export const latestRowsWords = {
  latestRows: 'Latest rows',
  showAllEnded: (ended: number) => `Show all ${count(ended)}`,
  noName: 'No name',
  rowLine: (line: number) => `row ${count(line)}`,
}

export const longWaitWords = {
  serviceWantsLongBreakWhat: 'The service wants a long break. What shall Rollcall do?',
  itWaitsAndGoes:
    'It waits and goes on by itself, as long as it is open; nothing is lost when you close it. Or try now whether the service answers already; no row fails because of it.',
  tryNow: 'Try now',
  pauseUntilIResume: 'Pause until I resume',
}

export const runMeterWords = {
  progress: 'Progress',
  rows: (toSend: number) => counted(toSend, 'row'),
  leftSecondsLeft: (secondsLeft: number) => `${durationText(secondsLeft)} left`,
  rowsDone: 'Rows done',
  ofRowsEnded: (ended: number, toSend: number) => `${count(ended)} of ${count(toSend)} rows`,
  youCanCloseThisPage:
    'You can close this page or work on something else. The import goes on while Rollcall is open, and can be resumed if the computer stops.',
}

export const runScreenWords = {
  run: 'Run',
  intoName: (name: string) => `into ${name}`,
  inPractice: 'in practice',
  whatWentWrong: 'What went wrong',
  whatWentWrongSoFar: 'What went wrong so far',
  cancelTheName: (name: string) => `Cancel the ${name}…`,
  rowsSoFar: 'Rows so far',
  showResults: 'Show results',
  signInAndResume: 'Sign in and resume',
  resumeAsBefore: 'Resume as before',
  waitUntilThen: 'Wait until then',
  tryNow: 'Try now',
  resume: 'Resume',
  pause: 'Pause',
  cancelThisName: (name: string) => `Cancel this ${name}?`,
  willNotBeDone: (pending: number, done: number, { name, notDone, afterCancel }: Pick<RunWords, 'name' | 'notDone' | 'afterCancel'>) =>
    `${counted(pending, 'row')} will not be ${notDone}. What is done stays: ${count(done)} so far. A canceled ${name} cannot be resumed, but its ${afterCancel}.`,
  keepRunning: 'Keep running',
  cancelThe: (name: string) => `Cancel the ${name}`,
  signInToGoOn: 'Sign in to go on',
  notNow: 'Not now',
  signIn: 'Sign in',
}

export const runStepWords = {
  allImports: 'All imports',
}

export const soFarCardWords = {
  aSecondCallsPerSecond: (callsPerSecond: number) => `${rate(callsPerSecond)} a second`,
  soFar: 'So far',
  countedOf: (rows: number, done: number) => `${count(rows)} of ${count(done)} rows counted`,
  failed: 'Failed',
  notKnownUnknown: (unknown: number) => `, ${count(unknown)} not known`,
  changesMadeAtService: 'Changes made at the service',
  speed: 'Speed',
  started: 'Started',
}

export const throughputPlotWords = {
  changesSecondNotMeasuredYet: 'Changes a second: not measured yet.',
  changesOverLastSecondNow: (series: number, calls: number, most: number, waited: number) =>
    `Changes over the last ${counted(series, 'second')}: ${count(calls)} a second now, ${count(most)} at most${waited > 0 ? `, waiting for ${counted(waited, 'second')}` : ''}.`,
  lastSeconds: (shownSeconds: number) => `Changes a second, last ${shownSeconds} seconds`,
  waiting: 'waiting',
}

export const waitingNoticeWords = {
  itTakesOnlySoMany:
    'It takes only so many requests a minute. That is normal: no row fails because of it, and the import goes on by itself.',
  suchTroubleMostlyPasses:
    'Such trouble usually passes by itself. What was refused is tried again; what must not happen twice is looked up first.',
  lookAtInternetConnection:
    'Look at the internet connection. As long as it is away no row fails, and Rollcall goes on by itself as soon as it is back.',
  thatLimitIsYours: 'That limit is yours: it can be changed in the settings, for the next import.',
  changeWhoseAnswerWasLost:
    'A change whose answer was lost may still arrive. What must not happen twice is tried again only when it cannot arrive any more.',
  nothingIsWrongNothingElse: 'Nothing is wrong: nothing more is changed until that was seen, or only the last checks are left.',
  nobodyIsTextedAtNight:
    'Nobody is texted at night, wherever they may be. Rollcall goes on by itself as long as it is open, and looks at the clock again after every pause.',
  noMoreTextsToday:
    'The account texts only so many people a day, over all runs. Rollcall goes on by itself as long as it is open; the number is in the settings.',
  signInAgainToGo: 'Sign in again to go on. No row fails because of it.',
  goesOnIn: 'goes on in',
  now: 'now',
}
