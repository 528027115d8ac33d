import type { CorrectionEffect, Correction, PlanRow } from '../../src-main/engine/contract.ts'
import { count, counted } from './format.ts'

/** A cell's text where there is room for some of it. */
export function shortText(text: string, chars = 60): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line === '' ? 'blank' : `“${line.length > chars ? `${line.slice(0, chars)}…` : line}”`
}

const repairWords: Record<Extract<Correction, { kind: 'mend' }>['mend'], string> = {
  mojibake: 'garbled letters repaired',
  invisible: 'invisible characters removed',
  scientific_phone: 'phone numbers spoiled by a spreadsheet restored',
  lost_zero: 'lost leading zeros put back',
  serial_date: 'numbers turned back into dates',
}

/** A correction in a sentence: where, and what. */
export function listedCorrection(
  correction: Correction,
  columnName: (index: number) => string,
): { where: string; what: string; how: string } {
  switch (correction.kind) {
    case 'cell':
      return {
        where: `Row ${count(correction.line)}, ${columnName(correction.column)}`,
        what: `${shortText(correction.before)} is now ${shortText(correction.after)}`,
        how: 'By hand',
      }
    case 'join':
      return {
        where: `Row ${count(correction.line)}, ${columnName(correction.column)}`,
        what: 'joined with the next cell',
        how: 'By hand',
      }
    case 'replace': {
      const found = correction.wholeCell
        ? correction.find.trim() === ''
          ? 'Blank cells'
          : `Cells with just ${shortText(correction.find)}`
        : `Every ${shortText(correction.find)}`
      return {
        where: `All of ${columnName(correction.column)}`,
        what: `${found} ${correction.wholeCell ? 'are' : 'is'} now ${shortText(correction.replaceWith)}`,
        how: 'Replaced',
      }
    }
    case 'set': {
      const where = correction.lines === undefined ? 'All' : counted(correction.lines.length, 'row')
      return { where: `${where} of ${columnName(correction.column)}`, what: setWords(correction), how: 'By hand' }
    }
    case 'exclude':
    case 'include':
      return {
        where: correction.lines.length === 1 ? `Row ${count(correction.lines[0] ?? 0)}` : counted(correction.lines.length, 'row'),
        what: `${correction.kind === 'exclude' ? 'left out' : 'taken back in'}${correction.lines.length > 1 ? `: ${linesText(correction.lines)}` : ''}`,
        how: 'By hand',
      }
    case 'apart':
      return { where: counted(correction.lines.length, 'row'), what: `different contacts: ${linesText(correction.lines)}`, how: 'By hand' }
    case 'mend':
      return { where: `All of ${columnName(correction.column)}`, what: repairWords[correction.mend], how: 'Repaired' }
  }
}

function setWords({ how, text }: Extract<Correction, { kind: 'set' }>): string {
  switch (how) {
    case 'replace':
      return `is now ${shortText(text)}`
    case 'add':
      return `${shortText(text)} was added`
    case 'remove':
      return `${shortText(text)} was taken away`
  }
}

function linesText(lines: readonly number[]): string {
  const first = lines
    .slice(0, 5)
    .map((line) => count(line))
    .join(', ')
  return `rows ${first}${lines.length > 5 ? ' …' : ''}`
}

/** How a cell came to hold what it holds. */
export function correctionWords({ kind, before }: CorrectionEffect): string {
  const how = {
    cell: 'Corrected by hand',
    replace: 'Replaced',
    set: 'Changed with its column',
    mend: 'Repaired',
    exclude: 'Left out',
    apart: 'A contact of its own',
    join: 'Moved when cells were joined',
  }[kind]
  return `${how}; the file says ${shortText(before ?? '')}.`
}

/** What became of a row that was corrected. */
export function outcomeText(before: PlanRow, after: PlanRow): string {
  const row = `Row ${count(after.line)}`
  const [issue] = after.issues.filter(({ severity }) => severity === 'error')
  switch (after.class) {
    case 'send':
      return before.class === 'send' ? `${row} is saved and will be imported like this.` : `${row} will change now.`
    case 'unchanged':
      return `${row} is saved. Your account says so already, so nothing changes.`
    case 'held':
      return `${row} is saved. It needs your OK.`
    case 'skipped':
      return `${row} is saved and left out. ${after.reason ?? ''}`.trim()
    case 'invalid':
      return `${row} ${before.class === 'invalid' ? 'still can’t be used' : 'can’t be used now'}: ${issue?.message ?? after.reason ?? ''}`.trim()
  }
}
