import { basename, resolve } from 'node:path'
import type { Command } from 'commander'
import type { Inspection } from '../../../engine/contract.ts'
import { copyAndHash } from '../../../engine/source/open/copy-file.ts'
import { encodingLabel } from '../../../engine/source/encoding/encoding-names.ts'
import { inspectFile } from '../../../engine/source/open/inspect-file.ts'
import { delimiterName } from '../../../engine/text/delimiter-name.ts'
import { dialectChoiceSchema } from '../../../engine/model/files/source-schema.ts'
import { inTemporaryFolder } from '../../temporary-folder.ts'
import { type CommandContext, type CommonOptions, report } from '../command-session.ts'
import { addSourceOptions, noticeText, sourceHelp, sourceOf, type SourceOptions } from '../options/source-options.ts'
import { counted } from '../output/number-words.ts'

const help = `
Shows how a file is read: its encoding, what separates its cells, its sheets and columns, and what is odd about it. No account
is needed, and nothing is stored.
${sourceHelp}

Examples:
  $ rollcall inspect contacts.csv
  $ rollcall inspect contacts.xlsx --sheet "May 2026" --json`

export function addInspect(program: Command, context: CommandContext): void {
  addSourceOptions(
    program.command('inspect').description('show how a file is read, and its columns').argument('<file>', 'the file to look at'),
  )
    .addHelpText('after', help)
    .action(async (path: string, _options, command: Command) => {
      const options = command.optsWithGlobals<CommonOptions & SourceOptions>()
      const inspection = await inspectCopy(resolve(path), options)
      const { dialect, columns, notices, sheets, packed } = inspection
      const object = {
        file: basename(path),
        dialect,
        columns: columns.map(({ name, samples }) => ({ name, samples })),
        notices: notices.map(({ code, line, message, hint }) => ({ code, line, message, hint })),
        ...(sheets && { sheets }),
        ...(packed && { packed }),
      }
      report(context, options, object, textOf(basename(path), inspection))
    })
}

/** A copy, because packed files and workbooks are unpacked beside themselves. */
function inspectCopy(path: string, options: SourceOptions): Promise<Inspection> {
  return inTemporaryFolder(async (folder) => {
    const { storedPath } = await copyAndHash(path, folder)
    return inspectFile(storedPath, dialectChoiceSchema.parse(sourceOf(options)))
  })
}

function textOf(name: string, { dialect, columns, notices, sheets, packed }: Inspection): string {
  const parts = [packed ? `${name}: ${packed.name === '' ? 'a file' : packed.name}, packed (${packed.as})` : name]
  if (dialect.format === 'vcard') parts.push(`Contact cards, ${encodingLabel(dialect.encoding)}`)
  else if (dialect.format === 'xlsx') parts.push(`Workbook, sheet "${dialect.sheet}"`)
  else
    parts.push(
      `${encodingLabel(dialect.encoding)}, cells separated by ${delimiterName(dialect.delimiter)}${dialect.quote === '' ? '' : `, enclosed in ${dialect.quote}`}`,
    )
  if (dialect.skipLines > 0) parts.push(`${counted(dialect.skipLines, 'line')} before the ${dialect.header ? 'header' : 'first row'}`)
  if (!dialect.header) parts.push('No header')
  if (sheets && sheets.length > 1)
    parts.push('Sheets', ...sheets.map((sheet) => `  ${sheet.name}: ${counted(sheet.rows, 'row')}${sheet.isHidden ? ', hidden' : ''}`))
  parts.push(
    counted(columns.length, 'column'),
    ...columns.map((column) =>
      `  ${column.name}: ${column.samples
        .slice(0, 3)
        .map((sample) => sample.slice(0, 40))
        .join(' · ')}`.trimEnd(),
    ),
  )
  parts.push(...notices.map(noticeText))
  return parts.join('\n')
}
