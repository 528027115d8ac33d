/** Ends a text file of DOS. */
export const END_OF_TEXT = '\x1A'
const LF = 10
const CR = 13

/** Text that has come in chunks and is still to be looked at: what has not ended yet, and the lines to pass over before it. */
export class PendingText {
  /** How many physical lines the text that was taken last has passed over. */
  skippedLines = 0
  private linesToSkip: number
  private readonly most: number
  /** Only joined when they are long enough to be worth it. */
  private pieces: string[] = []
  private chars = 0
  private neededChars = 0

  /** `most`: more characters than this are not waited for. */
  constructor(linesToSkip: number, most: number) {
    this.linesToSkip = linesToSkip
    this.most = most
  }

  isEmpty(): boolean {
    return this.chars === 0 && this.linesToSkip === 0
  }

  /** With what was added, all that is to be looked at now; null for nothing. */
  take(added: string, isLast: boolean): string | null {
    this.skippedLines = 0
    if (added.length > 0) {
      this.pieces.push(added)
      this.chars += added.length
    }
    if (this.chars < this.neededChars && !isLast) return null
    const text = this.pieces.length === 1 ? (this.pieces[0] ?? '') : this.pieces.join('')
    this.pieces = []
    this.chars = 0
    const whole = isLast && text.endsWith(END_OF_TEXT) ? text.slice(0, -1) : text
    return this.linesToSkip > 0 ? this.skipLines(whole, isLast) : whole
  }

  /** Keeps what was taken from `from` on for the next time. */
  keep(text: string, from: number): void {
    this.chars = text.length - from
    if (this.chars > 0) this.pieces = [from === 0 ? text : text.slice(from)]
    // A row longer than a chunk is looked at again only when it has doubled, so that the work stays linear in its length.
    this.neededChars = from === 0 ? Math.min(this.chars * 2, this.most + 3) : 0
  }

  /** Drops physical lines from the start of the text; null when the text ends first. */
  private skipLines(text: string, isLast: boolean): string | null {
    let at = 0
    while (this.linesToSkip > 0) {
      while (at < text.length && text.charCodeAt(at) !== LF && text.charCodeAt(at) !== CR) at++
      if (at >= text.length) return null
      if (text.charCodeAt(at) === CR) {
        if (at + 1 >= text.length && !isLast) {
          this.pieces = ['\r']
          this.chars = 1
          return null
        }
        if (text.charCodeAt(at + 1) === LF) at++
      }
      at++
      this.skippedLines++
      this.linesToSkip--
    }
    return text.slice(at)
  }
}
