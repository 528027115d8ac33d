import type {
  Answer,
  ContactFilterInput,
  ConversationsExported,
  ConversationsWantedInput,
  EventName,
  ImportFile,
  LedgerFormat,
} from '../engine/contract.ts'

/** A file of practice data that ships with Rollcall. */
export interface Sample {
  /** The file's name under `resources/samples/`. */
  name: string
  /** The program that writes such files. */
  title: string
  description: string
}

/**
 * What a shell answers beside the engine's procedures, through the same `call`; see `shell-procedures.ts`. A path never
 * comes from the page: samples go by their names, and the shell finds the file.
 */
export interface ShellProcedures {
  'shell.samples': { input: Record<string, never>; output: { samples: Sample[] } }
  /** Opens the sample with the engine's `files.open`. */
  'shell.openSample': { input: { name: string }; output: ImportFile }
  /** Opens the rows that a run could not do as a new file, without a way over the person's folders. */
  'shell.openFailedRows': { input: { runId: string }; output: ImportFile }
}

/** Files that the browser shell writes to a private folder and hands out once. The desktop shell has folders instead. */
export interface BrowserShellProcedures {
  /** The system's own dialog, on the same computer; null when it was closed. The folder may then be named in calls. */
  'shell.chooseFolder': { input: Record<string, never>; output: { folder: string | null } }
  'shell.downloadResults': { input: { runId: string; kind: 'results' | 'failed' }; output: Download }
  'shell.downloadReport': { input: { runId: string; name: string }; output: Download }
  'shell.downloadContacts': { input: ContactFilterInput & { columns?: string[]; format: 'csv' | 'xlsx' }; output: Download }
  'shell.downloadDifferences': { input: { since?: number | undefined; format: 'csv' | 'xlsx' }; output: Download }
  'shell.downloadConversations': {
    input: ConversationsWantedInput & { attachmentsBeside?: boolean; format: 'csv' | 'xlsx' | 'json' }
    output: Download
  }
  'shell.downloadLedger': { input: { format: LedgerFormat }; output: Download }
}

export interface Download {
  /** Relative to the page; works once. */
  url: string
  name: string
  rows: number
  /** What became of conversations that were asked for. */
  conversations?: ConversationsExported
}

/**
 * What the desktop shell's preload puts on `window.rollcall`. `call` takes the engine's procedures and `ShellProcedures`,
 * and always answers: a refusal is an answer, not a rejection.
 */
export interface RollcallBridge {
  call(procedure: string, input: unknown, account?: string): Promise<Answer<unknown>>
  /** Returns the function that ends it. */
  on(event: EventName, listener: (payload: unknown) => void): () => void
  /** The system's dialog for one file; null when it was closed. Then `call('files.open', { path })`. */
  openFile(): Promise<{ path: string; name: string } | null>
  /** Where a dropped file is on the disk. */
  pathOfFile(file: File): string
  /** The system's dialog for a folder; null when it was closed. */
  chooseFolder(): Promise<string | null>
  /** The system's dialog for a new file; null when it was closed. The person has agreed to replace an existing one. */
  chooseSavePath(suggestedName: string): Promise<string | null>
  /** Asks where to save a run's report as a PDF, and does; null when the dialog was closed. */
  saveReportPdf(runId: string, suggestedName: string): Promise<Answer<{ path: string; rows: number } | null>>
  /** Shows a file that Rollcall wrote in the system's file manager. */
  showInFolder(path: string): Promise<void>
  /** What the shell tells the page by itself. Returns the function that ends it. */
  onShell(listener: (told: ShellWord) => void): () => void
}

/** `action`: of the menu, by its id in the screens' list of actions. `engine`: it has ended, runs again, or stays down. */
export type ShellWord = { action: string } | { engine: 'lost' | 'open' | 'stopped' }
