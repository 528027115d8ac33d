import type { BrowserWindow, Dialog } from 'electron'
import { z } from 'zod'
import type { Answer, EngineClient, ProcedureName } from '../../engine/contract.ts'
import { AppError } from '../../engine/model/errors.ts'

export interface AddressConfirmation {
  client: EngineClient
  window: () => BrowserWindow | null
  dialog: Pick<Dialog, 'showMessageBox'>
}

interface Question {
  /** What the call would send to; null where it sends to nobody. */
  address: (input: unknown) => string | null
  ask: (host: string) => string
  detail: string
  yes: string
  declined: AppError
}

const withBaseUrl = z.looseObject({ baseUrl: z.string() })
const signIn: Question = {
  address: (input) => withBaseUrl.safeParse(input).data?.baseUrl ?? null,
  ask: (host) => `Sign in at ${host}?`,
  detail:
    'Rollcall sends your e-mail address, your password or token, and later your contacts to this address. Check that it is the one of your messaging service.',
  yes: 'Sign in there',
  declined: new AppError(
    'cancelled',
    'Nothing was sent to this address.',
    'Check the address of your messaging service, then sign in again.',
  ),
}

const withWebhook = z.looseObject({ address: z.string().nullable() })
const webhook: Question = {
  address: (input) => withWebhook.safeParse(input).data?.address ?? null,
  ask: (host) => `Tell ${host} when an import has ended?`,
  detail:
    'Rollcall posts to this address how many rows each import had and how many were done, with the names of the account and the recipe. No contact is named.',
  yes: 'Tell this address',
  declined: new AppError('cancelled', 'This address will not be told.', 'Check the address, then save it again.'),
}

const questions: Partial<Record<ProcedureName, Question>> = {
  'signIn.start': signIn,
  'signIn.pasteToken': signIn,
  'notices.setWebhook': webhook,
}

/**
 * Before a sign-in leaves for an address that no account has, and before an address is told of imports, the person is asked outside the
 * page: it could neither be shown one address and send to another, nor send at all unseen. Answers the refusal; null where the call
 * may go on.
 */
export function createAddressConfirmation({ client, window, dialog }: AddressConfirmation) {
  const confirmed = new Map<Question, Set<string>>([
    [signIn, new Set()],
    [webhook, new Set()],
  ])

  async function isKnown(question: Question, origin: string): Promise<boolean> {
    if (confirmed.get(question)?.has(origin)) return true
    if (question !== signIn) return false
    const answer = await client.call('accounts.list', {})
    return answer.ok && answer.value.accounts.some(({ baseUrl }) => originOf(baseUrl) === origin)
  }

  return async (procedure: ProcedureName, input: unknown): Promise<Answer<never> | null> => {
    const question = questions[procedure]
    const address = question?.address(input)
    if (!question || !address) return null
    const origin = originOf(address)
    // The engine says what is wrong with an address that is none.
    if (origin === null || (await isKnown(question, origin))) return null
    const shown = window()
    if (shown === null) return refused(question)
    const { response } = await dialog.showMessageBox(shown, {
      type: 'question',
      message: question.ask(new URL(origin).host),
      detail: question.detail,
      buttons: [question.yes, 'Cancel'],
      defaultId: 1,
      cancelId: 1,
    })
    if (response !== 0) return refused(question)
    confirmed.get(question)?.add(origin)
    return null
  }
}

function refused({ declined }: Question): Answer<never> {
  return { ok: false, error: declined.toAnswer() }
}

/** As the engine reads it: without a protocol it is `https:`. */
function originOf(address: string): string | null {
  const text = address.trim()
  return URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`)?.origin ?? null
}
