/** What people call a character between cells; the screens call the usual ones the same (`src-renderer/words/dialect-words.ts`). */
export function delimiterName(delimiter: string): string {
  switch (delimiter) {
    case ',':
      return 'comma'
    case ';':
      return 'semicolon'
    case '\t':
      return 'tab'
    case '|':
      return 'vertical bar'
    case '\x1F':
    case '\x1E':
      return 'invisible separator'
    default:
      return `"${delimiter}"`
  }
}
