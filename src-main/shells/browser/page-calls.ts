import { z } from 'zod'
import { type Answer, type EngineClient, type Input, procedures, type ProcedureName } from '../../engine/contract.ts'
import { AppError } from '../../engine/model/errors.ts'
import { inAccount } from '../in-account.ts'
import { isNestedTooDeep } from '../nested-input.ts'
import { createShellProcedures, isShellProcedure } from '../shell-procedures.ts'
import { type createDownloads, isDownloadProcedure } from './downloads.ts'

const messageSchema = z.object({ id: z.int().min(0), procedure: z.string().max(100), input: z.unknown(), account: z.string().max(200).optional() })
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
) {
  return async ({ procedure, input, account }: PageMessage): Promise<Answer<unknown>> => {
    if (isShellProcedure(procedure)) return shellOf(inAccount(client, account)).call(procedure, input)
    if (isDownloadProcedure(procedure)) return downloads.call(procedure, input, inAccount(client, account))
    if (!isEngineProcedure(procedure)) return refusal('There is no such procedure.')
    if (takesPath(procedure, input)) return refusal('The page may not choose paths on this computer.')
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
