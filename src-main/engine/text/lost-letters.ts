import { comparableText } from '../model/same-text.ts'

const isMark = (character: string | undefined) => character === '?' || character === '\uFFFD'

/**
 * Whether a text is another one of which letters were lost: `Tr?n Ánh` for `Trần Ánh`, as programs write what their encoding does not have.
 * Everything else has to be the same, but for marks that were taken off letters; at least one letter has to be lost. A text with the sign for
 * a letter that could not be read is never better than the one that is there.
 */
export function hasLostLetters(text: string, whole: string): boolean {
  if (!text.includes('?') && !text.includes('\uFFFD')) return false
  const [written, stored] = [comparableText(text), comparableText(whole)]
  if (text.includes('\uFFFD') && written !== stored) return true
  // A sign beyond the first 65,536 becomes one mark or two.
  return written !== stored && (isWornOf(written, stored, 1) || isWornOf(written, stored, 2))
}

function isWornOf(text: string, whole: string, marksOfWide: number): boolean {
  let at = 0
  let lost = false
  for (const character of whole) {
    if (text.startsWith(character, at)) at += character.length
    else if (character < '\x80') return false
    else if (isMark(text[at])) {
      at += character.length === 1 ? 1 : marksOfWide
      lost = true
    } else if (text[at] === plain(character)) at += 1
    else return false
  }
  return lost && at === text.length
}

/** A letter without its accents. */
function plain(character: string): string {
  return character.normalize('NFD').slice(0, 1)
}
