/** Where a text stops being JSON: line and column from 1, as editors count them. Null when it is JSON. */
export function findJsonMistake(text: string): { line: number; column: number; isCutOff: boolean } | null {
  if (jsonState(text) === 'valid') return null
  // The longest beginning that could still become JSON ends right before the mistake, so a binary search finds it.
  let good = 0
  let bad = text.length + 1
  while (bad - good > 1) {
    const middle = (good + bad) >> 1
    if (jsonState(text.slice(0, middle)) === 'broken') bad = middle
    else good = middle
  }
  const before = text.slice(0, good)
  const lineStart = before.lastIndexOf('\n') + 1
  return { line: before.split('\n').length, column: good - lineStart + 1, isCutOff: good === text.length }
}

/** `unfinished`: nothing wrong so far, more could make it JSON. */
function jsonState(text: string): 'valid' | 'unfinished' | 'broken' {
  if (/^[ \t\r\n]*$/.test(text)) return 'unfinished'
  try {
    JSON.parse(text)
    return 'valid'
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    if (message.includes('Unexpected end') || message.includes('Unterminated string')) return 'unfinished'
    const position = /at position (\d+)/.exec(message)?.[1]
    return position !== undefined && Number(position) >= text.length ? 'unfinished' : 'broken'
  }
}
