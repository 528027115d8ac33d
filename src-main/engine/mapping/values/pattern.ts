import { RE2JS } from 're2js'

export type PatternReading = { pattern: RE2JS; mistake: null } | { pattern: null; mistake: string }

/** Characters that all searches in one text may look at, taken as if each looked at all that is left: a part of a second. */
const mostCharacters = 10_000_000
/** Steps one after the other could multiply a text without end; no field of the service holds one as long as this. */
export const longestText = 1_000_000

/**
 * Compiles a regular expression. RE2 has no look-around and no back references, so matching takes time proportional to the text
 * whatever the expression is: an expression from a recipe cannot bring an import to a standstill.
 */
export function readPattern(source: string, matchCase: boolean): PatternReading {
  if (source === '') return { pattern: null, mistake: 'must not be empty' }
  try {
    return { pattern: RE2JS.compile(source, matchCase ? 0 : RE2JS.CASE_INSENSITIVE), mistake: null }
  } catch (error) {
    return { pattern: null, mistake: mistakeIn(source, error) }
  }
}

/** Replaces all matches, as `String.replace` does. Null if the text is too long to be searched that often, or becomes too long. */
export function replacePattern(pattern: RE2JS, text: string, replacement: string): string | null {
  const matcher = pattern.matcher(text)
  let replaced = ''
  let kept = 0
  let charactersLeft = mostCharacters
  while (matcher.find()) {
    const start = matcher.start()
    charactersLeft -= text.length - start
    if (charactersLeft < 0) return null
    replaced +=
      text.slice(kept, start) + filled(replacement, (group) => (group > matcher.groupCount() ? null : (matcher.group(group) ?? '')))
    if (replaced.length > longestText) return null
    kept = matcher.end()
  }
  return replaced + text.slice(kept)
}

/** `$1` to `$9`, `$&` and `$$`; a group that is not there stays as it is written. */
function filled(replacement: string, groupText: (group: number) => string | null): string {
  return replacement.replace(/\$([1-9&$])/g, (written, sign: string) =>
    sign === '$' ? '$' : (groupText(sign === '&' ? 0 : Number(sign)) ?? written),
  )
}

function mistakeIn(source: string, error: unknown): string {
  if (/\(\?<?[=!]/.test(source)) return 'looks around, which is not possible: find more, and put back what should stay with $1'
  if (/\\[1-9]/.test(source)) return 'refers back to a group, which is not possible in what is looked for'
  const message = error instanceof Error ? error.message : ''
  if (/repeat count|too large/.test(message)) return 'repeats too often: at most 1000 times'
  return 'is not a pattern that can be read: check brackets, and write \\ before a sign that stands for itself'
}
