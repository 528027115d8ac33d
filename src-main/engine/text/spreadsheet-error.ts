/** What spreadsheets write into a cell whose formula failed, in English, German, French, Spanish, Italian and Portuguese. */
const errors = new Set([
  '#N/A',
  '#REF!',
  '#NAME?',
  '#VALUE!',
  '#DIV/0!',
  '#NULL!',
  '#NUM!',
  '#SPILL!',
  '#CALC!',
  '#FIELD!',
  '#BLOCKED!',
  '#UNKNOWN!',
  '#CONNECT!',
  '#GETTING_DATA',
  '#ERROR!',
  '#NV',
  '#BEZUG!',
  '#WERT!',
  '#ZAHL!',
  '#ÜBERLAUF!',
  '#NOM?',
  '#VALEUR!',
  '#NOMBRE!',
  '#NOMBRE?',
  '#PROPAGATION!',
  '#N/D',
  '#¿NOMBRE?',
  '#¡REF!',
  '#¡VALOR!',
  '#¡DIV/0!',
  '#¡NUM!',
  '#¡NULO!',
  '#NOME?',
  '#VALORE!',
  '#RIF!',
  '#VALOR!',
  '#NULO!',
])

/** A column that is too narrow for its number, and what LibreOffice writes. */
const otherErrors = /^(?:#{3,}|Err:5\d\d)$/

/** Whether a cell holds nothing but a spreadsheet's error: what should stand there is not in the file. */
export function isSpreadsheetError(cell: string): boolean {
  const first = cell.charCodeAt(0)
  if (first !== 35 && first !== 69 && !(first <= 32)) return false
  // French ones have a space before their last sign.
  const text = cell.replace(/\s/g, '')
  return errors.has(text.toUpperCase()) || otherErrors.test(text)
}
