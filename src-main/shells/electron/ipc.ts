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
import { createShellProcedures, isShellProcedure } from '../shell-procedures.ts'
import { askChannel, type BridgeAsk, type BridgeAsks, eventChannel } from './bridge-channels.ts'
import type { ChosenPaths } from './chosen-paths.ts'
import { isTrustedSender } from './security.ts'

const askSchemas: { [A in BridgeAsk]: z.ZodType<BridgeAsks[A]['input']> } = {
  call: z.object({ procedure: z.string().max(100), input: z.unknown() }),
  openFile: z.null(),
  noteDropped: z.object({ path: z.string() }),
  chooseFolder: z.null(),
  chooseSavePath: z.object({ suggestedName: z.string().max(255) }),
  showInFolder: z.object({ path: z.string() }),
}

/** Where each procedure that takes a path of the disk has it. */
const pathInputs = {
  'files.open': z.looseObject({ path: z.string() }).transform(({ path }) => path),
  'runs.writeResults': z.looseObject({ folder: z.string() }).transform(({ folder }) => folder),
  'contacts.export': z.looseObject({ path: z.string() }).transform(({ path }) => path),
  'ledger.export': z.looseObject({ path: z.string() }).transform(({ path }) => path),
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
  dialog: Pick<Dialog, 'showOpenDialog' | 'showSaveDialog'>
  shell: Pick<Shell, 'showItemInFolder'>
}

/** What the main process does for each ask of the bridge. Inputs are parsed by `answerAsk`. */
export function createBridgeAnswers(options: IpcOptions): {
  [A in BridgeAsk]: (input: BridgeAsks[A]['input']) => Promise<BridgeAsks[A]['output']>
} {
  const { client, paths, dialog } = options
  const shellProcedures = createShellProcedures({ client, samplesFolder: options.samplesFolder })

  async function choose(open: (window: BrowserWindow) => Promise<string | undefined>): Promise<string | null> {
    const window = options.window()
    const path = window ? await open(window) : undefined
    if (!path) return null
    paths.choose(path)
    return path
  }

  return {
    async call({ procedure, input }) {
      if (isShellProcedure(procedure)) return shellProcedures.call(procedure, input)
      if (!isEngineProcedure(procedure)) return refusal('There is no such procedure.', 'Restart Rollcall.')
      if (!mayUsePath(procedure, input, paths)) {
        return refusal('Rollcall only uses files and folders that you chose.', 'Choose the file or the folder again.')
      }
      // The engine parses every input with the procedure's schema, so what the page sent is checked there.
      return client.call(procedure, input as Input<typeof procedure>)
    },
    async openFile() {
      const path = await choose(async (window) => {
        const { filePaths } = await dialog.showOpenDialog(window, { properties: ['openFile'], filters: importableFiles })
        return filePaths[0]
      })
      return path === null ? null : { path, name: basename(path) }
    },
    async noteDropped({ path }) {
      if (path !== '') paths.choose(path)
      return null
    },
    chooseFolder: () =>
      choose(async (window) => {
        const { filePaths } = await dialog.showOpenDialog(window, { properties: ['openDirectory', 'createDirectory'] })
        return filePaths[0]
      }),
    chooseSavePath: ({ suggestedName }) =>
      choose(async (window) => {
        const { filePath } = await dialog.showSaveDialog(window, { defaultPath: basename(suggestedName) })
        return filePath
      }),
    async showInFolder({ path }) {
      if (paths.allows(path)) options.shell.showItemInFolder(path)
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

function mayUsePath(procedure: ProcedureName, input: unknown, paths: ChosenPaths): boolean {
  if (!(procedure in pathInputs)) return true
  const path = pathInputs[procedure as keyof typeof pathInputs].safeParse(input)
  return path.success && paths.allows(path.data)
}

function isAsk(method: unknown): method is BridgeAsk {
  return typeof method === 'string' && Object.hasOwn(askSchemas, method)
}

function isEngineProcedure(name: string): name is ProcedureName {
  return Object.hasOwn(procedures, name)
}

function refusal(message: string, hint: string): Answer<unknown> {
  return { ok: false, error: new AppError('usage', message, hint).toAnswer() }
}
