import type { BrowserWindow, Dialog, IpcMain, Shell, WebFrameMain } from 'electron'
import { basename } from 'node:path'
import { z } from 'zod'
import {
  type Answer,
  type EngineClient,
  type EventName,
  events,
  type Input,
  procedures,
  type ProcedureName,
} from '../../engine/contract.ts'
import { AppError } from '../../engine/model/errors.ts'
import { inAccount } from '../in-account.ts'
import { isWatchedFolder } from '../named-folders.ts'
import { isNestedTooDeep } from '../nested-input.ts'
import { createShellProcedures, isShellProcedure } from '../shell-procedures.ts'
import { askChannel, type BridgeAsk, type BridgeAsks, eventChannel } from './bridge-channels.ts'
import { createAddressConfirmation } from './confirmed-addresses.ts'
import type { ChosenPaths } from './chosen-paths.ts'
import { allowPaths, noteWrittenFiles } from './path-procedures.ts'
import { saveReportPdf } from './save-report-pdf.ts'
import { isTrustedSender } from './security.ts'

const askSchemas: { [A in BridgeAsk]: z.ZodType<BridgeAsks[A]['input']> } = {
  call: z.object({ procedure: z.string().max(100), input: z.unknown(), account: z.string().max(200).optional() }),
  openFile: z.null(),
  noteDropped: z.object({ path: z.string() }),
  chooseFolder: z.null(),
  chooseSavePath: z.object({ suggestedName: z.string().max(255) }),
  saveReportPdf: z.object({ runId: z.string().min(1).max(200), suggestedName: z.string().max(255) }),
  showInFolder: z.object({ path: z.string() }),
}

const importableFiles = [
  { name: 'Contact lists', extensions: ['csv', 'tsv', 'tab', 'txt', 'xlsx', 'xlsm', 'vcf', 'vcard', 'zip', 'gz'] },
  { name: 'All files', extensions: ['*'] },
]

export interface IpcOptions {
  client: EngineClient
  samplesFolder: string
  paths: ChosenPaths
  window: () => BrowserWindow | null
  dialog: Pick<Dialog, 'showOpenDialog' | 'showSaveDialog' | 'showMessageBox'>
  shell: Pick<Shell, 'showItemInFolder'>
  /** Prints a page of HTML on the disk. */
  pageAsPdf: (path: string) => Promise<Uint8Array>
}

