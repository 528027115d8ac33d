import type { Command } from 'commander'
import type { Account, EngineClient, PlanSummary } from '../../../engine/contract.ts'
import { followRun } from '../follow-run.ts'
import { followPlan } from '../plan-file.ts'
import { reportRun } from '../output/run-outcome.ts'
import { type CommandContext, type CommonOptions, withAccount } from '../command-session.ts'
import { undoObject, undoPlanText } from '../output/undo-report.ts'
import { addRowReleaseOptions, releaseRows, rowReleaseHelp, type RowReleaseOptions } from '../options/row-release-options.ts'
import { counted } from '../output/number-words.ts'
import { confirm, refuseWithoutYes, startRun } from './run-command.ts'

interface UndoOptions extends CommonOptions, RowReleaseOptions {
  yes?: boolean
}

const help = `
Each field that the run wrote gets its earlier value back, where the service still holds what the run wrote; what somebody
edited since is kept. First it is shown how much can be taken back and why the rest cannot: messages and created contacts,
e-mail and unsubscribing (the service does not show them), and values that were never known. An undo is a run of its own:
"rollcall resume" continues it, and it can be undone as well.

What would allow texts to a contact again (consent, no longer blocked) is held: an undo never does that by itself, and ends with 6 as
long as it is. What was only kept, because somebody edited it since, waits for nobody: it is in the report and in "attention", and the
undo ends with 0. "rollcall held UNDO" lists such rows; undo the run again, or release them there.
${rowReleaseHelp}

Examples:
  $ rollcall undo 5d0c8a7e-…
  $ rollcall undo 5d0c8a7e-… --yes --json
  $ rollcall undo 5d0c8a7e-… --release-row 12 --evidence "Wrong list; asked again by phone" --evidence-date "2026-03-31 14:30" --yes`

export function addUndo(program: Command, context: CommandContext): void {
  const command = program
    .command('undo')
    .description('take a run of contacts or consent back, as far as nobody has edited its contacts since')
    .argument('<run>', 'the run, from "rollcall history"')
    .option('--yes', 'do not ask')
  addRowReleaseOptions(command)
    .addHelpText('after', help)
    .action(async (runId: string, _options, command: Command) => undo(context, runId, command.optsWithGlobals()))
}

async function undo(context: CommandContext, runId: string, options: UndoOptions): Promise<void> {
  refuseWithoutYes(context, options)
  await withAccount(context, options, async ({ client, account }) => {
    await planAndUndo(context, options, client, account, runId)
  })
}

/** Undoes a run, after asking unless `yes`, and reports what became of it. */
export async function planAndUndo(
  context: CommandContext,
  options: UndoOptions,
  client: EngineClient,
  account: Account,
  runId: string,
): Promise<void> {
  const { terminal } = context
  const planned = await followPlan(client, terminal, () => client.call('undo.plan', { runId, wait: true }))
  await runUndo(context, options, client, account, await releaseRows(client, planned, options))
}

/** Carries out an undo that was planned. */
export async function runUndo(
  context: CommandContext,
  options: UndoOptions,
  client: EngineClient,
  account: Account,
  plan: PlanSummary,
): Promise<void> {
  const { terminal } = context
  terminal.note(undoPlanText(plan))
  if (!options.yes)
    await confirm(
      context,
      `Restore ${counted(plan.undo?.restorable ?? 0, 'field')} of ${counted(plan.contacts, 'contact')} of "${account.name}"? [y/N] `,
      'Undo the run again when you are ready.',
    )
  const summary = await followRun(client, terminal, () => startRun(client, plan))
  await reportRun(context, options, client, summary, undoObject(summary))
}
