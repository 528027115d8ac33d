import iconv from 'iconv-lite'

/** The characters of a code page for the bytes 0x80 to 0xFF, and the reverse mapping. */
export interface CodePage {
  name: string
  byteOf: ReadonlyMap<string, number>
  characterOf: readonly string[]
}

function codePage(name: string): CodePage {
  const bytes = Buffer.from(Array.from({ length: 128 }, (_, at) => at + 128))
  // Bytes without a character keep their number, as Windows itself does: U+0081, U+008D and so on.
  const characterOf = [...iconv.decode(bytes, name)].map((character, at) =>
    character === '\uFFFD' ? String.fromCharCode(at + 128) : character,
  )
  const byteOf = new Map(characterOf.map((character, at) => [character, at + 128]))
  // What is read as ISO-8859-1 has control characters where Windows-1252 has quotation marks and the like.
  if (name === 'windows-1252') for (let byte = 0x80; byte < 0xa0; byte++) byteOf.set(String.fromCharCode(byte), byte)
  return { name, byteOf, characterOf }
}

export const windows1252 = codePage('windows-1252')
export const macRoman = codePage('macintosh')
export const windows1250 = codePage('windows-1250')
export const windows1251 = codePage('windows-1251')
export const cp437 = codePage('cp437')
export const cp850 = codePage('cp850')