/** What the main process does for each ask of the bridge. Inputs are parsed by `answerAsk`. */
export function createBridgeAnswers(options: IpcOptions): {
  [A in BridgeAsk]: (input: BridgeAsks[A]['input']) => Promise<BridgeAsks[A]['output']>
} {
  const { client, paths, dialog } = options
  const refuseAddress = createAddressConfirmation(options)
  const shellProcedures = (account: string | undefined) =>
    createShellProcedures({ client: inAccount(client, account), samplesFolder: options.samplesFolder })

  /** One dialog at a time: a page that goes wrong cannot fill the screen with them. */
  let isChoosing = false

  async function choose(
    grant: (path: string) => Promise<void>,
    open: (window: BrowserWindow) => Promise<string | undefined>,
  ): Promise<string | null> {
    const window = options.window()
    if (!window || isChoosing) return null
    isChoosing = true
    const path = await open(window).finally(() => void (isChoosing = false))
    if (!path) return null
    await grant(path)
    return path
  }

  const chooseTarget = (suggestedName: string): Promise<string | null> =>
    choose(paths.grantWriting, async (window) => {
      // Some systems ask before a file is replaced only when they are told to.
      const { filePath } = await dialog.showSaveDialog(window, {
        defaultPath: basename(suggestedName),
        properties: ['showOverwriteConfirmation', 'createDirectory'],
      })
      return filePath
    })

  return {
    async call({ procedure, input, account }) {
      if (isShellProcedure(procedure)) return shellProcedures(account).call(procedure, input)
      if (!isEngineProcedure(procedure)) return refusal('There is no such procedure.', 'Restart Rollcall.')
      if (isNestedTooDeep(input)) return refusal('This call is nested too deep.', 'Restart Rollcall.')
      const call = await allowPaths(procedure, input, paths, (folder) => isWatchedFolder(inAccount(client, account), folder))
      if ('refusal' in call) return call.refusal
      const declined = await refuseAddress(procedure, call.input)
      if (declined !== null) return declined
      // The engine parses every input with the procedure's schema, so what the page sent is checked there.
      const answer = await client.call(procedure, call.input as Input<typeof procedure>, account)
      await noteWrittenFiles(procedure, answer, paths)
      return answer
    },
    async openFile() {
      const path = await choose(paths.grantReading, async (window) => {
        const { filePaths } = await dialog.showOpenDialog(window, { properties: ['openFile'], filters: importableFiles })
        return filePaths[0]
      })
      return path === null ? null : { path, name: basename(path) }
    },
    async noteDropped({ path }) {
      await paths.grantReading(path)
      return null
    },
    chooseFolder: () =>
      choose(paths.grantFolder, async (window) => {
        const { filePaths } = await dialog.showOpenDialog(window, { properties: ['openDirectory', 'createDirectory'] })
        return filePaths[0]
      }),
    chooseSavePath: ({ suggestedName }) => chooseTarget(suggestedName),
    async saveReportPdf({ runId, suggestedName }) {
      const path = await chooseTarget(suggestedName)
      if (path === null) return { ok: true, value: null }
      const target = await paths.mayWrite(path)
      if (target === null) return refusal('The report cannot be saved there.', 'Choose another place.')
      const saved = await saveReportPdf(options, runId, target)
      if (saved.ok) await paths.noteWritten(saved.value.path)
      return saved
    },
    async showInFolder({ path }) {
      const shown = await paths.mayShow(path)
      if (shown !== null) options.shell.showItemInFolder(shown)
      return null
    },
  }
}

/** Answers one message of the preload. Throws for a sender that is not the app's page, and for an ask that does not exist. */
export async function answerAsk(
  answers: ReturnType<typeof createBridgeAnswers>,
  sender: Pick<WebFrameMain, 'url' | 'parent'> | null,
  method: unknown,
  input: unknown,
): Promise<unknown> {
  if (!isTrustedSender(sender)) throw new Error('This message does not come from Rollcall.')
  if (!isAsk(method)) throw new Error('There is no such request.')
  return parsedAsk(answers, method, input)
}

/** Connects the bridge: every ask of the page, and every event of the engine to the window. Returns the function that ends it. */
export function connectBridge(ipc: Pick<IpcMain, 'handle' | 'removeHandler'>, options: IpcOptions): () => void {
  const answers = createBridgeAnswers(options)
  ipc.handle(askChannel, (event, method: unknown, input: unknown) => answerAsk(answers, event.senderFrame, method, input))
  const ends = (Object.keys(events) as EventName[]).map((name) =>
    options.client.on(name, (payload) => {
      const window = options.window()
      if (window && !window.isDestroyed()) window.webContents.send(eventChannel, name, payload)
    }),
  )
  return () => {
    ipc.removeHandler(askChannel)
    for (const end of ends) end()
  }
}

function parsedAsk<A extends BridgeAsk>(answers: ReturnType<typeof createBridgeAnswers>, method: A, input: unknown): Promise<unknown> {
  return answers[method](askSchemas[method].parse(input))
}

function isAsk(method: unknown): method is BridgeAsk {
  return typeof method === 'string' && Object.hasOwn(askSchemas, method)
}

function isEngineProcedure(name: string): name is ProcedureName {
  return Object.hasOwn(procedures, name)
}

function refusal(message: string, hint: string): Answer<never> {
  return { ok: false, error: new AppError('usage', message, hint).toAnswer() }
}
