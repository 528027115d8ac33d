import { RowTooLongError } from '../csv/row-parser.ts'

/** A picture may be one line. */
const mostLineChars = 16 * 1024 * 1024

/** Cuts text that comes in pieces into lines, which end with LF, CR or CRLF, and tells them one by one. */
export class CardLines {
  /** The line that has not ended yet: only joined when it has, so that the work stays linear in its length. */
  private pieces: string[] = []
  private pendingChars = 0
  private endsWithReturn = false
  private line = 0
  private readonly onLine: (text: string, line: number) => void

  constructor(onLine: (text: string, line: number) => void) {
    this.onLine = onLine
  }

  /** Throws `RowTooLongError`, and what `onLine` does. `isLast` ends the last line, if there is anything in it. */
  push(raw: string, isLast: boolean): void {
    const isWithoutEnd = !isLast && !this.endsWithReturn && !/[\r\n]/.test(raw)
    this.pieces.push(raw)
    this.pendingChars += raw.length
    if (!isWithoutEnd) this.cut(this.pieces.join(''), isLast)
    if (this.pendingChars > mostLineChars) throw new RowTooLongError(this.line + 1)
    if (!isLast) return
    const rest = this.pieces.join('')
    if (rest !== '') this.tell(rest)
    this.pieces = []
  }

  private cut(text: string, isLast: boolean): void {
    // A CR at the end may be half of a line end.
    const end = !isLast && text.endsWith('\r') ? text.length - 1 : text.length
    const lineEnd = /\r\n|\r|\n/g
    let from = 0
    for (let found = lineEnd.exec(text); found !== null && found.index < end; found = lineEnd.exec(text)) {
      this.tell(text.slice(from, found.index))
      from = found.index + found[0].length
    }
    const rest = text.slice(from)
    this.endsWithReturn = rest.endsWith('\r')
    this.pieces = [rest]
    this.pendingChars = rest.length
  }

  private tell(text: string): void {
    this.line += 1
    this.onLine(text, this.line)
  }
}
