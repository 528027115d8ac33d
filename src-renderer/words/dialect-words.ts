/** What can be chosen where detection is wrong: in groups, each with the encodings and the words in brackets. */
export const encodingGroups: [group: string, encodings: [name: string, words: string][]][] = [
  [
    'Unicode',
    [
      ['utf-8', 'UTF-8'],
      ['utf-16le', 'UTF-16 LE'],
      ['utf-16be', 'UTF-16 BE'],
      ['utf-32le', 'UTF-32 LE'],
      ['utf-32be', 'UTF-32 BE'],
      ['utf-8+windows-1252', 'UTF-8 mixed with Western'],
    ],
  ],
  [
    'Western European',
    [
      ['windows-1252', 'Windows-1252'],
      ['iso-8859-15', 'ISO-8859-15'],
      ['macintosh', 'Mac Roman'],
      ['cp850', 'DOS 850'],
      ['cp437', 'DOS 437'],
      ['iso-8859-14', 'Celtic, ISO-8859-14'],
      ['iso-8859-10', 'Nordic, ISO-8859-10'],
      ['iso-8859-3', 'South, ISO-8859-3'],
    ],
  ],
  [
    'Central European',
    [
      ['windows-1250', 'Windows-1250'],
      ['iso-8859-2', 'ISO-8859-2'],
      ['iso-8859-16', 'ISO-8859-16'],
      ['maccenteuro', 'Mac'],
      ['cp852', 'DOS 852'],
    ],
  ],
  [
    'Cyrillic',
    [
      ['windows-1251', 'Windows-1251'],
      ['iso-8859-5', 'ISO-8859-5'],
      ['koi8-r', 'KOI8-R'],
      ['koi8-u', 'KOI8-U'],
      ['maccyrillic', 'Mac'],
      ['cp866', 'DOS 866'],
    ],
  ],
  [
    'Greek',
    [
      ['windows-1253', 'Windows-1253'],
      ['iso-8859-7', 'ISO-8859-7'],
    ],
  ],
  ['Turkish', [['windows-1254', 'Windows-1254']]],
  [
    'Hebrew',
    [
      ['windows-1255', 'Windows-1255'],
      ['iso-8859-8', 'ISO-8859-8'],
    ],
  ],
  [
    'Arabic',
    [
      ['windows-1256', 'Windows-1256'],
      ['iso-8859-6', 'ISO-8859-6'],
    ],
  ],
  [
    'Baltic',
    [
      ['windows-1257', 'Windows-1257'],
      ['iso-8859-13', 'ISO-8859-13'],
      ['iso-8859-4', 'ISO-8859-4'],
    ],
  ],
  ['Vietnamese', [['windows-1258', 'Windows-1258']]],
  ['Thai', [['windows-874', 'Windows-874']]],
  [
    'Japanese',
    [
      ['shift_jis', 'Shift-JIS'],
      ['euc-jp', 'EUC-JP'],
    ],
  ],
  [
    'Chinese',
    [
      ['gb18030', 'simplified, GBK'],
      ['big5', 'traditional, Big5'],
    ],
  ],
  ['Korean', [['euc-kr', 'EUC-KR']]],
]

export const delimiters = [',', ';', '\t', '|'] as const
/** The engine says the same (`text/delimiter-name.ts`). */
const delimiterWords = new Map([
  [',', 'comma'],
  [';', 'semicolon'],
  ['\t', 'tab'],
  ['|', 'vertical bar'],
  [' ', 'space'],
  ['\x1F', 'invisible separator'],
  ['\x1E', 'invisible separator'],
])
export const quotes = ['"', "'", '`', ''] as const

export function encodingWord(encoding: string): string {
  for (const [group, encodings] of encodingGroups) {
    const words = encodings.find(([name]) => name === encoding)?.[1]
    if (words !== undefined) return `${group} (${words})`
  }
  return encoding
}

export const delimiterWord = (delimiter: string): string => delimiterWords.get(delimiter) ?? delimiter

export function quoteWord(quote: string): string {
  switch (quote) {
    case '"':
      return 'double "…"'
    case "'":
      return "single '…'"
    case '':
      return 'none'
    default:
      return `${quote}…${quote}`
  }
}
