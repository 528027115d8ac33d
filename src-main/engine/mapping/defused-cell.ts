/**
 * What a spreadsheet would run as a formula (or swallow) when it opens a CSV: a cell that starts with one of these, even
 * behind spaces. Full-width forms count, because some programs treat them alike.
 */
const startsFormula = /^'*(?:[\t\r\n]|\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/

const apostrophe = 0x27

/** Makes a cell harmless for spreadsheets by an apostrophe in front, only where it is needed. `undefuse` takes it back exactly. */
export function defuse(text: string): string {
  return startsFormula.test(text) ? `'${text}` : text
}

/**
 * The text that `defuse` was given: `undefuse(defuse(x)) === x` for every text. A cell that merely starts with an
 * apostrophe (`'Abd al-Rahman`, `'90s`) stays as it is; a hand-typed `'+15551234567` loses its apostrophe.
 */
export function undefuse(text: string): string {
  return text.charCodeAt(0) === apostrophe && startsFormula.test(text) ? text.slice(1) : text
}
