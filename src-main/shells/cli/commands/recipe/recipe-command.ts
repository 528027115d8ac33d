import type { Command } from 'commander'
import { AppError } from '../../../../engine/model/errors.ts'
import { answered } from '../../answered.ts'
import { exitCodes } from '../../output/exit-codes.ts'
import { fitText } from '../../output/fit-text.ts'
import { openFile } from '../../plan-file.ts'
import { addRecipeCopy } from './recipe-copy-command.ts'
import { addRecipeConfirm } from './recipe-confirm-command.ts'
import { addRecipeSuggest } from './recipe-suggest-command.ts'
import { loadRecipe, readRecipeText } from '../../options/recipe-file.ts'
import { type CommandContext, type CommonOptions, report, withAccount, withSession } from '../../command-session.ts'
import { counted } from '../../output/number-words.ts'
import { kindWords } from '../../output/kind-text.ts'

interface CheckOptions extends CommonOptions {
  file?: string
}

const checkHelp = `
With --file the recipe is compared with the file's columns and the account's custom fields: what is missing, what it was for and
what may be meant instead, and which columns are new, gone or moved. It ends with 2 when the recipe does not fit.

Examples:
  $ rollcall recipe check consent.recipe.json
  $ rollcall recipe check consent.recipe.json --file "consent list.csv"`

export function addRecipe(program: Command, context: CommandContext): void {
  const recipe = program.command('recipe').description('work with recipe files')
  addRecipeSuggest(recipe, context)
  addRecipeConfirm(recipe, context)
  addRecipeCopy(recipe, context)
  recipe
    .command('check')
    .description('check a recipe and name its mistakes; with --file, also whether it fits a file')
    .argument('<recipe>', 'the recipe file, or with --file the name of a saved recipe')
    .option('--file <file>', 'compare the recipe with this file and with the account, and say what differs')
    .addHelpText('after', checkHelp)
    .action(async (path: string, _options, command: Command) => {
      const options = command.optsWithGlobals<CheckOptions>()
      if (options.file === undefined) await checkAlone(context, options, path)
      else await checkWithFile(context, options, path, options.file)
    })
}

async function checkAlone(context: CommandContext, options: CheckOptions, path: string): Promise<void> {
  const text = await readRecipeText(path)
  if (text === null)
    throw new AppError('usage', `The recipe file "${path}" cannot be read.`, 'Check the path, and that you may read the file.')
  await withSession(context, options, async ({ client }) => {
    const { name, kind, fields } = answered(await client.call('recipes.parse', { text }))
    report(
      context,
      options,
      { recipe: name, kind, fields: fields.length, valid: true },
      `"${name}" is a good recipe for ${kindWords[kind]}, with ${counted(fields.length, 'field')}.`,
    )
  })
}

async function checkWithFile(context: CommandContext, options: CheckOptions, pathOrName: string, filePath: string): Promise<void> {
  await withAccount(context, options, async ({ client }) => {
    const recipe = await loadRecipe(client, pathOrName)
    const { recipes } = answered(await client.call('recipes.list', {}))
    const saved = recipes.find(({ name }) => name === recipe.name)
    const file = await openFile(client, filePath)
    const { fit } = answered(await client.call('recipes.fit', { recipe, fileId: file.id, ...(saved && { recipeId: saved.id }) }))
    const { name, kind, fields } = recipe
    report(context, options, { recipe: name, kind, fields: fields.length, valid: true, fit }, fitText(name, file.name, fit))
    if (fit.kind === 'misfit') context.endWith(exitCodes.usage)
  })
}
