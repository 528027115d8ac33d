/** Kinds of characters, as bits. */
export const DIGIT = 1
export const LETTER = 2
export const SPACE = 4
/** `+ ( ) . - /`: what stands in phone numbers and dates. */
export const SEPARATOR = 8
export const COLON = 16
export const AT = 32
export const AMPERSAND = 64
export const QUESTION = 128
export const HASH = 256
export const COMMA = 512
export const EXPONENT = 1024
export const CONTROL = 2048
export const NON_ASCII = 4096
export const OTHER = 8192
export const POINT = 16_384
export const DASH = 32_768

const kinds = new Int32Array(128).fill(OTHER)
const mark = (characters: string, kind: number) => {
  for (const character of characters) kinds[character.charCodeAt(0)] = kind
}
kinds.fill(CONTROL, 0, 32)
kinds[127] = CONTROL
mark('\t\n\r', SPACE)
mark(' ', SPACE)
mark('0123456789', DIGIT)
mark('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ', LETTER)
mark('eE', LETTER | EXPONENT)
mark('+()/', SEPARATOR)
mark('.', SEPARATOR | POINT)
mark('-', SEPARATOR | DASH)
mark(':', COLON)
mark('@', AT)
mark('&', AMPERSAND)
mark('?', QUESTION)
mark('#', HASH)
mark(',', COMMA)

/** The digits that the last text given to `kindsIn` has. */
export let digitCount = 0

/** The kinds of characters in a text: the one look at every cell, after which most need no other. */
export function kindsIn(text: string): number {
  let found = 0
  let digits = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const kind = code < 128 ? (kinds[code] ?? OTHER) : NON_ASCII
    found |= kind
    digits += kind & DIGIT
  }
  digitCount = digits
  return found
}
