/** Puts a cell's text into the clipboard; without one, the browser does as it likes. */
export function copyCell(event: ClipboardEvent, text: string | null): void {
  if (text === null) return
  event.clipboardData?.setData('text/plain', text)
  event.preventDefault()
}

/** The text for a cell, without the line end that spreadsheets put behind it; null where there is none. */
export function pastedCell(event: ClipboardEvent): string | null {
  const text = event.clipboardData?.getData('text/plain').replace(/\r?\n$/, '')
  if (text === undefined) return null
  event.preventDefault()
  return text
}
