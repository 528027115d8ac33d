import { type Command, Option } from 'commander'
import type { EngineClient, SignInStep } from '../../../../engine/contract.ts'
import { AppError } from '../../../../engine/model/errors.ts'
import { answered } from '../../answered.ts'
import { type CommandContext, type CommonOptions, report, withSession } from '../../command-session.ts'
import type { Terminal } from '../../output/terminal.ts'

interface SignInOptions extends CommonOptions {
  baseUrl?: string
  email?: string
  apiKey?: string
  mfaCode?: string
  name?: string
  country?: string
  tokenIn: 'header' | 'parameter'
  pasteToken?: boolean
  keep?: boolean
}

const codeAttempts = 3

const help = `
The password comes from ROLLCALL_PASSWORD, a prompt without echo, or the first line of standard input; the API key from
ROLLCALL_API_KEY or the prompt; a code from ROLLCALL_MFA_CODE, the prompt, or the next line. Other users of the computer can see a
command's arguments: --api-key and --mfa-code are for where there are none. Neither the password nor a token is ever an argument.

Without --keep the sign-in is over when this command ends. --keep writes the token to <home>/tokens, in a file that only you can
read. For servers, set ROLLCALL_BASE_URL and ROLLCALL_TOKEN instead and do not sign in at all.

Examples:
  $ rollcall sign-in --base-url https://texts.example.com --email pat@example.com --keep
  $ rollcall sign-in --base-url https://texts.example.com --paste-token --keep < token.txt`

export function addSignIn(program: Command, context: CommandContext): void {
  program
    .command('sign-in')
    .description('sign in to the messaging service')
    .option('--base-url <url>', 'address of the service; else ROLLCALL_BASE_URL')
    .option('--email <email>', 'who signs in')
    .option('--api-key <key>', 'the API key; else ROLLCALL_API_KEY or the prompt')
    .option('--mfa-code <code>', 'the code, when you have one already; else ROLLCALL_MFA_CODE or the prompt')
    .option('--name <name>', 'what to call the account; for --account later')
    .option('--country <code>', 'country of phone numbers without a country code, two letters such as US')
    .option('--paste-token', 'sign in with a token from the developer settings (ROLLCALL_TOKEN, prompt or standard input)')
    .option('--keep', 'keep the sign-in for later commands, in a file that only you can read')
    .addOption(new Option('--token-in <place>', 'where the service takes the token').choices(['header', 'parameter']).default('header'))
    .addHelpText('after', help)
    .action(async (_options, command: Command) => signIn(context, command.optsWithGlobals()))
}

async function signIn(context: CommandContext, options: SignInOptions): Promise<void> {
  const { terminal, environment } = context
  const baseUrl = await needed(terminal, options.baseUrl ?? environment.ROLLCALL_BASE_URL, 'Address of the service: ', '--base-url')
  await withSession(context, options, async ({ client }) => {
    const secrets = options.pasteToken ? { token: await readToken(context) } : await readCredentials(context, options)
    const keep = await mayKeep(terminal, options)
    const common = { baseUrl, tokenIn: options.tokenIn, keep, ...(options.name && { accountName: options.name }) }
    const step =
      'token' in secrets
        ? answered(await client.call('signIn.pasteToken', { ...common, ...secrets }))
        : await withCode(terminal, client, answered(await client.call('signIn.start', { ...common, ...secrets })), 'mfaCode' in secrets)
    if (step.step === 'noToken')
      throw new AppError('sign_in.no_token', step.message, 'Copy a token from the developer settings of the service and use --paste-token.')
    if (step.step === 'codeSent')
      throw new AppError('sign_in.code_wrong', 'The service did not take the code.', 'Sign in again; the service sends a new one.')
    const { id, name, baseUrl: address } = step.account
    if (options.country)
      answered(await client.call('accounts.update', { accountId: id, settings: { country: options.country.toUpperCase() } }))
    if (!keep)
      terminal.note('This sign-in was checked and is over now: it was not kept. Add --keep, or set ROLLCALL_BASE_URL and ROLLCALL_TOKEN.')
    report(context, options, { account: id, name, baseUrl: address, kept: keep }, `Signed in to ${address} as "${name}".`)
  })
}

async function readCredentials({ terminal, environment }: CommandContext, options: SignInOptions) {
  const email = await needed(terminal, options.email, 'E-mail: ', '--email')
  const apiKey = options.apiKey || environment.ROLLCALL_API_KEY || (terminal.canAsk ? await terminal.readSecret('API key: ') : null)
  if (!apiKey) throw missing('--api-key (or ROLLCALL_API_KEY)')
  const password = environment.ROLLCALL_PASSWORD || (await terminal.readSecret('Password: '))
  if (!password)
    throw new AppError(
      'usage',
      'There is no password.',
      'Set ROLLCALL_PASSWORD, type it at the prompt, or give it as the first line of standard input.',
    )
  const mfaCode = (options.mfaCode || environment.ROLLCALL_MFA_CODE)?.trim()
  return { email, apiKey, password, ...(mfaCode && { mfaCode }) }
}

/** Asks for the code that the service sent, a few times. `hasTried`: one was given already, and was not taken. */
async function withCode(terminal: Terminal, client: EngineClient, first: SignInStep, hasTried: boolean): Promise<SignInStep> {
  let step = first
  for (let attempt = 1; step.step === 'codeSent' && attempt <= codeAttempts; attempt += 1) {
    terminal.note(hasTried || attempt > 1 ? 'The service did not take this code, or has sent a new one.' : codeNotice(step))
    const code = await terminal.readSecret('Code: ')
    if (!code)
      throw new AppError(
        'sign_in.code_wrong',
        'A code is needed to sign in.',
        'Give it with --mfa-code, at the prompt, or as the next line of standard input.',
      )
    step = answered(await client.call('signIn.submitCode', { signInId: step.signInId, code: code.trim() }))
  }
  return step
}

function codeNotice({ email, deliveryMethod, alternatives }: Extract<SignInStep, { step: 'codeSent' }>): string {
  const by = deliveryMethod ? ` by ${deliveryMethod}` : ''
  const other = alternatives.length > 0 ? ` (other ways: ${alternatives.join(', ')})` : ''
  return `The service sent a code${by}${email ? ` for ${email}` : ''}${other}.`
}

async function mayKeep(terminal: Terminal, options: SignInOptions): Promise<boolean> {
  if (options.keep) return true
  const answer = await terminal.ask('Keep the sign-in for later commands, in a file that only you can read? [y/N] ')
  return answer !== null && /^y(es)?$/i.test(answer.trim())
}

async function readToken({ terminal, environment }: CommandContext): Promise<string> {
  const token = (environment.ROLLCALL_TOKEN || (await terminal.readSecret('Token: ')) || '').trim()
  if (token === '')
    throw new AppError('usage', 'There is no token.', 'Set ROLLCALL_TOKEN, paste it at the prompt, or give it on standard input.')
  return token
}

async function needed(terminal: Terminal, given: string | undefined, question: string, option: string): Promise<string> {
  const value = (given || (await terminal.ask(question)) || '').trim()
  if (value === '') throw missing(option)
  return value
}

function missing(option: string): AppError {
  return new AppError('usage', `${option} is missing.`, 'See "rollcall sign-in --help".')
}
