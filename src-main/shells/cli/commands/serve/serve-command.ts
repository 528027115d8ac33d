import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import { answered } from '../../answered.ts'
import { portNumber } from '../../options/option-values.ts'
import { type CommandContext, type CommonOptions, openSession, report } from '../../command-session.ts'
import { stopRequested } from '../../stop-signals.ts'

interface ServeOptions extends CommonOptions {
  port: number
  open?: boolean
}

const help = `
The whole app, practice mode included, for one browser on this computer. The address holds a key that works once; at a terminal,
Enter shows another one.

Examples:
  $ rollcall serve --open
  $ rollcall serve --port 4100 --account "Main office"`

export function addServe(program: Command, context: CommandContext): void {
  program
    .command('serve')
    .description('serve the app to a browser on this computer')
    .option('--port <port>', 'where to listen; a free port when left out', portNumber, 0)
    .option('--open', 'open the default browser')
    .addHelpText('after', help)
    .action(async (_options, command: Command) => serve(context, command.optsWithGlobals()))
}

async function serve(context: CommandContext, options: ServeOptions): Promise<void> {
  const { places, terminal } = context
  // Only this command needs them, and they take longer to load than the rest.
  const [{ serveApp }, { hasBrowser, openInBrowser }] = await Promise.all([
    import('../../../browser/serve-app.ts'),
    import('../../open-in-browser.ts'),
  ])
  const session = await openSession(context, options, { practice: true, automates: true })
  try {
    const accountId = options.practice ? 'practice' : options.account
    if (accountId !== undefined) answered(await session.client.call('accounts.open', { accountId }))
    const served = await serveApp({
      client: session.client,
      rendererFolder: fileURLToPath(places.renderer),
      samplesFolder: fileURLToPath(places.samples),
      home: session.home,
      ...(options.port > 0 && { port: options.port }),
    })
    try {
      const stopped = stopRequested()
      session.client.onGone?.(() =>
        terminal.note('The part of Rollcall that does the work has stopped. Press Ctrl-C, then start it again: it goes on where it was.'),
      )
      report(context, options, { url: served.url }, `Rollcall is open at ${served.url}`)
      if (options.open && hasBrowser(context.environment, process.platform)) await openInBrowser(await served.entryPage(), terminal)
      terminal.onEnter(() => terminal.note(`Rollcall is open at ${served.newUrl()}`))
      terminal.note(`The address opens it once, in one tab.${terminal.canAsk ? ' Press Enter for a new one.' : ''} Press Ctrl-C to end it.`)
      await stopped
    } finally {
      await served.close()
    }
  } finally {
    await session.close()
  }
}
