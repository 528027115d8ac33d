import type { ImportKind, RunKind, RunSummary } from '../../src-main/engine/contract.ts'

/** What a kind of run is called, and what the screens offer for it. */
export interface RunWords {
  title: string
  /** What a run of it is called: an import, an undo of one, or a run that texts people. */
  name: 'import' | 'undo' | 'run'
  /** What stands before how far it is, and what happens to no row after somebody cancels it. */
  running: string
  notDone: string
  /** The heading over what came of it, and what stands before its state while it is under way. */
  results: string
  prefix: string
  /** What can be done about what a cancelled one has left. */
  afterCancel: string
  canRetry: boolean
  canUndo: boolean
  /** Said with the results of one that cannot be undone; null otherwise. */
  noUndo: string | null
  /** Added where somebody decides that a row of unknown outcome has arrived. */
  decidedDone: string
  /** What happens where a row is sent again that had arrived. */
  sentTwice: string
}

/** The same of a kind of import, and what the wizard asks for it. */
interface ImportWords extends RunWords {
  help: string
  /** What happens to its contacts: `12 contacts … will be changed`. */
  effect: string
  /** What a text put together from columns is good for. */
  templates: string
  /** Whether it changes records field by field: then blank cells, missing contacts, shared fields and merging are asked for. */
  writesRecord: boolean
  /** Whether of several rows about one contact one counts. */
  hasDuplicates: boolean
  /** Whether it brings posts into conversations: then it is asked whether these are resolved. */
  hasConversations: boolean
  /** Whether it texts people: then what is written, and when it leaves, is asked for. */
  textsPeople: boolean
  /** Whether it is about the conversations of one department, which is asked for. */
  hasDepartment: boolean
  /** Whether each row is a group of people, for whom a department for group messaging is needed; absent where it is not. */
  isOfGroups?: true
}

const imported = {
  name: 'import' as const,
  running: 'Importing: ',
  notDone: 'imported',
  results: 'Results',
  prefix: '',
  afterCancel: 'file can be imported again; what is done already is then found unchanged',
  canRetry: true,
  canUndo: true,
  noUndo: null,
  decidedDone: '',
  sentTwice: 'What did arrive the first time then happens twice: a contact that was created is created once more.',
}

const texted = {
  ...imported,
  name: 'run' as const,
  running: 'Texting: ',
  notDone: 'texted',
  afterCancel: 'list can be used again; the same words go to nobody a second time within 14 days',
}

const columnsTogether = 'For a field that several columns and your own words make together, such as “Customer since {{Created}}, {{City}}”.'

