import type { Route } from '../app/route.svelte.ts'

interface PageHelp {
  title: string
  sentences: string[]
  /** Keys of this page alone. */
  keys: { title: string; key: string }[]
}

const steps: Record<Extract<Route, { page: 'import' }>['step'], PageHelp> = {
  file: {
    title: 'What is in this file?',
    sentences: [
      'Say what the file brings and whom it is for. Nothing is changed by opening a file: Rollcall works on a copy of it.',
      'What Rollcall found out about the file can be changed where it is shown.',
    ],
    keys: [],
  },
  mapping: {
    title: 'Map columns',
    sentences: [
      'Questions that only you can answer stand first. Press a column to see its values and what becomes of them.',
      'What is left out changes nothing in your account.',
    ],
    keys: [
      { title: 'Undo a choice', key: 'Ctrl Z' },
      { title: 'Redo it', key: 'Ctrl Shift Z' },
    ],
  },
  review: {
    title: 'Review changes',
    sentences: [
      'Every change that the import would make, old value and new. Nothing has changed yet.',
      'Will change: rows that change something. Needs your OK: rows that wait for your answer. Can’t be used: a value is wrong. Left out: not imported, each for the reason beside it. Up to date: your account says so already.',
    ],
    keys: [{ title: 'Search the rows', key: '/' }],
  },
  run: {
    title: 'Importing',
    sentences: ['You may leave this page, or close Rollcall: the import goes on exactly where it was.'],
    keys: [],
  },
  results: {
    title: 'Results',
    sentences: ['What became of every row. The result file has all of them; rows that failed can be fixed and imported again.'],
    keys: [],
  },
}

const pages: Record<Exclude<Route['page'], 'import'>, PageHelp> = {
  start: {
    title: 'Imports',
    sentences: [
      'Drop a file anywhere, on any page, to begin. Nothing changes before you have seen it.',
      'What waits for you stands first: imports that are paused, rows that need your OK.',
    ],
    keys: [],
  },
  contacts: {
    title: 'Contacts',
    sentences: [
      'The address book as Rollcall last read it. Sync reads it again.',
      'The search looks at names, numbers, tags, e-mail addresses, custom fields and notes. Open a contact to see all that is known, and all that imports changed.',
      'Export it, change cells in your spreadsheet, and drop the file here: only what you changed is imported.',
    ],
    keys: [],
  },
  changes: {
    title: 'What changed',
    sentences: [
      'What the service showed otherwise than Rollcall knew it: contacts that are new, changed from what to what, and gone. Rollcall’s own changes are in History.',
      'Who is gone is marked, not deleted, and no import finds them any more. The service tells no time of an edit, so none is shown.',
    ],
    keys: [],
  },
  history: {
    title: 'History',
    sentences: [
      'Every import of this account. Press one for its results.',
      'Undo puts back what still is as the import left it. Before anything changes, it shows what comes back and what cannot.',
    ],
    keys: [],
  },
  run: steps.results,
  undo: {
    title: 'Undo',
    sentences: [
      'Nothing has been changed yet. Fields that somebody edited since stay as they are.',
      'Consent is never given back by itself: such changes wait for your OK.',
    ],
    keys: [],
  },
  ledger: {
    title: 'Consent ledger',
    sentences: [
      'Each time an import set somebody’s consent: who, when, on what evidence, from which row of which file.',
      'Records are only ever added, and each seals the one before. Rollcall reads all of them when this page opens, and says if one is not as it was written.',
    ],
    keys: [],
  },
  settings: {
    title: 'Settings',
    sentences: ['Changes count once they are saved. Speed and the other advanced numbers suit most accounts as they are.'],
    keys: [],
  },
  'sign-in': {
    title: 'Sign in',
    sentences: ['Each account keeps its own imports, recipes and history. Your password is not kept.'],
    keys: [],
  },
}

/** What a page is for, in the words of the office, and its own keys. */
export function pageHelp(route: Route): PageHelp {
  return route.page === 'import' ? steps[route.step] : pages[route.page]
}
