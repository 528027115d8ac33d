/**
 * The lines of a text in pieces, divided by line feeds alone. `readline` divides also at U+2028 and U+2029, which JSON may hold as they are.
 */
export async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  let pieces: string[] = []
  for await (const piece of text) {
    let from = 0
    for (let at = piece.indexOf('\n'); at >= 0; at = piece.indexOf('\n', from)) {
      pieces.push(piece.slice(from, at))
      yield pieces.join('')
      pieces = []
      from = at + 1
    }
    if (from < piece.length) pieces.push(piece.slice(from))
  }
  if (pieces.length > 0) yield pieces.join('')
}
