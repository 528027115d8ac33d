import { type Answer, events, type EventName, type Output, type ParsedInput, type ProcedureName, procedures } from './contract.ts'
import { createEngineContext, type EngineContext, type EngineOptions } from './procedures/engine-context.ts'
import type { PortEngine } from './engine-port.ts'
import { AppError, asAppError } from './model/errors.ts'
import { accountSchema } from './model/account-schema.ts'
import type { Handlers } from './procedures/handlers.ts'
import { accountProcedures } from './procedures/account-procedures.ts'
import { backupProcedures } from './procedures/backup-procedures.ts'
import { contactProcedures } from './procedures/contact-procedures.ts'
import { conversationProcedures } from './procedures/conversation-procedures.ts'
import { damageProcedures } from './procedures/damage-procedures.ts'
import { draftProcedures } from './procedures/draft-procedures.ts'
import { correctionProcedures } from './procedures/correction-procedures.ts'
import { fileProcedures } from './procedures/file-procedures.ts'
import { forgetProcedures } from './procedures/forget-procedures.ts'
import { ledgerProcedures } from './procedures/ledger-procedures.ts'
import { mappingProcedures } from './procedures/mapping-procedures.ts'
import { planProcedures } from './procedures/plan/plan-procedures.ts'
import { recipeProcedures } from './procedures/recipe-procedures.ts'
import { runProcedures } from './procedures/run-procedures.ts'
import { signInProcedures } from './procedures/sign-in-procedures.ts'
import { syncProcedures } from './procedures/sync-procedures.ts'
import { undoProcedures } from './procedures/undo-procedures.ts'
import { createAutomation } from './procedures/schedule/automation.ts'
import { createTelling } from './procedures/schedule/telling.ts'
import { entryProcedures } from './procedures/schedule/entry-procedures.ts'
import { listenProcedures } from './procedures/schedule/listen-procedures.ts'
import { noticeProcedures } from './procedures/schedule/notice-procedures.ts'
import { unattendedProcedures } from './procedures/schedule/unattended-procedures.ts'
import { watchProcedures } from './procedures/schedule/watch-procedures.ts'
import { asStoreError } from './store/open-store.ts'

/** So long the end of the app waits for who is still being told. */
const toldInAppMs = 5_000
/** A command ends with what it was about: long enough for all tries. */
const toldByCommandMs = 60_000

/** Composes the engine. `call` parses every input with its schema and never throws. */
export function createEngine(options: EngineOptions): PortEngine {
  const listeners: ((event: EventName, payload: unknown) => void)[] = []
  const emit: EngineContext['emit'] = (event, payload) => {
    const parsed = events[event].parse(payload)
    for (const listener of listeners) listener(event, parsed)
  }
  const context = createEngineContext(options, emit)
  const automation = createAutomation(context, (accountId, procedure, input) =>
    context.within(accountId, async () => callHandler(handlers, procedure, input)),
  )
  const telling = createTelling(options.clock, options.automates === true ? toldInAppMs : toldByCommandMs)
  const handlers: Handlers = {
    ...accountProcedures(context),
    ...backupProcedures(context),
    ...signInProcedures(context),
    ...syncProcedures(context),
    ...contactProcedures(context),
    ...conversationProcedures(context),
    ...fileProcedures(context),
    ...correctionProcedures(context),
    ...damageProcedures(context),
    ...mappingProcedures(context),
    ...recipeProcedures(context),
    ...draftProcedures(context),
    ...planProcedures(context),
    ...runProcedures(context),
    ...undoProcedures(context),
    ...ledgerProcedures(context),
    ...forgetProcedures(context, automation),
    ...watchProcedures(context, automation),
    ...unattendedProcedures(context, () => handlers, telling),
    ...entryProcedures(context),
    ...noticeProcedures(context),
    ...listenProcedures(context, automation),
  }
  listeners.push((event, payload) => {
    const account = event === 'account.changed' ? accountSchema.parse(payload) : null
    if (account?.signedIn && !account.signInExpired) automation.tryNow(account.id)
  })
  // What it cannot begin, the settings of the account say; the rest of the program does not depend on it.
  if (options.automates) void automation.start().catch(() => undefined)

  return {
    async call(procedure, input, account) {
      try {
        if (!isProcedure(procedure))
          throw new AppError(
            'usage',
            `There is no procedure "${procedure}".`,
            'The window and the engine may be of different versions: restart Rollcall.',
          )
        return { ok: true, value: await context.within(account ?? context.currentId(), () => callHandler(handlers, procedure, input)) }
      } catch (error) {
        return refusal(context, error)
      }
    },
    onAnyEvent(listener) {
      listeners.push(listener)
    },
    async close() {
      await automation.close(context.closeAll)
      await telling.end()
    },
  }
}

function isProcedure(name: string): name is ProcedureName {
  return Object.hasOwn(procedures, name)
}

function callHandler<P extends ProcedureName>(handlers: Handlers, procedure: P, input: unknown): Promise<Output<P>> | Output<P> {
  const parsed = procedures[procedure].input.safeParse(input)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const path = issue?.path.join('.') ?? ''
    throw new AppError(
      'usage',
      `"${procedure}" was called with a wrong value${path === '' ? '' : ` for ${path}`}: ${issue?.message ?? 'unknown'}`,
      'Check the value and try again.',
    )
  }
  return handlers[procedure](parsed.data as ParsedInput<P>)
}

function refusal(context: EngineContext, thrown: unknown): Answer<never> {
  const error = context.explained(asAppError(asStoreError(thrown)))
  // The cause stays here: it may hold data. A developer sees it by asking for it.
  if (error.code === 'internal' && process.env['ROLLCALL_DEBUG']) console.error(error.cause)
  return { ok: false, error: error.toAnswer() }
}
