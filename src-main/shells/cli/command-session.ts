import { resolve } from 'node:path'
import type { Account, EngineClient } from '../../engine/contract.ts'
import { accountNames } from '../../engine/account/accounts.ts'
import { environmentAccountId } from '../../engine/account/environment-account.ts'
import type { Clock } from '../../engine/model/clock.ts'
import { AppError } from '../../engine/model/errors.ts'
import type { Vault } from '../../engine/account/token-vault.ts'
import type { EngineWorkerData } from '../../engine/worker-data.ts'
import { createFileVault, type FileVaultOptions } from '../file-vault.ts'
import { homeFolder } from '../home-folder.ts'
import { startApp } from '../start-app.ts'
import { answered } from './answered.ts'
import type { BuiltPlaces } from './built-places.ts'
import type { ScheduleSystem } from '../../engine/schedule/entries/schedulers.ts'
import type { ExitCode } from './output/exit-codes.ts'
import type { Terminal } from './output/terminal.ts'
import { unlessStopped } from './stop-signals.ts'

/** The options that every command takes. */
export interface CommonOptions {
  account?: string
  practice?: boolean
  home?: string
  json?: boolean
}

/** What a command works with. `close` ends the engine; call it whatever happens. */
export interface Session {
  client: EngineClient
  home: string
  environmentId: string | null
  close(): Promise<void>
}

/** What the program that runs the commands has of its own. Without one: tokens in files, and the engine in a thread. */
export interface CommandHost {
  createVault(options: FileVaultOptions): Vault
  startEngine(data: EngineWorkerData, vault: Vault): Promise<EngineClient>
  /** By what a command waits; the computer's own where it is left out. */
  clock?: Clock
  /** How the program is started from outside: itself, and what comes before the command. */
  program?: readonly string[]
  /** What starts programs at their time; this computer's own where it is left out. */
  schedules?: ScheduleSystem
  /** Shows a notification of this computer; its own tools do where it is left out. */
  notify?(notice: { title: string; body: string }): Promise<void>
}

/** What every command is given, whatever its options. */
export interface CommandContext {
  terminal: Terminal
  places: BuiltPlaces
  environment: NodeJS.ProcessEnv
  host?: CommandHost
  /** How the program ends; 0 unless a command says otherwise. */
  endWith(code: ExitCode): void
}

/** Prints a command's result: the object with `--json`, else the text. */
export function report({ terminal }: CommandContext, options: CommonOptions, object: Record<string, unknown>, text: string): void {
  terminal.result(options.json ? JSON.stringify(object) : text)
}

/** How this program is started from outside: itself, and what comes before the command. */
export function programOf({ host }: CommandContext): readonly string[] {
  return host?.program ?? [process.execPath, resolve(process.argv[1] ?? '')]
}

interface EnvironmentAccount {
  baseUrl: string
  token: string
  tokenIn: 'header' | 'parameter'
}

/** Starts the engine for a command. `practice` also starts the practice service. */
export async function openSession(
  context: CommandContext,
  options: CommonOptions,
  { practice = isPractice(options), automates = false }: { practice?: boolean; automates?: boolean } = {},
): Promise<Session> {
  const home = homeFolder(options.home)
  const account = environmentAccount(context.environment)
  const environmentId = account ? environmentAccountId(account.baseUrl) : null
  const { host } = context
  const vault = (host?.createVault ?? createFileVault)({
    home,
    environment: account && environmentId ? { accountId: environmentId, token: account.token } : null,
  })
  const { client, close } = await startApp({
    home,
    vault,
    practice,
    automates,
    program: programOf(context),
    ...(host && { startEngine: (data) => host.startEngine(data, vault) }),
    engineWorkerUrl: context.places.engineWorker,
    sandboxWorkerUrl: context.places.sandboxWorker,
    environment: account ? { baseUrl: account.baseUrl, tokenIn: account.tokenIn } : null,
  })
  return { client, home, environmentId, close }
}

/** Runs `work` with an open account and closes everything afterwards. Throws `account.none` where no account can be told. */
export async function withAccount<T>(
  context: CommandContext,
  options: CommonOptions,
  work: (session: Session & { account: Account }) => Promise<T>,
): Promise<T> {
  return withSession(context, options, async (session) => {
    const accountId = await chosenAccount(session, options)
    const account = answered(await session.client.call('accounts.open', { accountId, remember: false }))
    return work({ ...session, account })
  })
}

export async function withSession<T>(context: CommandContext, options: CommonOptions, work: (session: Session) => Promise<T>): Promise<T> {
  const session = await openSession(context, options)
  const { client } = session
  try {
    return await unlessStopped(
      () => work(session),
      () => Promise.allSettled([client.call('files.stop', {}), client.call('exports.stop', {})]),
    )
  } finally {
    await session.close()
  }
}

/** By option, by the environment, or the only one there is. Never practice mode unasked, and never a guess among several. */
export async function chosenAccount(session: Session, options: CommonOptions): Promise<string> {
  if (isPractice(options)) return 'practice'
  if (options.account !== undefined) return options.account
  if (session.environmentId !== null) return session.environmentId
  const { accounts } = answered(await session.client.call('accounts.list', {}))
  const real = accounts.filter(({ practice }) => !practice)
  const signedIn = real.filter((account) => account.signedIn)
  const candidates = signedIn.length > 0 ? signedIn : real
  const [only] = candidates
  if (only && candidates.length === 1) return only.id
  if (!only) {
    throw new AppError(
      'account.none',
      'There is no account yet.',
      'Sign in with "rollcall sign-in --keep", set ROLLCALL_BASE_URL and ROLLCALL_TOKEN, or try it with --practice.',
    )
  }
  throw new AppError('usage', 'There are several accounts here.', `Choose one with --account: ${accountNames(candidates).join(', ')}.`)
}

function isPractice(options: CommonOptions): boolean {
  if (options.practice && options.account !== undefined && options.account !== 'practice') {
    throw new AppError('usage', 'Both --practice and --account were given.', 'Leave one of them out.')
  }
  return options.practice === true || options.account === 'practice'
}

function environmentAccount(environment: NodeJS.ProcessEnv): EnvironmentAccount | null {
  const { ROLLCALL_BASE_URL: baseUrl, ROLLCALL_TOKEN: token, ROLLCALL_TOKEN_IN: tokenIn = 'header' } = environment
  if (!baseUrl || !token) return null
  if (tokenIn !== 'header' && tokenIn !== 'parameter') {
    throw new AppError('usage', 'ROLLCALL_TOKEN_IN is neither "header" nor "parameter".', 'Leave it out, or set it to one of them.')
  }
  return { baseUrl, token, tokenIn }
}
