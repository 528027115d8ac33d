import type { TextDecoder } from './text-decoder.ts'
import iconv from 'iconv-lite'
import { AppError } from '../../model/errors.ts'
import { createMixedDecoder } from './mixed-decoder.ts'

/** The encodings that office programs write, by the names used in dialects and recipes, with the words for a menu. */
export const encodings = [
  { name: 'utf-8', label: 'Unicode (UTF-8)' },
  { name: 'utf-16le', label: 'Unicode (UTF-16 LE)' },
  { name: 'utf-16be', label: 'Unicode (UTF-16 BE)' },
  { name: 'utf-32le', label: 'Unicode (UTF-32 LE)' },
  { name: 'utf-32be', label: 'Unicode (UTF-32 BE)' },
  { name: 'windows-1252', label: 'Western European (Windows-1252, ISO-8859-1)' },
  { name: 'iso-8859-15', label: 'Western European (ISO-8859-15)' },
  { name: 'macintosh', label: 'Western European (Mac Roman)' },
  { name: 'cp850', label: 'Western European (DOS 850)' },
  { name: 'cp437', label: 'Western European (DOS 437)' },
  { name: 'iso-8859-14', label: 'Celtic (ISO-8859-14)' },
  { name: 'iso-8859-10', label: 'Nordic (ISO-8859-10)' },
  { name: 'iso-8859-3', label: 'South European (ISO-8859-3)' },
  { name: 'windows-1250', label: 'Central European (Windows-1250)' },
  { name: 'iso-8859-2', label: 'Central European (ISO-8859-2)' },
  { name: 'iso-8859-16', label: 'Central European (ISO-8859-16)' },
  { name: 'maccenteuro', label: 'Central European (Mac)' },
  { name: 'cp852', label: 'Central European (DOS 852)' },
  { name: 'windows-1251', label: 'Cyrillic (Windows-1251)' },
  { name: 'iso-8859-5', label: 'Cyrillic (ISO-8859-5)' },
  { name: 'koi8-r', label: 'Cyrillic (KOI8-R)' },
  { name: 'koi8-u', label: 'Cyrillic (KOI8-U)' },
  { name: 'maccyrillic', label: 'Cyrillic (Mac)' },
  { name: 'cp866', label: 'Cyrillic (DOS 866)' },
  { name: 'windows-1253', label: 'Greek (Windows-1253)' },
  { name: 'iso-8859-7', label: 'Greek (ISO-8859-7)' },
  { name: 'windows-1254', label: 'Turkish (Windows-1254, ISO-8859-9)' },
  { name: 'windows-1255', label: 'Hebrew (Windows-1255)' },
  { name: 'iso-8859-8', label: 'Hebrew (ISO-8859-8)' },
  { name: 'windows-1256', label: 'Arabic (Windows-1256)' },
  { name: 'iso-8859-6', label: 'Arabic (ISO-8859-6)' },
  { name: 'windows-1257', label: 'Baltic (Windows-1257)' },
  { name: 'iso-8859-13', label: 'Baltic (ISO-8859-13)' },
  { name: 'iso-8859-4', label: 'Baltic (ISO-8859-4)' },
  { name: 'windows-1258', label: 'Vietnamese (Windows-1258)' },
  { name: 'windows-874', label: 'Thai (Windows-874, ISO-8859-11)' },
  { name: 'shift_jis', label: 'Japanese (Shift-JIS)' },
  { name: 'euc-jp', label: 'Japanese (EUC-JP)' },
  { name: 'gb18030', label: 'Chinese, simplified (GBK, GB18030)' },
  { name: 'big5', label: 'Chinese, traditional (Big5)' },
  { name: 'euc-kr', label: 'Korean (EUC-KR)' },
  { name: 'utf-8+windows-1252', label: 'Unicode (UTF-8) mixed with Western European' },
] as const
/** Bytes that are no UTF-8 are Windows-1252: files to which programs of two ages wrote. */
const mixed = 'utf-8+windows-1252'
export type EncodingName = (typeof encodings)[number]['name']

const otherNames: Record<string, EncodingName> = {
  utf8: 'utf-8',
  'utf-8-sig': 'utf-8',
  ascii: 'utf-8',
  'us-ascii': 'utf-8',
  'utf-16': 'utf-16le',
  latin1: 'windows-1252',
  'iso-8859-1': 'windows-1252',
  'iso-8859-8-i': 'iso-8859-8',
  'iso-8859-9': 'windows-1254',
  'iso-8859-11': 'windows-874',
  tis620: 'windows-874',
  cp1252: 'windows-1252',
  ibm437: 'cp437',
  ibm850: 'cp850',
  ibm852: 'cp852',
  ibm866: 'cp866',
  sjis: 'shift_jis',
  'shift-jis': 'shift_jis',
  'windows-31j': 'shift_jis',
  gbk: 'gb18030',
  gb2312: 'gb18030',
  'euc-cn': 'gb18030',
  cp949: 'euc-kr',
  macroman: 'macintosh',
}

/** The name in `encodings` for any usual spelling of it, or null. ISO-8859-1 is read as Windows-1252, as browsers do. */
export function knownEncoding(spelling: string): EncodingName | null {
  const name = spelling.trim().toLowerCase()
  const known = (spelling: string) => encodings.find((encoding) => encoding.name === spelling)?.name ?? otherNames[spelling]
  return (
    known(name) ??
    known(name.replace(/^(?:cp|win|windows_?)-?(125\d|874)$/, 'windows-$1')) ??
    known(name.replace(/^(?:latin|iso)[-_ ]?8859[-_ ]?(\d+)$/, 'iso-8859-$1')) ??
    null
  )
}

export function encodingLabel(name: string): string {
  return encodings.find((encoding) => encoding.name === name)?.label ?? name
}

/** As `knownEncoding`, but throws `recipe.invalid`. */
export function requiredEncoding(spelling: string): EncodingName {
  const name = knownEncoding(spelling)
  if (name !== null) return name
  throw new AppError(
    'recipe.invalid',
    `"${spelling.slice(0, 40)}" is not an encoding that Rollcall knows.`,
    `Use "auto", or one of ${encodings.map((encoding) => encoding.name).join(', ')}.`,
  )
}

/** Throws `recipe.invalid` for an encoding that is not known. Bytes that are not in the encoding become U+FFFD. */
export function createTextDecoder(encoding: string): TextDecoder {
  const name = requiredEncoding(encoding)
  if (name === mixed) return createMixedDecoder()
  const decoder = iconv.getDecoder(name)
  const plain = { write: (bytes: Buffer) => decoder.write(bytes), end: () => decoder.end() ?? '' }
  return name.startsWith('utf-16') || name.startsWith('utf-32') ? wholePairs(plain) : plain
}

/** Halves of a character without their other half are no characters: nothing could store or send them as they are. */
function wholePairs(decoder: TextDecoder): TextDecoder {
  let half = ''
  return {
    write(bytes) {
      const text = half + decoder.write(bytes)
      half = /[\uD800-\uDBFF]$/.test(text.slice(-1)) ? text.slice(-1) : ''
      return (half === '' ? text : text.slice(0, -1)).toWellFormed()
    },
    end: () => (half + decoder.end()).toWellFormed(),
  }
}
