import { failureWords } from './words/app/failure-words.ts'
import type {
  Answer,
  ContactFilterInput,
  ConversationsExported,
  ConversationsWantedInput,
  ErrorAnswer,
  ErrorCode,
  EventName,
  EventPayload,
  ImportFile,
  Input,
  LedgerFormat,
  Output,
  ProcedureName,
} from '../src-main/engine/contract.ts'
import type { BrowserShellProcedures, RollcallBridge, ShellProcedures } from '../src-main/shells/bridge.ts'
import { type Connection, createSocketTransport, type Transport } from './app/engine-socket.ts'
import { sessionHeaders } from './app/page-session.ts'

declare global {
  interface Window {
    rollcall?: RollcallBridge
  }
}

/** What the engine refused, in words for the person. */
export class EngineError extends Error {
  readonly code: ErrorCode
  readonly hint: string

  constructor({ code, message, hint }: ErrorAnswer) {
    super(message)
    this.code = code
    this.hint = hint
  }
}

type Shell = ShellProcedures & BrowserShellProcedures

const desktop = window.rollcall
const connectionListeners = new Set<(connection: Connection) => void>()
const transport: Transport =
  desktop ?? createSocketTransport((connection) => connectionListeners.forEach((listener) => listener(connection)))

desktop?.onShell((told) => {
  if ('engine' in told) connectionListeners.forEach((listener) => listener(told.engine))
})

/** Where the screens run: with the system's dialogs and paths, or in a browser that uploads and downloads. */
export const isDesktop = desktop !== undefined

/** The account that this page shows; another tab may show another one. */
let ownAccount: string | undefined

/** What is asked from now on is about that account, whichever another tab has opened. */
export function workIn(accountId: string | null): void {
  ownAccount = accountId ?? undefined
}

/** Asks the engine. Throws an `EngineError` with what it refused. */
export async function call<P extends ProcedureName>(procedure: P, input: Input<P>): Promise<Output<P>> {
  return unwrap((await transport.call(procedure, input, ownAccount)) as Answer<Output<P>>)
}

export async function callShell<P extends keyof Shell>(procedure: P, input: Shell[P]['input']): Promise<Shell[P]['output']> {
  return unwrap((await transport.call(procedure, input, ownAccount)) as Answer<Shell[P]['output']>)
}

/** Returns the function that ends it. */
export function on<E extends EventName>(event: E, listener: (payload: EventPayload<E>) => void): () => void {
  return transport.on(event, (payload) => listener(payload as EventPayload<E>))
}

/** What the desktop's menu asks for, by the id of the action. Returns the function that ends it. */
export function onMenuAction(listener: (id: string) => void): () => void {
  return desktop?.onShell((told) => 'action' in told && listener(told.action)) ?? (() => undefined)
}

/** The connection's state from now on: to the browser's server, on the desktop to the engine. */
export function onConnection(listener: (connection: Connection) => void): () => void {
  connectionListeners.add(listener)
  return () => void connectionListeners.delete(listener)
}

/** Opens a file that was dropped or picked in the page. `onShare` gets the part that has arrived, 0 to 1; `signal` ends its arrival. */
export async function openFile(file: File, onShare: (share: number) => void, signal: AbortSignal): Promise<ImportFile> {
  if (desktop) return call('files.open', { path: desktop.pathOfFile(file) })
  return upload(file, onShare, signal)
}

/** The desktop's own dialog; null when it was closed, or where there is none. */
export async function pickFile(): Promise<ImportFile | null> {
  const picked = (await desktop?.openFile()) ?? null
  return picked && call('files.open', { path: picked.path })
}

export type Saved = { files: { path: string; name: string; rows: number }[] } | { downloading: string; rows: number }

/** The system's own dialog for a folder, also from a browser on this computer; null when it was closed. Then it may be named in calls. */
export async function chooseFolder(): Promise<string | null> {
  return desktop ? desktop.chooseFolder() : (await callShell('shell.chooseFolder', {})).folder
}

/** Saves a run's files: into a folder of the person's choice, or as a download. Null when the dialog was closed. */
export async function saveResults(runId: string, kind: 'results' | 'failed'): Promise<Saved | null> {
  if (!desktop) return fetchDownload(await callShell('shell.downloadResults', { runId, kind }))
  const folder = await desktop.chooseFolder()
  return folder === null ? null : call('runs.writeResults', { runId, folder })
}

/** Saves what a run came to as one page. Null when the dialog was closed. */
export async function saveReport(runId: string, fileName: string): Promise<Saved | null> {
  const name = `${fileName.replace(/\.[^.]*$/, '')} - report.html`
  if (!desktop) return fetchDownload(await callShell('shell.downloadReport', { runId, name }))
  const path = await desktop.chooseSavePath(name)
  if (path === null) return null
  const written = await call('runs.writeReport', { runId, path, overwrite: true })
  return { files: [{ ...written, name: written.path }] }
}

