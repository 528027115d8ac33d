import { randomUUID } from 'node:crypto'
import type { Command } from 'commander'
import { Option } from 'commander'
import type { ImportKind, Recipe } from '../../../../engine/contract.ts'
import { importKinds } from '../../../../engine/model/kinds.ts'
import { answered } from '../../answered.ts'
import { type CommandContext, type CommonOptions, report, withAccount } from '../../command-session.ts'
import { saveRecipe } from '../../options/recipe-file.ts'
import { addSourceOptions, sourceHelp, sourceOf, type SourceOptions } from '../../options/source-options.ts'
import { openFile } from '../../plan-file.ts'

interface SuggestOptions extends CommonOptions, SourceOptions {
  kind?: ImportKind
  out?: string
}

const help = `
Maps the columns by their headers and values, says why, and writes that as a recipe to read, change and keep. A column about
permission in doubt is left out, with a question. What would give consent is marked "unconfirmed": as long as it is, the rows that
give consent by it are held. "rollcall recipe confirm" asks about it word by word.
A recipe that texts people is only made with --kind send, one that texts groups of numbers (all numbers of a row) with --kind groupSend: it
needs a department for group messaging ("group").
${sourceHelp}

Examples:
  $ rollcall recipe suggest contacts.csv --out contacts.recipe.json
  $ rollcall recipe suggest consent.csv --kind consent --out consent.recipe.json --json`

export function addRecipeSuggest(recipe: Command, context: CommandContext): void {
  const command = recipe
    .command('suggest')
    .description('write the automatic mapping of a file as a recipe')
    .argument('<file>', 'a text table, a workbook or contact cards')
    .option('--out <file>', 'write the recipe to a new file')
    .addOption(new Option('--kind <kind>', 'what the file is for').choices(importKinds))
  addSourceOptions(command)
    .addHelpText('after', help)
    .action(async (path: string, _options, command: Command) => {
      const options = command.optsWithGlobals<SuggestOptions>()
      await withAccount(context, options, async ({ client }) => {
        const file = await openFile(client, path)
        const {
          kind,
          recipe: suggested,
          columns,
        } = answered(
          await client.call('mapping.suggest', {
            fileId: file.id,
            dialect: sourceOf(options),
            ...(options.kind && { kind: options.kind }),
          }),
        )
        // A recipe that is kept is known by its id, whatever becomes of its name and columns.
        const recipe: Recipe = options.out === undefined ? suggested : { ...suggested, id: randomUUID() }
        if (options.out !== undefined) await saveRecipe(options.out, recipe, '--out')
        const told = columns.map(({ name, target, confidence, reason }) => ({ column: name, to: target, confidence, reason }))
        const lines = told.map(
          ({ column, to, confidence, reason }) => `${column} -> ${to ?? '(left out)'}${to === null ? '' : ` (${confidence})`}: ${reason}`,
        )
        const next = recipe.fields.some(({ unconfirmed }) => unconfirmed !== undefined)
          ? [
              `Words that would give consent are not confirmed yet: rollcall recipe confirm ${options.out ?? 'RECIPE'} --file ${JSON.stringify(path)}`,
            ]
          : []
        report(context, options, { kind, recipe, columns: told }, [`An import of ${kind}:`, ...lines, ...next].join('\n'))
      })
    })
}
