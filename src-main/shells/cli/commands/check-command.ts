import type { Command } from 'commander'
import type { DamageReport, EngineClient, Finding, ImportFile, Input } from '../../../engine/contract.ts'
import { AppError } from '../../../engine/model/errors.ts'
import { answered } from '../answered.ts'
import { damageObject, damageText } from '../output/damage-report.ts'
import { asErrorCode } from '../output/error-code.ts'
import { exitCodes } from '../output/exit-codes.ts'
import { openFile } from '../plan-file.ts'
import { createProgress } from '../output/terminal-progress.ts'
import { loadRecipe } from '../options/recipe-file.ts'
import { type CommandContext, type CommonOptions, report, withAccount } from '../command-session.ts'
import { addSourceOptions, sourceHelp, sourceOf, type SourceOptions } from '../options/source-options.ts'
import { withStopSignals } from '../stop-signals.ts'
import type { Terminal } from '../output/terminal.ts'
import { counted, number } from '../output/number-words.ts'

interface CheckOptions extends CommonOptions, SourceOptions {
  recipe?: string
  mend?: boolean
}

const help = `
The whole file is looked through for what spreadsheets and exports damage: phone numbers rounded or shown as 5.58199E+12, lost
leading zeros, garbled letters (Ã©), cells in the wrong columns, texts cut off, dates turned into numbers and numbers into dates,
invisible characters, contacts whose rows contradict each other, and more. Each is named with its count, lines and what to do.

--mend takes back what can be taken back without asking: garbled letters, invisible characters, spoiled numbers that still have
all their digits, lost zeros, dates as numbers, repeated column names. The file itself is never changed: the corrections are kept
beside it, apply whenever the same file is planned, and are in the results. "rollcall corrections" lists them and takes them back.

With --recipe the file is read as the recipe says, and its country is meant where a number names none.
${sourceHelp}

It ends with 2 when something serious is left, such as phone numbers without their last digits; otherwise with 0.

Examples:
  $ rollcall check contacts.csv
  $ rollcall check consent.csv --recipe consent.recipe.json --mend --json`

export function addCheck(program: Command, context: CommandContext): void {
  const command = program
    .command('check')
    .description('look through a file for damage, and repair what can be repaired')
    .argument('<file>', 'the file to check')
    .option('--recipe <file>', 'read the file as this recipe says: a recipe file, or the name of a saved recipe')
    .option('--mend', 'repair what is harmless to repair')
  addSourceOptions(command)
    .addHelpText('after', help)
    .action(async (path: string, _options, command: Command) => check(context, path, command.optsWithGlobals()))
}

async function check(context: CommandContext, path: string, options: CheckOptions): Promise<void> {
  await withAccount(context, options, async ({ client }) => {
    const recipe = options.recipe === undefined ? null : await loadRecipe(client, options.recipe)
    const file = await openFile(client, path)
    const wanted: Input<'damage.check'> = {
      fileId: file.id,
      dialect: sourceOf(options, recipe?.source),
      ...(recipe && { country: recipe.match.country }),
    }
    const first = await checked(client, context.terminal, wanted)
    const repairable = options.mend ? first.findings.filter(({ isAutomatic, corrections }) => isAutomatic && corrections.length > 0) : []
    for (const finding of repairable) await repair(client, file, first, finding)
    const last = repairable.length === 0 ? first : await checked(client, context.terminal, wanted)
    report(context, options, damageObject(file, last, repairable), damageText(file, last, repairable))
    const left = first.findings.filter(({ isAutomatic, corrections }) => isAutomatic && corrections.length > 0)
    if (!options.mend && left.length > 0) context.terminal.note(`${counted(left.length, 'kind')} of damage can be repaired with --mend.`)
    if (last.findings.some(({ severity }) => severity === 'serious')) context.endWith(exitCodes.usage)
  })
}

/** The finished check. An interrupt ends it; throws what it failed for. */
async function checked(client: EngineClient, terminal: Terminal, wanted: Input<'damage.check'>): Promise<DamageReport> {
  const progress = createProgress(terminal)
  const end = client.on('damage.progress', ({ bytesRead, bytesTotal, rows }) =>
    progress.show(bytesRead, bytesTotal, `${number(rows)} rows checked`),
  )
  const cancel = () => void client.call('damage.cancel', { fileId: wanted.fileId })
  try {
    const done = await withStopSignals(terminal, cancel, async () => answered(await client.call('damage.check', { ...wanted, wait: true })))
    if (done.error !== null) throw new AppError(asErrorCode(done.error.code), done.error.message, done.error.hint)
    if (done.state === 'done') return done
    throw new AppError('cancelled', 'The check was stopped.', 'Nothing was changed. Check the file again when you are ready.')
  } finally {
    end()
    progress.end()
  }
}

async function repair(client: EngineClient, file: ImportFile, { sheet }: DamageReport, { corrections }: Finding): Promise<void> {
  const atOnce = 100
  for (let from = 0; from < corrections.length; from += atOnce) {
    answered(
      await client.call('corrections.add', {
        fileId: file.id,
        ...(sheet !== null && { sheet }),
        corrections: corrections.slice(from, from + atOnce),
      }),
    )
  }
}
