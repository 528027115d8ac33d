import { isSpreadsheetError } from './spreadsheet-error.ts'

/**
 * Where a spreadsheet may see the beginning of a cell: at the start of a text and, as programs read any of these as separators
 * whatever a file was written with, behind each of them. It would run as a formula what begins so, even behind spaces or
 * quotation marks. Full-width forms count, because some programs treat them alike.
 */
const formula = String.raw`'*(?:(?![\t\r\n])[\s"\u0000-\u001F])*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]`
const formulas = new RegExp(String.raw`(^|[;,|\t\r\n])(${formula})`, 'g')
const defusedFormulas = new RegExp(String.raw`(^|[;,|\t\r\n])'(${formula})`, 'g')

/** What a spreadsheet would drop at the start of a cell. */
const startsWithSeparator = /^'*[\t\r\n]/

const figure = /^\s*\d[\d.,:/ eE+-]*$/
/** A figure that spreadsheets would make another one of: it loses zeros or digits, or becomes a date or a time. */
const fragileFigure = /^(?=\s*\d[\d.,:/ eE+-]*$)(?:0\d|\d{12}|.*[\s,:/eE+-]|.*\..*0$|.*\..*\.)/
const months =
  'jan|ene|gen|feb|fév|fev|mar|mär|mrz|maa|mrt|apr|avr|abr|may|mai|mei|mag|jun|jui|giu|jul|lug|aug|aoû|aou|ago|sep|set|oct|okt|out|ott|nov|dec|déc|dez|dic'
/** Other texts of which spreadsheets make figures: days with the name of a month, hours, shares, amounts, and words for yes and no. */
const readAsFigure = new RegExp(
  [
    String.raw`(?=.*\d)[\d\s.,:/-]*(?:${months})\p{L}{0,7}[\d\s.,:/-]*`,
    String.raw`\s*\d[\d:.]*(?:\s*[ap]m|\s+[ap])\s*`,
    String.raw`(?=.*[()%$€£¥])[\s($€£¥]*\d[\d.,\s]*[\s)%$€£¥]*`,
    String.raw`\s*(?:true|false|wahr|falsch|vrai|faux|verdadero|falso|vero|verdadeiro|waar|onwaar)\s*`,
  ]
    .map((form) => `^${form}$`)
    .join('|'),
  'iu',
)

/** Defuses a cell with apostrophes, only where needed, so that spreadsheets do not run it. `undefuse` removes them exactly. */
export function defuse(text: string): string {
  const safe = text.replace(formulas, "$1'$2")
  return startsWithSeparator.test(text) || isKeptAsText(text) ? `'${safe}` : safe
}

/** The same for a text that must come back unchanged: also keeps figures as text that spreadsheets would change, and what looks like their errors. */
export function defuseAsText(text: string): string {
  const safe = defuse(text)
  return fragileFigure.test(safe) || readAsFigure.test(safe) || isSpreadsheetError(safe) ? `'${safe}` : safe
}

/** After apostrophes, which make spreadsheets treat it as text: a figure, or what looks like a failed formula (`#N/A`). */
function isKeptAsText(text: string): boolean {
  if (!text.startsWith("'")) return false
  const rest = text.replace(/^'+/, '')
  return figure.test(rest) || readAsFigure.test(rest) || isSpreadsheetError(rest)
}

/**
 * The text that `defuse` or `defuseAsText` was given: `undefuse(defuse(x)) === x` for every text. A cell that just starts with
 * an apostrophe (`'Abd al-Rahman`, `'90s`) stays as it is; a hand-typed `'+15551234567` or `'0123` loses its apostrophe.
 */
export function undefuse(text: string): string {
  if (!text.includes("'")) return text
  const plain = text.replace(defusedFormulas, '$1$2')
  if (!text.startsWith("'")) return plain
  return startsWithSeparator.test(text) || isKeptAsText(plain) ? plain.slice(1) : plain
}
