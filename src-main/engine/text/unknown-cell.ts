/** What an export writes for a value that the service does not show: it is not known, which is not the same as empty. */
export const notShownCell = '(not shown)'
/** What an export writes for a text that is longer than a workbook's cells may be. */
export const tooLongCell = '(too long for a workbook)'

/** Whether a cell says that its value is not known. Such a cell says nothing of its contact: it neither writes nor empties. */
export function isUnknownCell(text: string): boolean {
  return text === notShownCell || text === tooLongCell
}
