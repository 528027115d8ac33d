import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import type { Account, Answer, EngineClient, PlanSummary, RunSummary } from '../../../engine/contract.ts'
import type { Lookup } from '../../../engine/model/plans/plan-schema.ts'
import { AppError } from '../../../engine/model/errors.ts'
import { answered } from '../answered.ts'
import { followRun } from '../follow-run.ts'
import { exitCodes } from '../output/exit-codes.ts'
import { type Release, releaseOption, sha256 } from '../options/option-values.ts'
import { openFile, planFile, readyPlan } from '../plan-file.ts'
import { planText } from '../output/plan-report.ts'
import { loadRecipe } from '../options/recipe-file.ts'
import { releaseAll } from '../options/release-all.ts'
import { noteHeld } from '../options/release-option.ts'
import { addRowReleaseOptions, rowReleaseHelp, type RowReleaseOptions } from '../options/row-release-options.ts'
import { reportRun } from '../output/run-outcome.ts'
import { type CommandContext, type CommonOptions, report, withAccount } from '../command-session.ts'
import { addSourceOptions, chosenSource, sourceHelp, type SourceOptions } from '../options/source-options.ts'
import { counted } from '../output/number-words.ts'
import { lookupOption } from './plan-command.ts'

interface RunOptions extends CommonOptions, SourceOptions, RowReleaseOptions {
  asPlanned?: boolean
  acceptUnlike?: string
  recipe?: string
  yes?: boolean
  lookup: Lookup
  release?: Release[]
}

const help = `
A plan comes from "rollcall plan". With a file, a recipe has to be given, and the file is planned first. Without --yes the plan
is shown and you are asked; where nobody can be asked nothing is run. Ctrl-C pauses; "rollcall resume" continues.
Rows that a guard holds are not sent, unless it is released with the right number of contacts; with a wrong one nothing is run.
A run that texts people (a recipe of the kind "send" or "groupSend") needs --release sending=COUNT with the number of people who will be texted: give it
once the rows that wait are released, for no row is added after it. Who refused is never texted.
With --release consent=COUNT only rows go whose evidence in the file is dated after the refusal; the others stay held.
Where the file of a plan has been changed since it was planned, or corrected ("rollcall corrections"), nothing is run; --as-planned runs
the plan all the same.
After three finished runs a recipe knows its lists: by its name, or where that is only a suggested one, such as "Contacts", by reading
the same columns into the same fields. A list that is unlike them stops before anything is sent: with fewer than a fifth of
the fewest rows or more than five times the most (by more than 100; or beyond the recipe's "fewestRows" and "mostRows"), more than a
fifth of unknown contacts and three times the usual, unknown words in more than a twentieth of the rows, or withdrawals that the guard
holds. --accept-unlike with the SHA-256 of that very file says that it is the right one; it joins the others then.
${rowReleaseHelp}
${sourceHelp}

Examples:
  $ rollcall run 0b6f9a1e-… --yes
  $ rollcall run consent.csv --recipe consent.recipe.json --yes --json
  $ rollcall run consent.csv --recipe consent.recipe.json --release consent=17 --yes
  $ rollcall run 0b6f9a1e-… --release-row 12 --evidence "Form signed at the desk" --evidence-date 2026-03-31 --yes`

export function addRun(program: Command, context: CommandContext): void {
  const command = program
    .command('run')
    .description('execute a plan, or plan a file and execute that')
    .argument('<plan|file>', 'a stored plan, or a file together with --recipe')
    .option('--recipe <file>', 'how columns go to fields: a recipe file, or the name of a saved recipe')
    .option('--yes', 'do not ask')
    .option('--accept-unlike <sha256>', 'the file with this SHA-256 is right, although it is unlike the last ones of its recipe', sha256)
    .option('--as-planned', 'run the plan although its file has been changed or corrected since')
  addSourceOptions(command).addOption(lookupOption()).addOption(releaseOption())
  addRowReleaseOptions(command)
    .addHelpText('after', help)
    .action(async (planOrFile: string, _options, command: Command) => run(context, planOrFile, command.optsWithGlobals()))
}

async function run(context: CommandContext, planOrFile: string, options: RunOptions): Promise<void> {
  refuseWithoutYes(context, options)
  await withAccount(context, options, async ({ client, account }) => {
    const found = await findPlan(context, client, planOrFile, options)
    const plan = await releaseAll(client, context.terminal, found, options)
    await runPlan(context, options, client, account, plan)
  })
}

