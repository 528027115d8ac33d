import type { Command } from 'commander'
import type { EngineClient, PlanRow, PlanSummary, RunSummary } from '../../../engine/contract.ts'
import { answered } from '../answered.ts'
import { type CommandContext, type CommonOptions, report, withAccount } from '../command-session.ts'
import { type Release, releaseOption } from '../options/option-values.ts'
import { releaseAll } from '../options/release-all.ts'
import { addRowReleaseOptions, rowReleaseHelp, type RowReleaseOptions } from '../options/row-release-options.ts'
import { howToRelease } from '../output/guard-text.ts'
import { counted, number } from '../output/number-words.ts'
import { followPlan, readyPlan } from '../plan-file.ts'
import { readRunRows, unknownObjects } from '../unknown-rows.ts'
import { refuseWithoutYes, runPlan } from './run-command.ts'
import { planAndUndo, runUndo } from './undo-command.ts'

interface HeldOptions extends CommonOptions, RowReleaseOptions {
  yes?: boolean
  release?: Release[]
}

const help = `
Without --release, --release-row and --yes the held rows are listed, with their lines. With them a plan that was not run yet is released
and run. Of a run just its held rows are planned again, with the same recipe and from Rollcall's own copy of the file, compared
afresh, held again by the same guards, and what is released then is run: a run of its own, linked to the first. Rows that stay held wait
in that one. Rows that were held because their contact was changed meanwhile are held by the guard "edited" then.
${rowReleaseHelp}

Examples:
  $ rollcall held 5d0c8a7e-…
  $ rollcall held 5d0c8a7e-… --release withdraw=122 --yes --json
  $ rollcall held 5d0c8a7e-… --release-row 12 --evidence "Form signed at the desk" --evidence-date 2026-03-31 --yes`

export function addHeld(program: Command, context: CommandContext): void {
  const command = program
    .command('held')
    .description('list the rows of a plan or a run that are held, or release them')
    .argument('<plan|run>', 'a plan that was not run yet, or a run, from "rollcall history"')
    .addOption(releaseOption())
    .option('--yes', 'do not ask')
  addRowReleaseOptions(command)
    .addHelpText('after', help)
    .action(async (id: string, _options, self: Command) => held(context, id, self.optsWithGlobals()))
}

async function held(context: CommandContext, id: string, options: HeldOptions): Promise<void> {
  const isListed = options.release === undefined && options.releaseRow === undefined && !options.yes
  if (!isListed) refuseWithoutYes(context, options)
  await withAccount(context, options, async ({ client, account }) => {
    const run = await runOf(client, id)
    if (run === null) {
      const plan = readyPlan(answered(await client.call('plans.get', { planId: id })))
      if (isListed) return listOfPlan(context, options, client, plan)
      const released = await releaseAll(client, context.terminal, plan, options)
      return (plan.undoesRunId === null ? runPlan : runUndo)(context, options, client, account, released)
    }
    if (isListed) return listOfRun(context, options, client, run)
    if (run.undo !== null) return planAndUndo(context, options, client, account, run.undo.undoesRunId)
    const plan = await followPlan(client, context.terminal, () => client.call('plans.retry', { runId: id, outcome: 'held', wait: true }))
    await runPlan(context, options, client, account, await releaseAll(client, context.terminal, plan, options))
  })
}

/** Null where there is no such run: then it is a plan, or nothing. */
async function runOf(client: EngineClient, id: string): Promise<RunSummary | null> {
  const answer = await client.call('runs.get', { runId: id })
  if (!answer.ok && answer.error.code === 'run.unknown') return null
  return answered(answer).summary
}

async function listOfRun(context: CommandContext, options: HeldOptions, client: EngineClient, run: RunSummary): Promise<void> {
  const rows = await readRunRows(client, run.id, 'held')
  const plan = readyPlan(answered(await client.call('plans.get', { planId: run.planId })))
  const lines = [
    `${counted(rows.length, 'row')} of run ${run.id} ${rows.length === 1 ? 'is' : 'are'} held.`,
    ...(run.releasedByRunId === null ? [] : [`They were taken up by run ${run.releasedByRunId}.`]),
    ...howToReleaseAll(plan, run.id),
    ...rows.map(({ line, contact, error }) => rowText(line, contact, error)),
  ]
  const object = {
    run: run.id,
    held: rows.length,
    releasedBy: run.releasedByRunId,
    guards: guardObjects(plan),
    heldRows: unknownObjects(rows),
  }
  report(context, options, object, lines.join('\n'))
}

async function listOfPlan(context: CommandContext, options: HeldOptions, client: EngineClient, plan: PlanSummary): Promise<void> {
  const rows = await readHeldRows(client, plan.id)
  const lines = [
    `${counted(rows.length, 'row')} of plan ${plan.id} ${rows.length === 1 ? 'is' : 'are'} held.`,
    ...howToReleaseAll(plan, plan.id),
    ...rows.map(({ line, contact, reason }) => rowText(line, contact, reason)),
  ]
  const heldRows = rows.map(({ line, contact, changes, reason }) => ({
    line,
    uuid: contact?.uuid ?? null,
    name: contact?.name ?? null,
    phone: contact?.phone ?? null,
    changes: changes.map(({ label }) => label).join(', '),
    error: reason,
    hint: null,
  }))
  report(context, options, { plan: plan.id, held: rows.length, guards: guardObjects(plan), heldRows }, lines.join('\n'))
}

const pageRows = 500

async function readHeldRows(client: EngineClient, planId: string): Promise<PlanRow[]> {
  const all: PlanRow[] = []
  for (;;) {
    const page = answered(await client.call('plans.rows', { planId, class: 'held', offset: all.length, limit: pageRows }))
    all.push(...page.rows)
    if (page.rows.length === 0 || all.length >= page.total) return all
  }
}

const openGuards = ({ guards }: PlanSummary): PlanSummary['guards'] => guards.filter(({ released }) => !released)

function guardObjects(plan: PlanSummary): Record<string, unknown>[] {
  return openGuards(plan).map(({ guard, contacts, rows, message }) => ({ guard, contacts, rows, message }))
}

function howToReleaseAll(plan: PlanSummary, id: string): string[] {
  return openGuards(plan).map((guard) => `  ${guard.message} ${howToRelease(guard, `rollcall held ${id} --yes`)}`)
}

function rowText(line: number, contact: PlanRow['contact'], why: string | null): string {
  return `  row ${number(line)}  ${contact?.name ?? ''} ${contact?.phone ?? ''}  ${why ?? ''}`.trimEnd()
}
