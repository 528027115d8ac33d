import type { BrowserWindow, Dialog } from 'electron'
import { z } from 'zod'
import type { Answer, EngineClient, ProcedureName } from '../../engine/contract.ts'
import { AppError } from '../../engine/model/errors.ts'

const withAddress = z.looseObject({ baseUrl: z.string() })

export interface ServiceConfirmation {
  client: EngineClient
  window: () => BrowserWindow | null
  dialog: Pick<Dialog, 'showMessageBox'>
}

/**
 * Before a sign-in leaves for an address that no account has, the person is asked outside the page: it could neither be shown
 * one address and send to another, nor send at all unseen. Answers the refusal; null where the call may go on.
 */
export function createServiceConfirmation({ client, window, dialog }: ServiceConfirmation) {
  const confirmed = new Set<string>()

  async function isKnown(origin: string): Promise<boolean> {
    if (confirmed.has(origin)) return true
    const answer = await client.call('accounts.list', {})
    return answer.ok && answer.value.accounts.some(({ baseUrl }) => originOf(baseUrl) === origin)
  }

  return async (procedure: ProcedureName, input: unknown): Promise<Answer<never> | null> => {
    if (procedure !== 'signIn.start' && procedure !== 'signIn.pasteToken') return null
    const asked = withAddress.safeParse(input)
    const origin = asked.success ? originOf(asked.data.baseUrl) : null
    // The engine says what is wrong with an address that is none.
    if (origin === null || (await isKnown(origin))) return null
    const shown = window()
    if (shown === null) return declined
    const { response } = await dialog.showMessageBox(shown, {
      type: 'question',
      message: `Sign in at ${new URL(origin).host}?`,
      detail:
        'Rollcall sends your e-mail address, your password or token, and later your contacts to this address. Check that it is the one of your messaging service.',
      buttons: ['Sign in there', 'Cancel'],
      defaultId: 1,
      cancelId: 1,
    })
    if (response !== 0) return declined
    confirmed.add(origin)
    return null
  }
}

const declined: Answer<never> = {
  ok: false,
  error: new AppError(
    'cancelled',
    'Nothing was sent to this address.',
    'Check the address of your messaging service, then sign in again.',
  ).toAnswer(),
}

/** As the engine reads it: without a protocol it is `https:`. */
function originOf(address: string): string | null {
  const text = address.trim()
  return URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`)?.origin ?? null
}
