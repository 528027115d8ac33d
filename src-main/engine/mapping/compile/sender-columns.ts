import type { SourceColumn, SourceRow } from '../../model/files/source-schema.ts'
import type { MappedRow } from '../../model/plans/mapped-row.ts'
import type { Recipe } from '../../model/recipes/recipe-schema.ts'
import { readCell } from '../../text/cell-text.ts'
import { compactKey, findByName } from '../../text/headers/name-key.ts'
import { createPhoneReader } from '../../text/phone-number.ts'
import { createIssueMaker } from './mapping-issue.ts'

/** What an account says about the direction: its own numbers are the office's. */
export interface OwnNumbers {
  country: string
  departments: readonly { phone: string | null }[]
}

const fromHeader =
  /^(message)?(from|sender|source|originator|originating|origination)(phone|mobile)?(number|address)?$|^(absender|von|expediteur|remitente|mittente|remetente|afzender|van)(nummer)?$|^(numero|nummer)(de|del|do|van)?(expediteur|remitente|mittente|remetente|afzender)$/
const toHeader =
  /^(message)?(to|recipient|receiver|destination|dest|terminating)(phone|mobile)?(number|address)?$|^(empfanger|an|destinataire|destinatario|ontvanger|aan)(nummer)?$|^(numero|nummer)(de|du|del|do|van)?(destinataire|destinatario|ontvanger)$/

/** The columns of senders' and of recipients' numbers. Null if the file does not have both. */
export function findNumberColumns(
  columns: readonly SourceColumn[],
  phoneOf: (cell: string) => string | null,
): { from: SourceColumn; to: SourceColumn } | null {
  const find = (header: RegExp) =>
    columns.find(
      (column) =>
        header.test(compactKey(column.header ?? column.name)) &&
        column.samples.every((cell) => cell.trim() === '' || phoneOf(cell) !== null),
    )
  const [from, to] = [find(fromHeader), find(toHeader)]
  return from === undefined || to === undefined ? null : { from, to }
}

/**
 * Columns of senders' and recipients' numbers tell who wrote by the office's own numbers: those of the account's departments, and those
 * to which the recipe wants the messages. Null if the file does not have both columns.
 */
export function createWriterNumbersCheck(
  recipe: Recipe,
  columns: readonly SourceColumn[],
  account: OwnNumbers,
  secretColumns: ReadonlySet<string>,
) {
  const read = createPhoneReader(account.country)
  const phoneOf = (cell: string) => read(cell).phone
  const found = findNumberColumns(columns, phoneOf)
  if (found === null) return null
  const { from, to } = found
  const isNamed = (column: SourceColumn, name: string) => findByName([column], (one) => one.name, name).found !== null
  const { only, whispers } = recipe
  const wanted = only !== undefined && isNamed(to, only.column) ? only.is.map(phoneOf) : []
  const sent = whispers !== undefined && isNamed(from, whispers.column) ? whispers.is.map(phoneOf) : []
  const own: ReadonlySet<string | null> = new Set(
    [...account.departments.map(({ phone }) => phone), ...wanted, ...sent].filter((phone) => phone !== null),
  )
  const issues = createIssueMaker([from.name], secretColumns)
  const hint = `Leave out the rows whose "${from.name}" is your office's number.`
  return {
    /** Whether a number is the office's. */
    isOwn: (phone: string): boolean => own.has(phone),
    /** The column of senders' numbers. */
    from,
    check: (row: SourceRow, out: MappedRow): 'inbound' | 'outbound' | 'unknown' => {
      const [isByOffice, isToOffice] = [from, to].map(({ index }) => own.has(phoneOf(row.cells[index] ?? '')))
      if (isByOffice === isToOffice) return 'unknown'
      // What was written to the office is no message of the office's number.
      if (isToOffice === true) return out.key?.by === 'phone' && own.has(out.key.phone) ? 'unknown' : 'inbound'
      const say = (shown: string) =>
        `${shown} in "${from.name}" is your office's own number, so your office sent this message; imported, it would be the customer's words.`
      out.issues.push(issues.make(row.line, 'message.outbound', readCell(row.cells[from.index] ?? ''), say, hint))
      return 'outbound'
    },
  }
}
