import type { Command } from 'commander'
import { followRun } from '../follow-run.ts'
import { followPlan } from '../plan-file.ts'
import { reportRun } from '../output/run-outcome.ts'
import { type CommandContext, type CommonOptions, withAccount } from '../command-session.ts'
import { undoObject, undoPlanText } from '../output/undo-report.ts'
import { counted } from '../output/number-words.ts'
import { confirm, refuseWithoutYes, startRun } from './run-command.ts'

interface UndoOptions extends CommonOptions {
  yes?: boolean
}

const help = `
Each field that the run wrote gets its earlier value back, where the service still holds what the run wrote; what somebody
edited since is kept. First it is shown how much can be taken back and why the rest cannot: messages and created contacts,
e-mail and unsubscribing (the service does not show them), and values that were never known. An undo is a run of its own:
"rollcall resume" continues it, and it can be undone as well.

Examples:
  $ rollcall undo 5d0c8a7e-…
  $ rollcall undo 5d0c8a7e-… --yes --json`

export function addUndo(program: Command, context: CommandContext): void {
  program
    .command('undo')
    .description('take a run of contacts or consent back, as far as nobody has edited its contacts since')
    .argument('<run>', 'the run, from "rollcall history"')
    .option('--yes', 'do not ask')
    .addHelpText('after', help)
    .action(async (runId: string, _options, command: Command) => undo(context, runId, command.optsWithGlobals()))
}

async function undo(context: CommandContext, runId: string, options: UndoOptions): Promise<void> {
  refuseWithoutYes(context, options)
  const { terminal } = context
  await withAccount(context, options, async ({ client, account }) => {
    const plan = await followPlan(client, terminal, () => client.call('undo.plan', { runId, wait: true }))
    terminal.note(undoPlanText(plan))
    if (!options.yes)
      await confirm(
        context,
        `Restore ${counted(plan.undo?.restorable ?? 0, 'field')} of ${counted(plan.contacts, 'contact')} of "${account.name}"? [y/N] `,
        'Undo the run again when you are ready.',
      )
    const summary = await followRun(client, terminal, () => startRun(client, plan))
    await reportRun(context, options, client, summary, undoObject(summary))
  })
}
