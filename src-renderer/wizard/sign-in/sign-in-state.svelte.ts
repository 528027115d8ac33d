import type { Account, SignInStep } from '../../../src-main/engine/contract.ts'
import { call } from '../../engine.ts'
import { type Failure, failureOf } from '../../app/failure.ts'
import { session } from '../../app/session.svelte.ts'

type CodeSent = Extract<SignInStep, { step: 'codeSent' }>

/** Where a sign-in stands: nothing else can be shown at the same time. */
export type SignInState =
  { step: 'credentials' } | { step: 'token'; notice: { message: string; hint: string } | null } | { step: 'code'; sent: CodeSent }

export interface Credentials {
  baseUrl: string
  accountName: string
  email: string
  password: string
  apiKey: string
  token: string
  code: string
  tokenIn: 'header' | 'parameter'
  keep: boolean
}

export function createSignIn(fields: Credentials, onSigned: (account: Account) => void) {
  let state = $state.raw<SignInState>({ step: 'credentials' })
  let failure = $state.raw<Failure | null>(null)
  let isBusy = $state(false)

  async function take(answer: Promise<SignInStep>): Promise<void> {
    isBusy = true
    failure = null
    try {
      const next = await answer
      switch (next.step) {
        case 'codeSent':
          state = { step: 'code', sent: next }
          return
        case 'noToken':
          state = { step: 'token', notice: next }
          return
        case 'signedIn':
          Object.assign(fields, { password: '', apiKey: '', token: '', code: '' })
          await session.signedIn(next.account)
          onSigned(next.account)
      }
    } catch (error) {
      failure = failureOf(error)
    } finally {
      isBusy = false
    }
  }

  return {
    get state() {
      return state
    },
    get failure() {
      return failure
    },
    get isBusy() {
      return isBusy
    },
    show(step: 'credentials' | 'token'): void {
      failure = null
      state = step === 'token' ? { step, notice: null } : { step }
    },
    submit(): Promise<void> {
      const { baseUrl, email, password, apiKey, tokenIn, keep } = fields
      const accountName = fields.accountName.trim() || undefined
      switch (state.step) {
        case 'credentials':
          return take(call('signIn.start', { baseUrl, accountName, email, password, apiKey, tokenIn, keep }))
        case 'code':
          return take(call('signIn.submitCode', { signInId: state.sent.signInId, code: fields.code.trim() }))
        case 'token':
          return take(call('signIn.pasteToken', { baseUrl, accountName, token: fields.token.trim(), tokenIn, keep }))
      }
    },
    /** Has the service send the code once more. */
    resend(): Promise<void> {
      const { baseUrl, email, password, apiKey, tokenIn, keep } = fields
      return take(
        call('signIn.start', { baseUrl, accountName: fields.accountName.trim() || undefined, email, password, apiKey, tokenIn, keep }),
      )
    },
  }
}
