/**
 * Where a spreadsheet may see the beginning of a cell: at the start of a text and, as programs read any of these as separators
 * whatever a file was written with, behind each of them. It would run as a formula what begins so, even behind spaces or
 * quotation marks. Full-width forms count, because some programs treat them alike.
 */
const formula = String.raw`'*(?:(?![\t\r\n])[\s"\u0000-\u001F])*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]`
const formulas = new RegExp(String.raw`(^|[;,|\t\r\n])(${formula})`, 'g')
const defusedFormulas = new RegExp(String.raw`(^|[;,|\t\r\n])'(${formula})`, 'g')

/** What it would swallow at the start of a cell. */
const startsWithSeparator = /^'*[\t\r\n]/

/** A figure behind apostrophes, which are there so that spreadsheets take it for text. */
const figureAsText = /^'+\d[\d.,:/ eE+-]*$/
/** A figure that spreadsheets would make another one of: it loses zeros or digits, or becomes a date or a time. */
const fragileFigure = /^(?=\d[\d.,:/ eE+-]*$)(?:0\d|\d{12}|.*[:/ eE+-]|.*\..*0$|.*\..*\.)/

/** Makes a cell harmless for spreadsheets by apostrophes, only where they are needed. `undefuse` takes them back exactly. */
export function defuse(text: string): string {
  const safe = text.replace(formulas, "$1'$2")
  return startsWithSeparator.test(text) || figureAsText.test(text) ? `'${safe}` : safe
}

/** The same for a text that is to come back letter by letter: figures that spreadsheets would change are kept as text, too. */
export function defuseAsText(text: string): string {
  return fragileFigure.test(text) ? `'${defuse(text)}` : defuse(text)
}

/**
 * The text that `defuse` or `defuseAsText` was given: `undefuse(defuse(x)) === x` for every text. A cell that merely starts with
 * an apostrophe (`'Abd al-Rahman`, `'90s`) stays as it is; a hand-typed `'+15551234567` or `'0123` loses its apostrophe.
 */
export function undefuse(text: string): string {
  if (!text.includes("'")) return text
  const plain = text.replace(defusedFormulas, '$1$2')
  return text.startsWith("'") && (startsWithSeparator.test(text) || figureAsText.test(plain)) ? plain.slice(1) : plain
}
