import type { Account, Input, Output } from '../../src-main/engine/contract.ts'
import { connection } from './connection.svelte.ts'
import { call, on, workIn } from '../engine.ts'
import { type Failure, failureOf } from './failure.ts'

let accounts = $state.raw<Account[]>([])
let currentId = $state<string | null>(null)
let info = $state.raw<Output<'app.info'> | null>(null)
let failure = $state.raw<Failure | null>(null)
/** The account whose data is not as Rollcall left it, and which the person wants to open. */
let damagedId = $state<string | null>(null)

async function load(): Promise<void> {
  try {
    const [about, list] = await Promise.all([call('app.info', {}), call('accounts.list', {})])
    info = about
    accounts = list.accounts
    currentId = list.currentId
    workIn(currentId)
    failure = null
    damagedId = null
    if (currentId !== null) await lookForDamage(currentId)
  } catch (error) {
    failure = failureOf(error)
  }
}

/** Opening it is what every page of the account begins with anyway. */
async function lookForDamage(accountId: string): Promise<void> {
  const { damage } = await call('backups.list', { accountId })
  if (damage?.code === 'store.damaged') damagedId = accountId
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
  /** The account that cannot be opened because of its data; the screens show the ways out of that. */
  get damaged(): Account | null {
    return accounts.find(({ id }) => id === damagedId) ?? null
  },
  async open(accountId: string): Promise<void> {
    try {
      keep(await call('accounts.open', { accountId }))
    } catch (error) {
      if (failureOf(error).code === 'store.damaged') damagedId = accountId
      throw error
    }
    damagedId = null
    currentId = accountId
    workIn(accountId)
  },
  async update(change: Omit<Input<'accounts.update'>, 'accountId'>): Promise<void> {
    if (currentId !== null) keep(await call('accounts.update', { ...change, accountId: currentId }))
  },
  /** For every account, such as who sits at this computer. */
  async updateAll(change: Omit<Input<'accounts.update'>, 'accountId'>, which: (account: Account) => boolean = () => true): Promise<void> {
    for (const { id } of accounts.filter(which)) keep(await call('accounts.update', { ...change, accountId: id }))
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
