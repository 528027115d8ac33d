import type { Command } from 'commander'
import { AppError } from '../../../../engine/model/errors.ts'
import { webhookAddress } from '../../../../sandbox/events/webhook-sender.ts'
import { faultGrammar } from '../../../../sandbox/faults/fault-grammar.ts'
import { FaultSpecError, parseFaults } from '../../../../sandbox/faults/fault-spec.ts'
import { startSandboxThread } from '../../../../sandbox/start-sandbox-thread.ts'
import { portNumber, wholeNumber } from '../../options/option-values.ts'
import { type CommandContext, type CommonOptions, report } from '../../command-session.ts'
import { stopRequested } from '../../stop-signals.ts'

interface SandboxCommandOptions extends CommonOptions {
  port: number
  contacts: number
  seed?: number
  faults?: string
  events?: string
}

const help = `
The practice service lives in memory and only on this computer, until Ctrl-C. Its credentials are no secrets.

Faults:
${faultGrammar.replaceAll(/^/gm, '  ')}

Examples:
  $ rollcall sandbox --port 8080
  $ rollcall sandbox --contacts 10000 --faults latency=20,429=0.05:retry-after=1`

export function addSandbox(program: Command, context: CommandContext): void {
  program
    .command('sandbox')
    .description('run the practice service in the foreground')
    .option('--port <port>', 'where to listen; a free port when left out', portNumber, 0)
    .option('--contacts <count>', 'how many contacts it begins with', wholeNumber, 2000)
    .option('--seed <number>', 'chooses other contacts', wholeNumber)
    .option('--faults <spec>', 'what goes wrong, see below')
    .option('--events <url>', 'where the six webhook events are sent, on this computer')
    .addHelpText('after', help)
    .action(async (_options, command: Command) => sandbox(context, command.optsWithGlobals()))
}

async function sandbox(context: CommandContext, options: SandboxCommandOptions): Promise<void> {
  const { port, contacts, seed, faults, events } = options
  if (faults !== undefined) checkFaults(faults)
  if (events !== undefined) checkAddress(events)
  const running = await startSandboxThread(context.places.sandboxWorker, {
    port,
    contacts,
    ...(seed !== undefined && { seed }),
    ...(faults !== undefined && { faults }),
    ...(events !== undefined && { webhookUrl: events }),
  }).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : 'The practice service cannot start.'
    throw new AppError(
      'usage',
      reason.includes('EADDRINUSE') ? `Port ${port} is taken.` : reason,
      'Choose another --port, or leave it out.',
      { cause: error },
    )
  })
  const stopped = stopRequested()
  const { baseUrl, credentials, token, controlSecret } = running
  const text = [
    `The practice service listens on ${baseUrl}`,
    `  e-mail    ${credentials.email}`,
    `  password  ${credentials.password}`,
    `  API key   ${credentials.apiKey}`,
    `  code      ${credentials.mfaCode}`,
    `  token     ${token}`,
  ].join('\n')
  report(context, options, { baseUrl, ...credentials, token, controlSecret, contacts }, text)
  context.terminal.note('Press Ctrl-C to end it.')
  await stopped
  await running.close()
}

function checkAddress(events: string): void {
  try {
    webhookAddress(events)
  } catch (error) {
    const message = error instanceof Error ? error.message : 'This address cannot be used.'
    throw new AppError('usage', message, 'Give --events an address that begins with http://127.0.0.1, or leave it out.', { cause: error })
  }
}

function checkFaults(spec: string): void {
  try {
    parseFaults(spec)
  } catch (error) {
    if (!(error instanceof FaultSpecError)) throw error
    throw new AppError('usage', error.message, 'See "rollcall sandbox --help".', { cause: error })
  }
}