/** Runs a plan, after asking unless `yes`, and reports what became of it. */
export async function runPlan(
  context: CommandContext,
  options: CommonOptions & { yes?: boolean; asPlanned?: boolean; acceptUnlike?: string },
  client: EngineClient,
  account: Account,
  plan: PlanSummary,
): Promise<void> {
  const { terminal } = context
  if (options.yes) noteHeld(terminal, plan)
  else {
    terminal.note(planText(plan))
    await confirm(context, `Make ${counted(plan.calls, 'call')} for ${counted(plan.contacts, 'contact')} of "${account.name}"? [y/N] `)
  }
  const acceptUnlike = options.yes ? options.acceptUnlike : await acceptedUnlike(context, plan, options.acceptUnlike)
  if (plan.unlikeSha256 !== null && plan.unlikeSha256 !== acceptUnlike?.toLowerCase()) return reportUnlike(context, options, plan)
  const begin = async () => inWordsOfOptions(await startRun(client, plan, { asPlanned: options.asPlanned, acceptUnlike }))
  const summary = await followRun(
    client,
    terminal,
    begin,
    `Making ${counted(plan.calls, 'call')} for ${counted(plan.contacts, 'contact')} of "${account.name}" …`,
  )
  await reportRun(context, options, client, summary)
}

/** Runs a plan as it was shown here, and waits for its end. */
export function startRun(
  client: EngineClient,
  { id: planId, send, held, calls, correctionsThrough }: PlanSummary,
  { asPlanned = false, acceptUnlike }: { asPlanned?: boolean | undefined; acceptUnlike?: string | undefined } = {},
): Promise<Answer<RunSummary>> {
  const accepted = acceptUnlike === undefined ? {} : { acceptUnlike }
  return client.call('runs.start', { planId, seen: { send, held, calls, correctionsThrough }, asPlanned, ...accepted, wait: true })
}

/** Asks the one question where nobody has answered it yet. */
async function acceptedUnlike(context: CommandContext, { unlikeSha256, recipe }: PlanSummary, given?: string): Promise<string | undefined> {
  if (unlikeSha256 === null || given?.toLowerCase() === unlikeSha256) return given
  const answer = await context.terminal.ask(`This list is unlike the last ones of "${recipe.name}", see above. Is it the right one? [y/N] `)
  return answer !== null && /^y(es)?$/i.test(answer.trim()) ? unlikeSha256 : given
}

/** Nothing is run: says in what the list is unlike the last ones, and how it is accepted. */
function reportUnlike(context: CommandContext, options: CommonOptions, plan: PlanSummary): void {
  const unlike = plan.attention.filter(({ code }) => code.startsWith('unlike.')).map(({ message }) => message)
  const message = `This list is unlike the last ones of "${plan.recipe.name}", and nothing was sent. ${unlike.join(' ')}`
  const hint = `If it is the right list, run it with --accept-unlike=${plan.unlikeSha256 ?? ''}`
  if (options.json) context.terminal.note(`${message}\n${hint}`)
  const error = { code: 'plan.unlike', message, hint }
  report(context, options, { error, plan: plan.id, attention: plan.attention }, `${message}\n${hint}`)
  context.endWith(exitCodes.unlike)
}

/** What to do about a file or plan that was changed, as it is done here. */
function inWordsOfOptions(answer: Answer<RunSummary>): Answer<RunSummary> {
  if (answer.ok || (answer.error.code !== 'file.changed' && answer.error.code !== 'plan.changed')) return answer
  return { ok: false, error: { ...answer.error, hint: 'Plan the file again, or run what was planned with --as-planned.' } }
}

/** Throws `usage` where a question could not be asked. */
export function refuseWithoutYes({ terminal }: CommandContext, { yes }: { yes?: boolean }): void {
  if (!yes && !terminal.canAsk)
    throw new AppError('usage', 'Nobody can be asked here whether to run this.', 'Look at the plan, then give --yes.')
}

async function findPlan(context: CommandContext, client: EngineClient, planOrFile: string, options: RunOptions): Promise<PlanSummary> {
  const isFile = options.recipe !== undefined || existsSync(planOrFile) || /[./\\]/.test(planOrFile)
  if (!isFile) return readyPlan(answered(await client.call('plans.get', { planId: planOrFile })))
  if (options.recipe === undefined) {
    if (!existsSync(planOrFile))
      throw new AppError('file.not_found', `There is no file "${planOrFile}".`, 'Check the path, or give the id of a stored plan.')
    throw new AppError(
      'usage',
      'A file is only run with a recipe.',
      `Make one with "rollcall plan ${planOrFile} --save-recipe recipe.json", look at it, then give --recipe recipe.json.`,
    )
  }
  const recipe = await loadRecipe(client, options.recipe)
  const chosen = { ...recipe, source: chosenSource(options, recipe.source) }
  return planFile(client, context.terminal, await openFile(client, planOrFile), chosen, options.lookup)
}

/** Asks; throws `cancelled` unless the answer is yes. */
export async function confirm(
  { terminal }: CommandContext,
  question: string,
  kept = 'The plan is kept; run it when you are ready.',
): Promise<void> {
  const answer = await terminal.ask(question)
  if (answer !== null && /^y(es)?$/i.test(answer.trim())) return
  throw new AppError('cancelled', 'Nothing was run.', kept)
}
