import { randomUUID } from 'node:crypto'
import type { ParsedInput, SignInStep } from '../contract.ts'
import { serviceBaseUrl } from '../service/service-base-url.ts'
import type { HandlersOf } from './handlers.ts'
import type { EngineContext } from './engine-context.ts'
import { AppError } from '../model/errors.ts'
import { checkToken, signIn } from '../service/sign-in.ts'
import { refreshAccountFields } from './account-fields.ts'

type Credentials = Omit<ParsedInput<'signIn.start'>, 'mfaCode'>

/** How long a password waits in memory for its code. */
const pendingForMs = 15 * 60 * 1000

export function signInProcedures(context: EngineContext): HandlersOf<'signIn'> {
  const pending = new Map<string, { credentials: Credentials; untilMs: number }>()

  function forgetOld(): void {
    for (const [id, { untilMs }] of pending) if (untilMs < context.clock.nowMs()) pending.delete(id)
  }

  async function step(credentials: Credentials, mfaCode: string, signInId: string): Promise<SignInStep> {
    const { baseUrl, email, password, apiKey, tokenIn, keep, accountName } = credentials
    const { clock, proxyFor } = context
    const result = await signIn({ baseUrl: serviceBaseUrl(baseUrl), email, password, apiKey, mfaCode, clock, proxyFor })
    switch (result.step) {
      case 'codeSent':
        pending.set(signInId, { credentials, untilMs: context.clock.nowMs() + pendingForMs })
        return { ...result, signInId }
      case 'noToken':
        pending.delete(signInId)
        return {
          step: 'noToken',
          message: 'The service accepted the sign-in but showed no access token.',
          hint: 'Copy a token from the developer settings of the service, and paste it here.',
        }
      case 'signedIn': {
        pending.delete(signInId)
        const operator = result.agent?.name ?? email
        return finish({ baseUrl, name: accountName ?? email, email, operator, tokenIn }, result.token, keep)
      }
    }
  }

  async function finish(fields: Parameters<EngineContext['saveAccount']>[0], token: string, keep: boolean): Promise<SignInStep> {
    const { id } = context.saveAccount(fields)
    await context.setToken(id, token, { keep })
    const opened = context.open(id)
    context.accounts.rememberOpened(id)
    await refreshAccountFields(opened, context.clock)
    const account = await context.toAccount(context.accounts.get(id))
    context.emit('account.changed', account)
    return { step: 'signedIn', account }
  }

  return {
    'signIn.start'({ mfaCode, ...credentials }) {
      forgetOld()
      return step(credentials, mfaCode ?? '', randomUUID())
    },

    'signIn.submitCode'({ signInId, code }) {
      forgetOld()
      const found = pending.get(signInId)
      if (!found) throw new AppError('sign_in.needed', 'This sign-in has waited too long.', 'Start it again with your password.')
      return step(found.credentials, code, signInId)
    },

    async 'signIn.pasteToken'({ baseUrl, accountName, operator, token, tokenIn, keep }) {
      const address = serviceBaseUrl(baseUrl)
      await checkToken({ baseUrl: address, token, tokenIn, clock: context.clock, proxyFor: context.proxyFor })
      const name = accountName ?? new URL(address).host
      return finish({ baseUrl: address, name, email: null, operator: operator ?? context.operator, tokenIn }, token, keep)
    },

    async 'signIn.signOut'({ accountId }) {
      const record = context.accounts.get(accountId)
      await context.forgetToken(record.id)
      context.emit('account.changed', await context.toAccount(record))
      return {}
    },
  }
}
