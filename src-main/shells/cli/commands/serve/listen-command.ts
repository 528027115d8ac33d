import { randomBytes } from 'node:crypto'
import type { Command } from 'commander'
import { longestEvent } from '../../../../engine/model/contacts/event-schema.ts'
import { AppError } from '../../../../engine/model/errors.ts'
import { type CommandContext, type CommonOptions, report, withAccount } from '../../command-session.ts'
import { startEventServer } from '../../../../engine/schedule/listen/event-server.ts'
import { portNumber } from '../../options/option-values.ts'
import { counted, number } from '../../output/number-words.ts'
import { stopRequested } from '../../stop-signals.ts'

const help = `
Receives the service's events (webhooks) on this computer, and reads each contact again that one of them tells of, so that the cached
contacts stay fresh between syncs. What an event says itself is not stored. A contact that the service twice does not find is marked as
gone. What is missed while nothing listens, the next sync finds.

It listens on 127.0.0.1 alone. For the service to reach it, set up a tunnel to that port yourself, and give the service the tunnel's
address with the same path at its end: the path is the secret that keeps others out. ROLLCALL_LISTEN_SECRET sets it (16 to 200
letters, digits, - and _), so that it is the same each time; without it a new one is made at each start.

Examples:
  $ rollcall listen --account "Main office" --port 8090
  $ rollcall listen --practice`

/** More than this at once are answered with "later". */
const mostInWork = 1_000
/** How many characters make a secret that nobody guesses. */
const secretForm = /^[\w-]{16,200}$/

export function addListen(program: Command, context: CommandContext): void {
  program
    .command('listen')
    .description("receive the service's events, and keep the cached contacts fresh")
    .option('--port <port>', 'where to listen; a free port when left out', portNumber, 0)
    .addHelpText('after', help)
    .action(async (_options, command: Command) => listen(context, command.optsWithGlobals()))
}

async function listen(context: CommandContext, options: CommonOptions & { port: number }): Promise<void> {
  const { terminal } = context
  const secret = chosenSecret(context.environment.ROLLCALL_LISTEN_SECRET)
  await withAccount(context, options, async ({ client, account }) => {
    const totals = { events: 0, read: 0, gone: 0, unknown: 0, failed: 0 }
    const server = await startEventServer({
      port: options.port,
      secret,
      longestBody: longestEvent,
      mostInWork,
      async onEvent(body) {
        totals.events += 1
        const answer = await client.call('events.take', { body })
        const outcome = answer.ok ? answer.value : { read: 0, gone: 0, unknown: 0, failed: 1, error: answer.error }
        for (const name of ['read', 'gone', 'unknown', 'failed'] as const) totals[name] += outcome[name]
        if (outcome.error !== null) terminal.note(`${outcome.error.message} ${outcome.error.hint} A sync reads what was missed.`)
        else terminal.note(eventText(outcome))
      },
    }).catch((error: unknown) => {
      throw unusablePort(error, options.port)
    })
    try {
      const stopped = stopRequested()
      report(context, options, { account: account.id, url: server.url }, `Events for "${account.name}" are received at ${server.url}`)
      terminal.note('Whoever knows this address can send events to it. Press Ctrl-C to end it.')
      await stopped
    } finally {
      await server.close()
    }
    const { events, read, gone, unknown, failed } = totals
    terminal.note(
      `${counted(events, 'event')}: ${number(read)} read again, ${number(gone)} gone, ${number(unknown)} unknown, ${number(failed)} could not be read.`,
    )
  })
}

function chosenSecret(given: string | undefined): string {
  if (given === undefined || given === '') return randomBytes(24).toString('base64url')
  if (secretForm.test(given)) return given
  throw new AppError(
    'usage',
    'ROLLCALL_LISTEN_SECRET cannot be used.',
    'Give it 16 to 200 letters, digits, - and _, or leave it out for a new one.',
  )
}

function eventText({ read, gone, unknown }: { read: number; gone: number; unknown: number }): string {
  const parts = [
    ...(read > 0 ? [`${counted(read, 'contact')} read again`] : []),
    ...(gone > 0 ? [`${number(gone)} gone`] : []),
    ...(unknown > 0 ? [`${number(unknown)} that the service does not find`] : []),
  ]
  return `An event: ${parts.length > 0 ? parts.join(', ') : 'about no contact'}.`
}

function unusablePort(error: unknown, port: number): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code !== 'EADDRINUSE' && code !== 'EACCES') return error
  return new AppError('usage', `Port ${port} cannot be had.`, 'Choose another --port, or leave it out.', { cause: error })
}
