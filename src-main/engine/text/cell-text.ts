import { undefuse } from './defused-cell.ts'

/** The usual case, with nothing to clean: printable ASCII without surrounding blanks or a leading apostrophe. */
const isPlain = /^[!-&(-~](?:[ -~]*[!-~])?$/

/** The same for letters below U+0300, which NFC leaves alone. */
const isPlainLatin = /^[!-&(-~\u00A1-\u00AC\u00AE-\u02FF](?:[ -~\u00A1-\u00AC\u00AE-\u02FF]*[!-~\u00A1-\u00AC\u00AE-\u02FF])?$/

const controls = /[\u0000-\u0008\u000E-\u001F\u007F]/g
/** U+0085 is also a part of `Å` and `ễ` where UTF-8 was misread. */
const lineEnds = /\r\n?|(?<![\u00C2-\u00DF]|[\u00E0-\u00EF][\u0080-\u00BF])\u0085(?!(?<=[\u00E0-\u00EF].)[\u0080-\u00BF])|[\u2028\u2029]/g
const invisible = new Set(
  ' \t\n\v\f\u00A0\u00AD\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u200B\u200E\u200F\u202F\u205F\u2060\u3000\uFEFF',
)
const nothingVisible = /^[\s\p{Cf}]*$/u
const formatCharacters = /\p{Cf}/gu
const notOnOneLine = /[\n\t\v\f\u00A0\u2007\u202F]/
const anySpace = /\s+/g

/**
 * A cell as text: apostrophe of a defused cell undone, control characters removed, line ends as `\n`, trimmed (also of
 * characters that nobody sees), Unicode NFC. A cell without visible characters becomes the empty text.
 */
export function readCell(cell: string): string {
  // An apostrophe within the text may precede a defused formula.
  if (cell === '' || (isPlainLatin.test(cell) && !cell.includes("'"))) return cell
  const text = trimInvisible(undefuse(cell).replace(controls, '').replace(lineEnds, '\n')).normalize('NFC')
  return nothingVisible.test(text) ? '' : text
}

/** Text of `readCell` on one line: each run that holds a line end or a tab is one space, no-break spaces are spaces, but for one that a misread letter left. */
export function onOneLine(text: string): string {
  if (!notOnOneLine.test(text)) return text
  return text
    .replace(/(?<![ÂÃ])\u00A0|[\u2007\u202F]/g, ' ')
    .split(/[\n\t\v\f]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')
}

/** Trims spaces and zero-width marks at both ends; keeps joiners, which scripts and emoji need. */
export function trimInvisible(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && invisible.has(text.charAt(start))) start += 1
  while (end > start && invisible.has(text.charAt(end - 1))) end -= 1
  return text.slice(start, end)
}

/**
 * Text for a machine (phone numbers, addresses, words such as yes and no): without the invisible characters that address
 * books put around numbers, every run of spaces as one plain space.
 */
export function bareText(text: string): string {
  return isPlain.test(text) && !text.includes('  ') ? text : text.replace(formatCharacters, '').replace(anySpace, ' ').trim()
}

/** The form in which words are looked up: ignores case and the width of spaces. */
export function wordKey(text: string): string {
  return bareText(text.normalize('NFC')).toLowerCase()
}