export const kindWords: Record<ImportKind, ImportWords> = {
  contacts: {
    ...imported,
    title: 'Contacts',
    help: 'Names, tags, notes and other fields.',
    effect: 'will be changed',
    templates: columnsTogether,
    writesRecord: true,
    hasDuplicates: true,
    hasConversations: false,
    textsPeople: false,
    hasDepartment: false,
  },
  consent: {
    ...imported,
    title: 'Consent',
    help: 'Only who agreed to texts, and who refused.',
    effect: 'will have their consent set',
    templates: columnsTogether,
    writesRecord: false,
    hasDuplicates: true,
    hasConversations: false,
    textsPeople: false,
    hasDepartment: false,
  },
  resolve: {
    ...imported,
    title: 'Conversations to resolve',
    help: 'They leave the dashboard, with a disposition if you have one.',
    effect: 'will have their conversation resolved',
    templates: columnsTogether,
    writesRecord: false,
    hasDuplicates: true,
    hasConversations: false,
    textsPeople: false,
    hasDepartment: true,
    canUndo: false,
    noUndo: 'Rollcall cannot open a conversation again; it opens when its customer writes.',
    sentTwice: 'A conversation that was resolved the first time is then resolved once more: one more entry in its history.',
  },
  whispers: {
    ...imported,
    title: 'Whispers',
    help: 'Internal notes in conversations. Only your office sees them.',
    effect: 'will get whispers in their conversations',
    templates:
      'The service shows every whisper with the time of the import. Write the real time into the text, or anything else from the file.',
    writesRecord: false,
    hasDuplicates: false,
    hasConversations: true,
    textsPeople: false,
    hasDepartment: true,
    canUndo: false,
    noUndo: 'Whispers cannot be taken back: the service has no way to remove them.',
    decidedDone: ', not by a later import of the same file either',
    sentTwice: 'A whisper that did arrive the first time is then there twice, and cannot be taken back.',
  },
  messages: {
    ...imported,
    title: 'Message history',
    help: 'Past conversations with your contacts. Nobody is texted.',
    effect: 'will get messages in their history',
    templates:
      'The service shows every imported message with the time of the import. Write the real time into the text, or anything else from the file.',
    writesRecord: false,
    hasDuplicates: false,
    hasConversations: true,
    textsPeople: false,
    hasDepartment: true,
    canUndo: false,
    noUndo: 'Imported messages cannot be taken back: the service has no way to remove them.',
    decidedDone: ', not by a later import of the same history either',
    sentTwice: 'A message that did arrive the first time is then there twice, and cannot be taken back.',
  },
  send: {
    ...texted,
    title: 'Text people',
    help: 'A text message to each person of the list. People who refused are never texted.',
    effect: 'will be texted',
    templates: 'Write one message for everybody, with columns of the file in it, such as “Hi {{First name}}, your visit is on {{Date}}.”',
    writesRecord: false,
    hasDuplicates: true,
    hasConversations: true,
    textsPeople: true,
    hasDepartment: true,
    canUndo: false,
    noUndo: 'Messages that were sent cannot be taken back: people have them on their phones.',
    decidedDone: ', not by the same message in another file either',
    sentTwice: 'A person whom the message did reach the first time is then texted twice.',
  },
  groupSend: {
    ...texted,
    title: 'Text groups',
    help: 'One text to each group of people, who then read each other. A group with anybody who refused is never texted.',
    effect: 'will be texted',
    templates: 'Write one message for every group, with columns of the file in it, such as “The {{Team}} meets on {{Date}}.”',
    writesRecord: false,
    hasDuplicates: true,
    hasConversations: true,
    textsPeople: true,
    hasDepartment: true,
    isOfGroups: true,
    canUndo: false,
    noUndo: 'Messages that were sent cannot be taken back: people have them on their phones.',
    decidedDone: ', not by the same message in another file either',
    sentTwice: 'A group that the message did reach the first time is then texted twice.',
  },
  requestConsent: {
    ...texted,
    running: 'Asking: ',
    notDone: 'asked',
    afterCancel: 'list can be used again; nobody is asked a second time',
    title: 'Requests for consent',
    help: 'People who were never asked are texted whether they agree. Each person once, in the service’s own words.',
    effect: 'will be asked for consent',
    templates: columnsTogether,
    writesRecord: false,
    hasDuplicates: true,
    hasConversations: false,
    textsPeople: true,
    hasDepartment: false,
    canUndo: false,
    noUndo: 'Questions that people were texted cannot be taken back.',
    decidedDone: ', not from another file either',
    sentTwice: 'A person whom the question did reach the first time is then asked twice.',
  },
}

/** What a history of both directions says otherwise. */
const ofBothDirections: Pick<RunWords, 'noUndo' | 'sentTwice'> = {
  noUndo: 'Imported messages and whispers cannot be taken back: the service has no way to remove them.',
  sentTwice: 'A message or whisper that did arrive the first time is then there twice, and cannot be taken back.',
}

export const runWords: Record<RunKind, RunWords> = {
  ...kindWords,
  undo: {
    ...imported,
    title: 'Undo',
    name: 'undo',
    results: 'What was taken back',
    prefix: 'Undo: ',
    running: 'Undo: ',
    notDone: 'taken back',
    afterCancel: 'import can be undone again; what is done already is then found unchanged',
    canRetry: false,
    canUndo: false,
  },
}

/** The words of one run. */
export function wordsOfRun({ kind, hasWhispers }: Pick<RunSummary, 'kind' | 'hasWhispers'>): RunWords {
  return hasWhispers === true ? { ...runWords[kind], ...ofBothDirections } : runWords[kind]
}

export const kinds = Object.keys(kindWords) as ImportKind[]

/** What most files hold: shown first where a kind is chosen. */
export const mainKinds: readonly ImportKind[] = ['contacts', 'consent', 'messages']
