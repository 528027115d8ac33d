import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { AppError } from '../../../engine/errors.ts'
import { answered } from '../answered.ts'
import { type CommandContext, type CommonOptions, report, withSession } from '../session.ts'
import { counted } from '../words.ts'

export function addRecipe(program: Command, context: CommandContext): void {
  const recipe = program.command('recipe').description('work with recipe files')
  recipe
    .command('check')
    .description('check a recipe file and name its mistakes')
    .argument('<file>', 'the recipe file')
    .addHelpText('after', '\nExample:\n  $ rollcall recipe check consent.recipe.json')
    .action(async (path: string, _options, command: Command) => {
      const options = command.optsWithGlobals<CommonOptions>()
      const text = await readFile(path, 'utf8').catch((error: unknown) => {
        throw new AppError('usage', `The recipe file "${path}" cannot be read.`, 'Check the path, and that you may read the file.', { cause: error })
      })
      await withSession(context, options, async ({ client }) => {
        const { name, kind, fields } = answered(await client.call('recipes.parse', { text }))
        report(context, options, { recipe: name, kind, fields: fields.length, valid: true }, `"${name}" is a good recipe for ${kind}, with ${counted(fields.length, 'field')}.`)
      })
    })
}
