import { macRoman, windows1252, type CodePage } from './code-pages.ts'

/**
 * Single letters that were read in the wrong one of the two Western code pages: `M¸ller`, `AndrÈ` (Windows-1252 read as Mac
 * Roman), `MŸller`, `JosŽ` (the other way round). Only where such a character cannot stand in a word: a sign between small
 * letters, or a capital behind one. Null where there is nothing to take back, or not all of it is beyond doubt.
 */
export function repairLetters(text: string): { text: string; page: string } | null {
  return undo(text, macRoman, windows1252) ?? undo(text, windows1252, macRoman)
}

const suspect: Record<string, RegExp> = {
  macintosh: /(?<=\p{Ll})[¸‰ˆ‡ﬂÈËÍÁÒÛÌÔÓÙ˙¯Â](?=\p{Ll}|$|[ ,;-])|(?<=^|[ -]|\p{Lu})[¸‰ˆ](?=\p{Ll})|(?<=(?:^|[ -])[A-Z])[ÈÒÛÌÙÁ](?=[a-z])/gu,
  'windows-1252': /(?<=\p{Ll})[ŽŠŸ](?=\p{Ll}|$|[ ,;-])|(?<=\p{Lu})[ŠŸ](?=\p{Ll})/gu,
}
const smallLetter = /^[\u00DF-\u00F6\u00F8-\u00FF]$/

function undo(text: string, shown: CodePage, meant: CodePage): { text: string; page: string } | null {
  const pattern = suspect[shown.name]
  if (pattern === undefined || text.search(pattern) === -1) return null
  let isSure = true
  const repaired = text.replace(pattern, (character) => {
    const letter = meant.characterOf[(shown.byteOf.get(character) ?? 0) - 128] ?? ''
    if (!smallLetter.test(letter)) isSure = false
    return letter
  })
  // What is left beyond ASCII was not misread, so the rest probably was not either.
  return isSure && countNonAscii(text) === text.match(pattern)?.length ? { text: repaired, page: shown.name } : null
}

function countNonAscii(text: string): number {
  return text.replace(/[\u0000-\u007F]/g, '').length
}
