import type { Correction, Edit, PlanRow } from '../../src-main/engine/contract.ts'
import { count, counted } from './format.ts'

/** A cell's text where there is room for some of it. */
export function shortText(text: string, chars = 60): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line === '' ? 'blank' : `“${line.length > chars ? `${line.slice(0, chars)}…` : line}”`
}

const repairWords: Record<Extract<Edit, { kind: 'mend' }>['mend'], string> = {
  mojibake: 'broken characters mended',
  invisible: 'invisible characters removed',
  scientific_phone: 'phone numbers spoiled by a spreadsheet restored',
  lost_zero: 'lost leading zeros put back',
  serial_date: 'numbers turned back into dates',
}

/** A correction in a sentence: where, and what. */
export function editWords(edit: Edit, columnName: (index: number) => string): { where: string; what: string; how: string } {
  switch (edit.kind) {
    case 'cell':
      return {
        where: `Line ${count(edit.line)}, ${columnName(edit.column)}`,
        what: `${shortText(edit.before)} is now ${shortText(edit.after)}`,
        how: 'By hand',
      }
    case 'join':
      return { where: `Line ${count(edit.line)}, ${columnName(edit.column)}`, what: 'joined with the next cell', how: 'By hand' }
    case 'replace': {
      const found = edit.wholeCell
        ? edit.find.trim() === ''
          ? 'Blank cells'
          : `Cells with just ${shortText(edit.find)}`
        : `Every ${shortText(edit.find)}`
      return {
        where: `All of ${columnName(edit.column)}`,
        what: `${found} ${edit.wholeCell ? 'are' : 'is'} now ${shortText(edit.replaceWith)}`,
        how: 'Replaced',
      }
    }
    case 'exclude':
    case 'include':
      return {
        where: edit.lines.length === 1 ? `Line ${count(edit.lines[0] ?? 0)}` : counted(edit.lines.length, 'row'),
        what: `${edit.kind === 'exclude' ? 'left out' : 'taken back in'}${edit.lines.length > 1 ? `: ${linesText(edit.lines)}` : ''}`,
        how: 'By hand',
      }
    case 'apart':
      return { where: counted(edit.lines.length, 'row'), what: `different contacts: ${linesText(edit.lines)}`, how: 'By hand' }
    case 'mend':
      return { where: `All of ${columnName(edit.column)}`, what: repairWords[edit.mend], how: 'Mended' }
  }
}

function linesText(lines: readonly number[]): string {
  const first = lines
    .slice(0, 5)
    .map((line) => count(line))
    .join(', ')
  return `lines ${first}${lines.length > 5 ? ' …' : ''}`
}

/** How a cell came to hold what it holds. */
export function correctionWords({ kind, before }: Correction): string {
  const how = {
    cell: 'Corrected by hand',
    replace: 'Replaced',
    mend: 'Mended',
    exclude: 'Left out',
    apart: 'A contact of its own',
    join: 'Moved when cells were joined',
  }[kind]
  return `${how}; the file says ${shortText(before ?? '')}.`
}

/** What became of a row that was corrected. */
export function outcomeText(before: PlanRow, after: PlanRow): string {
  const line = `Line ${count(after.line)}`
  const [issue] = after.issues.filter(({ severity }) => severity === 'error')
  switch (after.class) {
    case 'send':
      return before.class === 'send' ? `${line} is saved and will be sent like this.` : `${line} is among the rows to send now.`
    case 'unchanged':
      return `${line} is saved. The service says so already, so nothing is sent for it.`
    case 'held':
      return `${line} is saved. A safety check holds it.`
    case 'skipped':
      return `${line} is saved and will be skipped. ${after.reason ?? ''}`.trim()
    case 'invalid':
      return `${line} ${before.class === 'invalid' ? 'is still invalid' : 'is invalid now'}: ${issue?.message ?? after.reason ?? ''}`.trim()
  }
}
