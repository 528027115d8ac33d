import { AsyncLocalStorage } from 'node:async_hooks'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { colorsOf, freeColor } from '../account/account-color.ts'
import { accountIdFor, type Accounts, createAccounts, newAccountRecord } from '../account/accounts.ts'
import type { Account, AccountRecord } from '../model/account-schema.ts'
import { environmentAccountId } from '../account/environment-account.ts'
import { type OpenAccount, openAccount } from '../account/open-account.ts'
import { serviceBaseUrl } from '../service/service-base-url.ts'
import type { SystemProxy } from '../service/http/proxy-environment.ts'
import type { Vault } from '../account/token-vault.ts'
import type { Clock } from '../model/clock.ts'
import type { EventName, EventPayload } from '../contract.ts'
import { AppError } from '../model/errors.ts'
import { createTasks, type Tasks } from '../account/tasks.ts'
import type { ScheduleSystem } from '../schedule/entries/schedulers.ts'
import { databaseName } from '../store/integrity/marker.ts'

export const practiceAccountId = 'practice'

export interface EngineOptions {
  home: string
  vault: Vault
  clock: Clock
  /** Who signs for runs unless the account says otherwise. */
  operator: string
  /** The practice service, when the shell runs it. */
  practice: { baseUrl: string; token: string } | null
  /** An account made from the environment; the vault gives its token. */
  environment: { baseUrl: string; tokenIn: 'header' | 'parameter' } | null
  /** The proxies that the system names, where the shell knows them. */
  proxyFor?: SystemProxy
  /** The built `plan-reader.ts`, which reads large files in a thread of its own; without it the engine reads them itself. */
  planReaderUrl?: URL
  /** Whether what is to go on by itself does: in the open app, and not for a single command. */
  automates?: boolean | undefined
  /** How this program is started from outside: itself, and what comes before the command. */
  program?: readonly string[] | undefined
  /** What starts programs at their time; this computer's own where it is left out. */
  schedules?: ScheduleSystem
}

/** What the procedures share: the accounts, the one in use, and the way to tell the shell. */
export interface EngineContext extends EngineOptions {
  accounts: Accounts
  databasePath(id: string): string
  /** The account that the call is about: the one that was in use when it came. Throws `account.none`. */
  current(): OpenAccount
  currentId(): string | null
  /** Opens the account and makes it the one in use. `readOnlyFor`: to be looked at alone, whatever is wrong with it. */
  open(id: string, readOnlyFor?: AppError): OpenAccount
  /** Opens the account, and leaves the one in use as it is. */
  openBeside(id: string): OpenAccount
  /** Works for that account to the end, whichever is in use meanwhile. */
  within<T>(id: string | null, work: () => T): T
  /** An error in writing as the open account explains it: for want of permission, or of room on the disk. */
  explained(error: AppError): AppError
  /** Closes it, so that changed settings or a new address take effect when it is opened again. Waits for its work to end. */
  shut(id: string): Promise<void>
  isOpen(id: string): boolean
  setToken(id: string, token: string, options: { keep: boolean }): Promise<void>
  forgetToken(id: string): Promise<void>
  token(id: string): Promise<string | null>
  toAccount(record: AccountRecord): Promise<Account>
  /** Makes or renews the account of an address and a person. */
  saveAccount(fields: {
    baseUrl: string
    name: string
    email: string | null
    operator: string
    tokenIn: 'header' | 'parameter'
  }): AccountRecord
  /** What is under way for the person beside what an account does: files being opened or written. */
  tasks: Tasks
  emit<E extends EventName>(event: E, payload: EventPayload<E>): void
  closeAll(): Promise<void>
}

