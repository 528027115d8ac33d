import { type Command, Option } from 'commander'
import type { EngineClient, ImportFile, ImportKind, Recipe } from '../../../engine/contract.ts'
import { importKinds } from '../../../engine/model/kinds.ts'
import { type Lookup, lookups } from '../../../engine/model/plans/plan-schema.ts'
import { type Release, releaseOption } from '../options/option-values.ts'
import { openFile, planFile } from '../plan-file.ts'
import { planObject, planText } from '../output/plan-report.ts'
import { loadRecipe, saveRecipe, suggestRecipe } from '../options/recipe-file.ts'
import { releaseAll } from '../options/release-all.ts'
import { addRowReleaseOptions, rowReleaseHelp, type RowReleaseOptions } from '../options/row-release-options.ts'
import { type CommandContext, type CommonOptions, report, withAccount } from '../command-session.ts'
import { addSourceOptions, chosenSource, sourceHelp, sourceOf, type SourceOptions } from '../options/source-options.ts'
import type { Terminal } from '../output/terminal.ts'

interface PlanOptions extends CommonOptions, SourceOptions, RowReleaseOptions {
  recipe?: string
  saveRecipe?: string
  kind?: ImportKind
  lookup: Lookup
  release?: Release[]
}

const help = `
Nothing is changed at the service: the file is mapped, matched to contacts and compared, and the plan is stored. "rollcall run"
executes it. Without --recipe the columns are matched by their headers, to show what would happen; keep that recipe with
--save-recipe, look at it, and use it with --recipe from then on.
${sourceHelp}

A row is unchanged where the service said so when the contact was last read: at most a day ago (a setting of the account), and
for a refusal while this plan was made. What is older is read again; "reads" counts that, apart from calls. With --lookup never
nothing is read: rows about contacts that were read too long ago, and all refusals, are sent, with a warning.

The recipe's "mode" says which contacts rows may be about ("update", "add", "updateAndAdd"), and "overwrite": "ifEmpty" fills a
field only where the contact has nothing there. A refusal of texts is sent in every mode; a value that the service does not show
is neither emptied by a blank cell nor taken for empty.

Guards hold rows that may do harm, and held rows are not sent. By what a row says itself: "consent" (consent for somebody who has
opted out), "direction" (nobody knows who wrote the message), "keyword" (a message that is only STOP, START or their like), "edited"
(held in an earlier run, because somebody changed the contact after the preview). By what
the file comes to: "withdraw" (more than 20 contacts lose their consent, are blocked or unsubscribed: more than 5 % of those of the
file that agree, and more than twice what is usual for the recipe; what contacts asked for themselves, by a keyword or on a day that
the file names, is never held), "clear" (a field emptied on more than 20 contacts), "mass" (more than half of the account's contacts
changed, and more than 500; or new ones, more than 100 and more than a quarter of an account of 100 or more, or of one that was never
synced and does not show how many it has).
A guard is released with its number of contacts, here or when the plan is run, so that nobody releases it unseen. A number is no
evidence: --release consent=COUNT releases only rows whose evidence in the file is dated after the refusal. For the last four a bound does for unattended runs: --release 'withdraw<=20' releases up to 20, leaves held what is more, and is no mistake where
nothing is held. A recipe's "limits" can say as much for good.
${rowReleaseHelp}

Examples:
  $ rollcall plan contacts.csv --save-recipe contacts.recipe.json
  $ rollcall plan contacts.csv --recipe contacts.recipe.json --json
  $ rollcall plan consent.csv --recipe consent.recipe.json --release consent=17`

export const lookupOption = () =>
  new Option('--lookup <which>', 'contacts to ask the service for: those not cached or cached too long ago, all, or none')
    .choices(lookups)
    .default('missing')

export function addPlan(program: Command, context: CommandContext): void {
  const command = program
    .command('plan')
    .description('show what a file would change, and store the plan')
    .argument('<file>', 'a text table, a workbook or contact cards')
    .option('--recipe <file>', 'how columns go to fields: a recipe file, or the name of a saved recipe')
    .option('--save-recipe <file>', 'write the recipe that was used to a new file')
    .addOption(new Option('--kind <kind>', 'what the file is for, when no recipe says it').choices(importKinds))
  addSourceOptions(command).addOption(lookupOption()).addOption(releaseOption())
  addRowReleaseOptions(command)
    .addHelpText('after', help)
    .action(async (path: string, _options, command: Command) => plan(context, path, command.optsWithGlobals()))
}

async function plan(context: CommandContext, path: string, options: PlanOptions): Promise<void> {
  const { terminal } = context
  await withAccount(context, options, async ({ client }) => {
    const saved = options.recipe === undefined ? null : await loadRecipe(client, options.recipe)
    const given = saved && { ...saved, source: chosenSource(options, saved.source) }
    const file = await openFile(client, path)
    const recipe = given ?? (await suggested(client, terminal, file, options))
    if (options.saveRecipe !== undefined) await saveRecipe(options.saveRecipe, recipe, '--save-recipe')
    const planned = await planFile(client, terminal, file, given ?? withoutPermission(recipe), options.lookup)
    const summary = await releaseAll(client, terminal, planned, options)
    report(context, options, planObject(summary), planText(summary))
    if (summary.send > 0)
      terminal.note(given ? `Run it with: rollcall run ${summary.id}` : 'Check the recipe before you run this plan: it was only suggested.')
  })
}

async function suggested(client: EngineClient, terminal: Terminal, file: ImportFile, options: PlanOptions): Promise<Recipe> {
  const { recipe, saved } = await suggestRecipe(client, file.id, options.kind, sourceOf(options))
  terminal.note('No recipe was given: the columns are matched by their headers and values. This is a suggestion.')
  for (const name of saved) terminal.note(`A saved recipe fits this file: --recipe ${JSON.stringify(name)}`)
  if (options.saveRecipe === undefined) terminal.note('Keep the suggestion with --save-recipe FILE, and look at it before you use it.')
  return recipe
}

/** A suggestion that nobody has looked at gives no consent, not even by the words of Rollcall's own export. */
function withoutPermission(recipe: Recipe): Recipe {
  return { ...recipe, fields: recipe.fields.map((rule) => (rule.to === 'consent' ? { ...rule, unconfirmed: true as const } : rule)) }
}
