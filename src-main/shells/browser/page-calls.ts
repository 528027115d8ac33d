import { z } from 'zod'
import { type Answer, type EngineClient, type Input, procedures, type ProcedureName } from '../../engine/contract.ts'
import { AppError, asAppError } from '../../engine/model/errors.ts'
import type { FolderDialog } from '../folder-dialog.ts'
import { inAccount } from '../in-account.ts'
import { isWatchedFolder, namesFolder } from '../named-folders.ts'
import { isNestedTooDeep } from '../nested-input.ts'
import { createShellProcedures, isShellProcedure } from '../shell-procedures.ts'
import { type createDownloads, isDownloadProcedure } from './downloads.ts'

const messageSchema = z.object({
  id: z.int().min(0),
  procedure: z.string().max(100),
  input: z.unknown(),
  account: z.string().max(200).optional(),
})
export type PageMessage = z.infer<typeof messageSchema>

/**
 * A path never comes from the page, which uploads and downloads instead: whatever procedure needs one is refused, and any other where the
 * page names one.
 */
function takesPath(name: ProcedureName, input: unknown): boolean {
  const named = typeof input === 'object' && input !== null ? input : {}
  return Object.entries(procedures[name].input.shape).some(
    ([property, schema]) => /path|folder/i.test(property) && (Object.hasOwn(named, property) || !schema.safeParse(undefined).success),
  )
}

const withFolder = z.looseObject({ folder: z.string() })

/** A message of the page; null when it is none, or is nested deeper than any of ours. */
export function readPageMessage(text: string): PageMessage | null {
  try {
    const message = messageSchema.parse(JSON.parse(text))
    return isNestedTooDeep(message.input) ? null : message
  } catch {
    return null
  }
}

/** Answers a call from the page: what the engine or the shell says, or a refusal. Never rejects. */
export function createPageCalls(
  client: EngineClient,
  shellOf: (client: EngineClient) => ReturnType<typeof createShellProcedures>,
  downloads: ReturnType<typeof createDownloads>,
  chooseFolder: FolderDialog,
) {
  /** What a person has chosen in the system's dialog since the start. */
  const chosen = new Set<string>()

  let openDialog: Promise<Answer<unknown>> | null = null

  /** One dialog at a time: who asks while one is open waits for its answer. */
  function askForFolder(): Promise<Answer<unknown>> {
    openDialog ??= folderOfDialog().finally(() => void (openDialog = null))
    return openDialog
  }

  async function folderOfDialog(): Promise<Answer<unknown>> {
    try {
      const folder = await chooseFolder()
      if (folder !== null) chosen.add(folder)
      return { ok: true, value: { folder } }
    } catch (error) {
      return { ok: false, error: asAppError(error).toAnswer() }
    }
  }

  async function mayNameFolder(procedure: ProcedureName, input: unknown, bound: EngineClient): Promise<boolean> {
    const named = namesFolder(procedure) ? withFolder.safeParse(input) : null
    return named?.success === true && (chosen.has(named.data.folder) || (await isWatchedFolder(bound, named.data.folder)))
  }

  return async ({ procedure, input, account }: PageMessage): Promise<Answer<unknown>> => {
    if (procedure === 'shell.chooseFolder') return askForFolder()
    if (isShellProcedure(procedure)) return shellOf(inAccount(client, account)).call(procedure, input)
    if (isDownloadProcedure(procedure)) return downloads.call(procedure, input, inAccount(client, account))
    if (!isEngineProcedure(procedure)) return refusal('There is no such procedure.')
    if (takesPath(procedure, input) && !(await mayNameFolder(procedure, input, inAccount(client, account))))
      return refusal('The page may not choose paths on this computer.')
    // The engine parses every input with the procedure's schema, so what the page sent is checked there.
    return client.call(procedure, input as Input<typeof procedure>, account)
  }
}

function isEngineProcedure(name: string): name is ProcedureName {
  return Object.hasOwn(procedures, name)
}

function refusal(message: string): Answer<unknown> {
  return { ok: false, error: new AppError('usage', message, 'Reload the page.').toAnswer() }
}