export function createEngineContext(options: EngineOptions, emit: EngineContext['emit']): EngineContext {
  const { home, vault, clock, practice, environment } = options
  const accounts = createAccounts(home)
  const opened = new Map<string, OpenAccount>()
  const tokens = new Map<string, string>()
  const owner = `${hostname()}:${process.pid}`

  if (practice) savePracticeAccount(accounts, practice.baseUrl, options)
  if (environment) saveEnvironmentAccount(accounts, environment, options)
  let inUse = firstAccountId(accounts, options)
  /** A call that waits must not go on in another account because somebody opens that meanwhile. */
  const scope = new AsyncLocalStorage<{ id: string | null }>()
  const currentId = () => (scope.getStore() ?? { id: inUse }).id

  /** Who works here was asked for one account already. */
  const nameHere = () => accounts.list().find(({ operator }) => operator !== '')?.operator ?? ''
  const newColor = () => freeColor([...colorsOf(accounts.list()).values()])
  const databasePath = (id: string) => join(accounts.folder(id), databaseName)

  async function token(id: string): Promise<string | null> {
    if (id === practiceAccountId) return practice?.token ?? null
    const known = tokens.get(id) ?? (await vault.read(id))
    if (known !== null) tokens.set(id, known)
    return known
  }

  /** Accounts whose sign-in has expired: kept with them, so that it is known before they are opened again. */
  const expired = new Set(accounts.list().flatMap(({ id, signInExpired }) => (signInExpired ? [id] : [])))

  function noteToken(id: string, isAccepted: boolean): void {
    if (expired.has(id) === !isAccepted) return
    if (isAccepted) expired.delete(id)
    else expired.add(id)
    const { signInExpired: _before, ...record } = accounts.get(id)
    const next: AccountRecord = isAccepted ? record : { ...record, signInExpired: true }
    accounts.save(next)
    void toAccount(next).then((account) => emit('account.changed', account))
  }

  async function toAccount(record: AccountRecord): Promise<Account> {
    const account = opened.get(record.id)
    return {
      ...record,
      color: colorsOf(accounts.list()).get(record.id) ?? null,
      signedIn: (await token(record.id)) !== null,
      contacts: account?.tables.contacts.count() ?? null,
      syncedAtSeconds: secondsOf(account?.tables.syncs.latestComplete()?.finishedAtMs ?? null),
    }
  }

  function openBeside(id: string, readOnlyFor?: AppError): OpenAccount {
    const found = accounts.get(id)
    if (found.practice && !practice) {
      throw new AppError('account.unknown', 'Practice mode is not running here.', 'Start the app, or use --practice on the command line.')
    }
    const account =
      opened.get(found.id) ??
      openAccount({
        id: found.id,
        record: () => accounts.get(found.id),
        databasePath: databasePath(found.id),
        filesFolder: join(accounts.folder(found.id), 'files'),
        token: () => token(found.id),
        clock,
        owner,
        onRunProgress: (progress) => emit('run.progress', progress),
        onToken: (isAccepted) => noteToken(found.id, isAccepted),
        ...(options.proxyFor && { proxyFor: options.proxyFor }),
        ...(readOnlyFor && { readOnlyFor }),
      })
    opened.set(found.id, account)
    return account
  }

  function open(id: string, readOnlyFor?: AppError): OpenAccount {
    const account = openBeside(id, readOnlyFor)
    inUse = account.id
    const here = scope.getStore()
    if (here) here.id = account.id
    return account
  }

  return {
    ...options,
    accounts,
    databasePath,
    token,
    open,
    openBeside: (id) => openBeside(id),
    within: (id, work) => scope.run({ id }, work),
    explained(error) {
      const reason = opened.get(currentId() ?? '')?.readOnlyFor ?? null
      return error.code === 'store.readonly' && reason !== null ? reason : error
    },
    emit,
    tasks: createTasks(clock),
    currentId,
    current() {
      const id = currentId()
      if (id === null) {
        throw new AppError(
          'account.none',
          'No account is signed in.',
          'Sign in to your messaging service, or use practice mode to try Rollcall.',
        )
      }
      return opened.get(id) ?? openBeside(id)
    },
    isOpen: (id) => opened.has(id),
    async shut(id) {
      const account = opened.get(id)
      opened.delete(id)
      await account?.close()
    },
    async setToken(id, value, { keep }) {
      tokens.set(id, value)
      noteToken(id, true)
      await vault.write(id, value, { keep })
    },
    async forgetToken(id) {
      tokens.delete(id)
      await vault.forget(id)
    },
    toAccount,
    saveAccount(fields) {
      const baseUrl = serviceBaseUrl(fields.baseUrl)
      // A pasted token tells no e-mail address: it belongs to the account that the person named, whoever signed in there before.
      const isSame = (one: AccountRecord) => one.email === fields.email || (fields.email === null && one.name === fields.name)
      const before = accounts.list().find((one) => !one.practice && one.baseUrl === baseUrl && isSame(one))
      const record: AccountRecord = before
        ? { ...before, tokenIn: fields.tokenIn, operator: before.operator || fields.operator || nameHere() }
        : newAccountRecord(
            {
              ...fields,
              operator: fields.operator || nameHere(),
              color: newColor(),
              baseUrl,
              practice: false,
              id: accountIdFor(fields.name, (id) => accounts.find(id) !== null),
            },
            clock.nowMs(),
          )
      accounts.save(record)
      return record
    },
    async closeAll() {
      await Promise.all([...opened.values()].map((account) => account.close()))
      opened.clear()
    },
  }
}

export function secondsOf(ms: number | null): number | null {
  return ms === null ? null : Math.floor(ms / 1000)
}

function firstAccountId(accounts: Accounts, { practice, environment }: EngineOptions): string | null {
  if (environment) return environmentAccountId(environment.baseUrl)
  const last = accounts.lastOpenedId()
  const record = last === null ? null : accounts.find(last)
  if (record && (!record.practice || practice)) return record.id
  return practice ? practiceAccountId : null
}

/** The practice service listens on another port at each start. */
function savePracticeAccount(accounts: Accounts, baseUrl: string, { operator, clock }: EngineOptions): void {
  const before = accounts.find(practiceAccountId)
  const fields = { id: practiceAccountId, name: 'Practice', email: null, operator, color: null, tokenIn: 'header', practice: true } as const
  accounts.save(before ? { ...before, baseUrl } : newAccountRecord({ ...fields, baseUrl }, clock.nowMs()))
}

function saveEnvironmentAccount(
  accounts: Accounts,
  { baseUrl, tokenIn }: { baseUrl: string; tokenIn: 'header' | 'parameter' },
  { operator, clock }: EngineOptions,
): void {
  const id = environmentAccountId(baseUrl)
  const before = accounts.find(id)
  const address = serviceBaseUrl(baseUrl)
  const fields = { id, name: new URL(address).host, email: null, operator, color: null, practice: false, baseUrl: address }
  accounts.save(before ? { ...before, tokenIn } : newAccountRecord({ ...fields, tokenIn }, clock.nowMs()))
}
