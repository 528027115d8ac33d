import type { Command } from 'commander'
import { AppError } from '../../../../engine/model/errors.ts'
import { answered } from '../../answered.ts'
import { type CommandContext, type CommonOptions, report, withAccount } from '../../command-session.ts'

const help = `
Each account has recipes of its own. A copy goes by the names of custom fields and of the department; those that the other account does not have
are said, and are asked about when a file is mapped with it. Which words mean that somebody agreed is to be confirmed there: people agreed
to texts from the first account. Until then no contact is given consent by the copy.

Examples:
  $ rollcall recipe copy "Monthly consent list" --account "Main office" --to "Branch"`

export function addRecipeCopy(recipe: Command, context: CommandContext): void {
  recipe
    .command('copy')
    .description('copy a saved recipe to another account')
    .argument('<recipe>', 'the name of a saved recipe')
    .requiredOption('--to <account>', 'the other account, by its name or id')
    .option('--replace', 'replace a recipe of that name there')
    .addHelpText('after', help)
    .action(async (name: string, _options, command: Command) => {
      const options = command.optsWithGlobals<CommonOptions & { to: string; replace?: boolean }>()
      await withAccount(context, options, async ({ client }) => {
        const { recipes } = answered(await client.call('recipes.list', {}))
        const saved = recipes.find((one) => one.name === name)
        if (saved === undefined) throw new AppError('usage', `There is no saved recipe "${name}".`, recipesHint(recipes))
        const { accounts } = answered(await client.call('accounts.list', {}))
        const [other, ...more] = accounts.filter((one) => one.id === options.to || one.name === options.to)
        if (other === undefined || more.length > 0)
          throw new AppError(
            'account.unknown',
            more.length > 0 ? `Several accounts are called "${options.to}".` : `There is no account "${options.to}".`,
            'See "rollcall accounts", and name it by its id.',
          )
        const copied = answered(
          await client.call('recipes.copy', { recipeId: saved.id, accountId: other.id, replace: options.replace ?? false }),
        )
        const { missing, checked } = copied
        report(
          context,
          options,
          { recipe: copied.recipe.name, account: other.id, missing, checked },
          [
            `"${copied.recipe.name}" is in "${other.name}", too.`,
            ...(checked ? [] : ['Its fields could not be compared with that account: it did not answer. They are when a file is mapped.']),
            ...(copied.recipe.recipe.fields.some(({ unconfirmed }) => unconfirmed !== undefined)
              ? ['Which words mean that somebody agreed is to be confirmed there: until then nobody is given consent by it.']
              : []),
            ...missing.map(({ what, name: one }) => `That account has no ${what === 'field' ? 'custom field' : 'department'} "${one}".`),
          ].join('\n'),
        )
      })
    })
}

function recipesHint(recipes: readonly { name: string }[]): string {
  return recipes.length === 0
    ? 'No recipe is saved in this account.'
    : `The recipes are ${recipes.map(({ name }) => `"${name}"`).join(', ')}.`
}
