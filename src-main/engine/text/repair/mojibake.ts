import { windows1252 } from './code-pages.ts'
import { repairLetters } from './letters-misread.ts'
import { repairUtf8 } from './utf8-misread.ts'

/** Every misread text contains one of these; most other texts contain none. */
const pretest = /[\u0080-\uFFFF]{2}|[\u0080-\u009FÃ¸‰ˆ‡ﬂÈËÍÁÒÛÌÔÓÙ˙¯ÂŽŠŸ]/
const controls = /[\u0080-\u0084\u0086-\u009F]/g
/** `Ã` and the no-break space that made it `à`, after other programs took the space for a plain one. */
const brokenGrave = /(?<=\p{Ll})Ã(?: (?= )|(?=[ ,.;!?)]|$))|(?<=^| )Ã(?: (?= )|(?= \p{Ll}))/gu
/** A closing quotation mark whose last byte Windows-1252 does not have. */
const brokenQuote = /â€(?=[\s.,;:!?)]|$)/g
/** The mark for a lost letter, itself misread: what it stood for cannot be told. */
const lostLetter = 'ï¿½'
const mostRounds = 8

/** A text as it was meant, and the code page in which it was misread. */
export interface Unmixed {
  text: string
  /** Null where only single characters were out of place. */
  page: string | null
}

/**
 * Restores letters that were garbled by reading a text in the wrong encoding (`Ã©`, `â€™`, `Ð˜Ð²Ð°Ð½`), even several times. Null
 * unless the text is clearly garbled: `Ã` in JOÃO and `É”` at the end of a quotation are real.
 */
export function unmix(text: string): Unmixed | null {
  if (!pretest.test(text) || text.includes(lostLetter)) return null
  let present: Unmixed = { text, page: null }
  for (let round = 0; round < mostRounds; round++) {
    const next = unmixOnce(present.text, present.page) ?? unmixOnce(present.text, null)
    if (next === null) return round === 0 ? null : present
    present = { text: next.text, page: present.page ?? next.page }
  }
  // Nobody misreads a text so often: it is something else.
  return null
}

/** `page`: as what the text was misread already, which is not taken for something else before that is taken back. */
function unmixOnce(text: string, page: string | null): Unmixed | null {
  const words = repairUtf8(text, page)
  const tidied = withoutStrays(words?.text ?? text)
  if (tidied !== text) return { text: tidied, page: words?.page ?? null }
  const letters = page === null ? repairLetters(text) : null
  return letters === null || letters.text === text ? null : letters
}

export function repairMojibake(text: string): string {
  return unmix(text)?.text ?? text
}

function withoutStrays(text: string): string {
  return text
    .replace(brokenGrave, 'à')
    .replace(brokenQuote, '”')
    .replace(controls, (control) => {
      const meant = windows1252.characterOf[control.charCodeAt(0) - 128] ?? control
      return meant === control ? control : meant
    })
}
