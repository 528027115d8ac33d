import { importDescriptors } from '../../kinds/all-kinds.ts'
import type { FileNotice, SourceColumn, SourceRow } from '../../model/files/source-schema.ts'
import { findByName } from '../../text/headers/name-key.ts'
import { dayOrderOf } from '../../text/date-text.ts'
import { decidesDirection } from '../compile/direction-check.ts'
import type { MappedRow } from '../../model/plans/mapped-row.ts'
import { directionReader } from '../compile/direction-column.ts'
import type { Recipe } from '../../model/recipes/recipe-schema.ts'
import { lostWithout } from '../recipe/exported-columns-lost.ts'
import { exportedColumns } from '../../model/contacts/export-columns.ts'
import { eitherOf } from '../compile/row-filter.ts'
import { readSentAt } from '../templates/sent-at.ts'
import { createTimeWriter } from '../templates/sent-at-text.ts'
import { ruleReader } from '../steps/stepped-reader.ts'
import { isTimePlace, readTemplate, templateColumns } from '../templates/template.ts'

/** What the person should know about a recipe that fits, besides the issues of single rows. `mapped`: the mapped sample rows. */
export function mappingNotices(
  recipe: Recipe,
  columns: readonly SourceColumn[],
  rows: readonly SourceRow[],
  mapped: readonly MappedRow[],
): FileNotice[] {
  return [
    ...exportNotices(recipe, columns),
    ...filterNotices(recipe, columns, mapped),
    ...directionNotices(mapped),
    ...timeNotices(recipe, columns, rows),
  ]
}

/** Of contacts that Rollcall exported: what cannot be done without columns that were taken out. */
function exportNotices(recipe: Recipe, columns: readonly SourceColumn[]): FileNotice[] {
  if (recipe.exported !== true) return []
  const lost = lostWithout(exportedColumns.filter((header) => findByName(columns, ({ name }) => name, header).found === null))
  if (lost === null) return []
  return [
    notice('export.lacks', lost, 'Nothing to do if that is what you want; else export the contacts again and leave these columns in.'),
  ]
}

function filterNotices(recipe: Recipe, columns: readonly SourceColumn[], mapped: readonly MappedRow[]): FileNotice[] {
  const { only } = recipe
  if (only === undefined) return []
  const found: FileNotice[] = []
  const left = mapped.flatMap(({ filtered }) => filtered ?? [])
  if (left.length > 0 && left.length === mapped.length) {
    const words = [...new Set(left.flatMap(({ value }) => value ?? []))]
    const holds = words.length === 0 ? '' : `: it holds ${words.slice(0, 5).map(shown).join(', ')}`
    const message = `None of the first ${counted(mapped.length)} has ${eitherOf(only.is.map(shown))} in "${only.column}"${holds}.`
    found.push(
      notice('only.nothing', message, 'Choose other words for the rows that are imported, unless they come further down in the file.'),
    )
  }
  const outbound =
    decidesDirection(recipe, columns) && importDescriptors[recipe.kind].hasDirections
      ? only.is.filter((word) => directionReader(only.column, only.is)(word)?.direction === 'outbound')
      : []
  if (outbound.length > 0) {
    const message = `Messages whose "${only.column}" is ${eitherOf(outbound.map(shown))} are imported as if the customer had written them.`
    found.push(notice('only.outbound', message, 'Take these words out of the filter, unless that is what you want.'))
  }
  return found
}

function directionNotices(mapped: readonly MappedRow[]): FileNotice[] {
  const found: FileNotice[] = []
  for (const code of ['message.outbound', 'message.direction'] as const) {
    const issues = mapped.flatMap((row) => row.issues.filter((issue) => issue.code === code))
    const [first] = issues
    if (first === undefined) continue
    const words = [...new Set(issues.flatMap(({ value }) => value ?? []))].slice(0, 5).map(shown)
    const rows = new Set(issues.map(({ line }) => line)).size
    const holds = words.length === 0 ? '' : ` (${words.join(', ')})`
    const message =
      code === 'message.outbound'
        ? `"${first.column ?? ''}" says that your office sent ${rows} of the first ${counted(mapped.length)}${holds}. They cannot be imported: they would become the customer's words.`
        : `"${first.column ?? ''}" does not tell who wrote ${rows} of the first ${counted(mapped.length)}${holds}. They are held until you say that the customers wrote them.`
    found.push(notice(code, message, first.hint))
  }
  return found
}

/** Says that times are written in UTC, where the file's times are moments and nobody has chosen a time zone. */
function timeNotices(recipe: Recipe, columns: readonly SourceColumn[], rows: readonly SourceRow[]): FileNotice[] {
  const body = recipe.fields.find((rule) => rule.to === 'body')
  const time = recipe.fields.find((rule) => rule.to === 'sentAt')
  const parts = body?.template === undefined ? null : readTemplate(body.template).parts
  const hasTime = templateColumns(parts ?? []).some((column) => isTimePlace('body', column))
  if (!hasTime || body?.timeZone !== undefined || time === undefined) return []
  const own = (time.from ?? []).flatMap((name) => findByName(columns, (column) => column.name, name).found ?? [])
  const order = dayOrderOf(own.flatMap(({ samples }) => samples))
  const read = ruleReader(
    time,
    own.map(({ index }) => index),
    order,
  )
  for (const row of rows) {
    const text = read(row) ?? ''
    const reading = text === '' ? null : readSentAt(text, order)
    if (reading === null || reading.seconds === null || reading.precision !== 'moment') continue
    const written = createTimeWriter(null)(reading.seconds, reading.precision)
    return [
      notice(
        'template.utc',
        `Times in the text are written in UTC: "${text}" becomes ${written}.`,
        'Choose the time zone of your office for them ("timeZone" in a recipe).',
      ),
    ]
  }
  return []
}

function notice(code: string, message: string, hint: string): FileNotice {
  return { code, line: null, message, hint }
}

function shown(word: string): string {
  return word.trim() === '' ? 'a blank cell' : `"${word}"`
}

function counted(rows: number): string {
  return rows === 1 ? 'row' : `${rows} rows`
}
