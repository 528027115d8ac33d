const encodingWords: Record<string, string> = {
  'utf-8': 'Unicode (UTF-8)',
  'utf-16le': 'Unicode (UTF-16 LE)',
  'utf-16be': 'Unicode (UTF-16 BE)',
  'utf-32le': 'Unicode (UTF-32 LE)',
  'utf-32be': 'Unicode (UTF-32 BE)',
  'windows-1252': 'Western European (Windows-1252)',
  'iso-8859-15': 'Western European (ISO-8859-15)',
  macintosh: 'Western European (Mac Roman)',
  'windows-1250': 'Central European (Windows-1250)',
  'iso-8859-2': 'Central European (ISO-8859-2)',
  'windows-1251': 'Cyrillic (Windows-1251)',
  'iso-8859-5': 'Cyrillic (ISO-8859-5)',
  'koi8-r': 'Cyrillic (KOI8-R)',
  'windows-1253': 'Greek (Windows-1253)',
  'iso-8859-7': 'Greek (ISO-8859-7)',
  'windows-1254': 'Turkish (Windows-1254)',
  'windows-1255': 'Hebrew (Windows-1255)',
  'windows-1256': 'Arabic (Windows-1256)',
  'windows-1257': 'Baltic (Windows-1257)',
  shift_jis: 'Japanese (Shift-JIS)',
  'euc-jp': 'Japanese (EUC-JP)',
  gb18030: 'Chinese, simplified (GBK, GB18030)',
  big5: 'Chinese, traditional (Big5)',
  'euc-kr': 'Korean (EUC-KR)',
}

/** What can be chosen where detection is wrong. */
export const encodings = Object.keys(encodingWords)
export const delimiters = [',', ';', '\t', '|'] as const

export function encodingWord(encoding: string): string {
  return encodingWords[encoding] ?? encoding
}

export function delimiterWord(delimiter: string): string {
  switch (delimiter) {
    case ',':
      return 'comma'
    case ';':
      return 'semicolon'
    case '\t':
      return 'tab'
    case '|':
      return 'vertical bar'
    default:
      return `"${delimiter}"`
  }
}