/** The same as a PDF, where the shell can; null when the dialog was closed. In a browser the page is printed instead, where that can be chosen. */
export async function saveReportPdf(runId: string, fileName: string): Promise<Saved | null> {
  if (!desktop) {
    window.print()
    return null
  }
  const written = unwrap(await desktop.saveReportPdf(runId, `${fileName.replace(/\.[^.]*$/, '')} - report.pdf`))
  return written && { files: [{ ...written, name: written.path }] }
}

/** Saves the cached contacts that fit as CSV or as a workbook. Null when the dialog was closed. */
export async function saveContacts(format: 'csv' | 'xlsx', filter: ContactFilterInput & { columns?: string[] }): Promise<Saved | null> {
  if (!desktop) return fetchDownload(await callShell('shell.downloadContacts', { ...filter, format }))
  const path = await desktop.chooseSavePath(`contacts.${format}`)
  if (path === null) return null
  const written = await call('contacts.export', { ...filter, path, overwrite: true })
  return { files: [{ ...written, name: written.path }] }
}

/** Saves conversations, and says what became of them. Null when the dialog was closed. */
export async function saveConversations(
  format: 'csv' | 'xlsx' | 'json',
  wanted: ConversationsWantedInput & { attachmentsBeside?: boolean },
): Promise<{ saved: Saved; conversations: ConversationsExported } | null> {
  if (!desktop) {
    const download = await callShell('shell.downloadConversations', { ...wanted, format })
    const { conversations } = download
    return conversations === undefined ? null : { saved: fetchDownload(download), conversations }
  }
  const path = await desktop.chooseSavePath(`conversations.${format}`)
  if (path === null) return null
  const conversations = await call('conversations.export', { ...wanted, path, overwrite: true })
  return { saved: { files: [{ ...conversations, name: conversations.path }] }, conversations }
}

/** Saves what differs between two syncs, as CSV or as a workbook. Null when the dialog was closed. */
export async function saveDifferences(format: 'csv' | 'xlsx', since: number): Promise<Saved | null> {
  if (!desktop) return fetchDownload(await callShell('shell.downloadDifferences', { since, format }))
  const path = await desktop.chooseSavePath(`contacts-changed.${format}`)
  if (path === null) return null
  const written = await call('sync.exportDifferences', { since, path, overwrite: true })
  return { files: [{ ...written, name: written.path }] }
}

/** Asks where to save a file. Null when the dialog was closed; `cannotPick` in a browser, which has no such dialog. */
export const pickSavePath = async (name: string): Promise<string | null> => (desktop ? desktop.chooseSavePath(name) : 'cannotPick')

/** Saves the consent ledger. Null when the dialog was closed. */
export async function saveLedger(format: LedgerFormat): Promise<Saved | null> {
  if (!desktop) return fetchDownload(await callShell('shell.downloadLedger', { format }))
  const path = await desktop.chooseSavePath(`consent-ledger.${format}`)
  if (path === null) return null
  const written = await call('ledger.export', { path, format, overwrite: true })
  return { files: [{ path: written.path, name: written.path, rows: written.records }] }
}

/** Gives up the files that are being saved: whoever saves them gets the failure `cancelled`. */
export const stopSaving = (): Promise<unknown> => call('exports.stop', {})

export function showInFolder(path: string): void {
  void desktop?.showInFolder(path)
}

/** Hands a text to the person as a file. */
export function saveText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  follow(url, name)
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

function fetchDownload({ url, name, rows }: { url: string; name: string; rows: number }): Saved {
  follow(url, name)
  return { downloading: name, rows }
}

function follow(url: string, name: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}

function upload(file: File, onShare: (share: number) => void, signal: AbortSignal): Promise<ImportFile> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const account = ownAccount === undefined ? '' : `&account=${encodeURIComponent(ownAccount)}`
    request.open('POST', `/upload?name=${encodeURIComponent(file.name)}${account}`)
    for (const [name, value] of Object.entries(sessionHeaders())) request.setRequestHeader(name, value)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onShare(total > 0 ? loaded / total : 1)
    request.onload = () => {
      if (request.status !== 200) return reject(new EngineError(uploadFailed))
      try {
        resolve(unwrap(request.response as Answer<ImportFile>))
      } catch (error) {
        reject(error)
      }
    }
    // A file that has been moved or changed since it was picked, or a folder, fails here as well.
    request.onerror = () => reject(new EngineError(uploadFailed))
    request.onabort = () => reject(new EngineError({ ...uploadFailed, code: 'cancelled' }))
    signal.addEventListener('abort', () => request.abort())
    request.send(file)
  })
}

const uploadFailed: ErrorAnswer = {
  code: 'file.unreadable',
  message: failureWords.fileCouldNotBeRead,
  hint: failureWords.checkTheFile,
}

function unwrap<T>(answer: Answer<T>): T {
  if (answer.ok) return answer.value
  throw new EngineError(answer.error)
}
