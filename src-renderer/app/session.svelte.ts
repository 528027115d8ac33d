import type { Account, Input, Output } from '../../src-main/engine/contract.ts'
import { connection } from './connection.svelte.ts'
import { call, on } from '../engine.ts'
import { type Failure, failureOf } from './failure.ts'

let accounts = $state.raw<Account[]>([])
let currentId = $state<string | null>(null)
let info = $state.raw<Output<'app.info'> | null>(null)
let failure = $state.raw<Failure | null>(null)

async function load(): Promise<void> {
  try {
    const [about, list] = await Promise.all([call('app.info', {}), call('accounts.list', {})])
    info = about
    accounts = list.accounts
    currentId = list.currentId
    failure = null
  } catch (error) {
    failure = failureOf(error)
  }
}

function keep(account: Account): void {
  const isKnown = accounts.some(({ id }) => id === account.id)
  accounts = isKnown ? accounts.map((each) => (each.id === account.id ? account : each)) : [...accounts, account]
}

on('account.changed', keep)
connection.onReopened(() => void load())

/** Who is signed in where, as the whole app sees it. */
export const session = {
  get isLoaded() {
    return info !== null
  },
  get info() {
    return info
  },
  get failure() {
    return failure
  },
  get accounts() {
    return accounts
  },
  get account(): Account | null {
    return accounts.find(({ id }) => id === currentId) ?? null
  },
  load,
  async open(accountId: string): Promise<void> {
    keep(await call('accounts.open', { accountId }))
    currentId = accountId
  },
  async update(change: Omit<Input<'accounts.update'>, 'accountId'>): Promise<void> {
    if (currentId !== null) keep(await call('accounts.update', { ...change, accountId: currentId }))
  },
  async signOut(accountId: string): Promise<void> {
    await call('signIn.signOut', { accountId })
    await load()
  },
  /** After a sign-in: the account is there, signed in and current. */
  async signedIn(account: Account): Promise<void> {
    keep(account)
    if (currentId !== account.id) await session.open(account.id)
  },
}
