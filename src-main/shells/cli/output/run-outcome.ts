import type { EngineClient, PlanSummary, RunSummary } from '../../../engine/contract.ts'
import { exitCodeOfRun } from './exit-codes.ts'
import { runObject, runText } from './run-report.ts'
import { undoText } from './undo-report.ts'
import { type CommandContext, type CommonOptions, report } from '../command-session.ts'

/** Reports what became of a run, and ends the program accordingly. With `--json` the words go to standard error. */
export async function reportRun(
  context: CommandContext,
  options: CommonOptions,
  client: EngineClient,
  run: RunSummary,
  object: Record<string, unknown> = runObject(run),
): Promise<void> {
  const text = run.undo === null ? runText(run, run.held > 0 ? await guardsOf(client, run) : []) : undoText(run)
  if (options.json) context.terminal.note(text)
  report(context, options, object, text)
  context.endWith(exitCodeOfRun(run))
}

/** The guards of the run's plan; none where it can no longer be read. */
async function guardsOf(client: EngineClient, { planId }: RunSummary): Promise<PlanSummary['guards']> {
  const plan = await client.call('plans.get', { planId })
  return plan.ok ? plan.value.guards : []
}
