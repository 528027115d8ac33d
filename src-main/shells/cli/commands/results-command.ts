import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { AppError } from '../../../engine/model/errors.ts'
import { answered } from '../answered.ts'
import { type CommandContext, type CommonOptions, report, withAccount } from '../command-session.ts'
import { counted } from '../output/number-words.ts'

const help = `
One file has every row in its original columns and order, with what became of it; another one has just the rows that failed,
ready to be mended and loaded again. Existing files are never overwritten.

Example:
  $ rollcall results 5d0c8a7e-… --out ./results`

export function addResults(program: Command, context: CommandContext): void {
  program
    .command('results')
    .description("write a run's result file and the file of its failed rows")
    .argument('<run>', 'the run, from "rollcall history"')
    .requiredOption('--out <folder>', 'where to write them; made when it is not there')
    .addHelpText('after', help)
    .action(async (runId: string, _options, command: Command) => {
      const options = command.optsWithGlobals<CommonOptions & { out: string }>()
      await withAccount(context, options, async ({ client }) => {
        answered(await client.call('runs.get', { runId }))
        const folder = await madeFolder(options.out)
        const { files } = answered(await client.call('runs.writeResults', { runId, folder }))
        const object = { run: runId, files: files.map(({ kind, path, rows }) => ({ kind, path, rows })) }
        report(context, options, object, files.map(({ path, rows }) => `${path} (${counted(rows, 'row')})`).join('\n'))
      })
    })
}

async function madeFolder(path: string): Promise<string> {
  const folder = resolve(path)
  try {
    await mkdir(folder, { recursive: true })
    return folder
  } catch (error) {
    throw new AppError(
      'usage',
      `The folder "${path}" cannot be made.`,
      'Choose another one with --out, or check that you may write there.',
      { cause: error },
    )
  }
}
