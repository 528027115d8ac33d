import fc from 'fast-check'
import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { detectEncoding } from '../../../../src-main/engine/source/encoding/detect-encoding.ts'
import { createTextDecoder, encodings, knownEncoding } from '../../../../src-main/engine/source/encoding/encoding-names.ts'
import { portion } from '../../../helpers/portion.ts'
import { nameLists } from './name-lists.ts'

const decode = (bytes: Buffer, encoding: string) => {
  const decoder = createTextDecoder(encoding)
  return decoder.write(bytes) + decoder.end()
}

/** The same choices each time. */
function chooser(seed: number) {
  let state = seed
  return <T>(list: readonly T[]): T => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff
    const chosen = list[Math.floor((state / 0x80000000) * list.length)]
    if (chosen === undefined) throw new Error('nothing to choose from')
    return chosen
  }
}

const plainNames = ['John Smith', 'Mary Jones', 'Robert Brown', 'Anna Schmidt', 'Peter Novak', 'Ivan Horvat', 'Maria Rossi']

/** How many of some files are read as they were written: `accented` rows with names of the list among `plain` ones. */
function hits(accented: number, plain: number, trials: number): { share: number; misses: string[] } {
  const misses: string[] = []
  let files = 0
  for (const [at, { language, encodings: used, names, cities }] of nameLists.entries()) {
    const choose = chooser(at + 1)
    const telling = names.split('|').filter((name) => /[^\x00-\x7F]/.test(name))
    for (const encoding of used) {
      for (let trial = 0; trial < trials; trial++) {
        const rows = [
          ...Array.from({ length: accented }, () => `${choose(telling)};${choose(cities.split('|'))};+12025550123`),
          ...Array.from({ length: plain }, () => `${choose(plainNames)};Boston;+12025550123`),
        ]
        const bytes = iconv.encode(`Name;City;Phone\r\n${rows.join('\r\n')}\r\n`, encoding)
        files += 1
        const found = detectEncoding(bytes)
        expect(found.isGuess).toBe(true)
        if (decode(bytes, found.encoding) !== decode(bytes, encoding)) misses.push(`${language} in ${encoding} as ${found.encoding}`)
      }
    }
  }
  return { share: 1 - misses.length / files, misses }
}

describe('the encoding of a file that does not say it', () => {
  it.each([
    ['three names', 3, 0, 8, 0.98],
    ['thirty names', 30, 0, 2, 1],
    ['three hundred names', 300, 0, 1, 1],
    ['two names among forty plain ones', 2, 38, 8, 0.97],
    ['one name among twenty plain ones', 1, 19, 12, 0.92],
  ])('is found for %s, in twenty languages and all of their encodings', (_name, accented, plain, trials, least) => {
    const { share, misses } = hits(accented, plain, portion(trials))
    expect(share, misses.join('\n')).toBeGreaterThanOrEqual(least)
  })

  it('is UTF-8 for every text in UTF-8, wherever it is cut', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), fc.nat({ max: 3 }), (text, cut) => {
        const bytes = Buffer.from(`Name,City\n${text}\n${text}`)
        expect(detectEncoding(bytes.subarray(0, bytes.length - cut)).encoding).toBe('utf-8')
      }),
      { numRuns: portion(300) },
    )
  })

  it('is UTF-8, for certain, for plain ASCII', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii' }), (text) => {
        expect(detectEncoding(Buffer.from(text))).toEqual({ encoding: 'utf-8', isGuess: false })
      }),
    )
  })

  it('is never certain for what another encoding wrote, of any name that happens to be valid UTF-8', () => {
    for (const { encodings: used, names, cities } of nameLists)
      for (const encoding of used)
        for (const text of [...names.split('|'), ...cities.split('|')])
          if (/[^\x00-\x7F]/.test(text))
            expect([text, detectEncoding(iconv.encode(`Name\n${text}\n`, encoding)).isGuess]).toEqual([text, true])
  })

  it('is UTF-8, for certain, for names in it', () => {
    for (const { names } of nameLists)
      for (const name of names.split('|'))
        expect(detectEncoding(Buffer.from(`Name\n${name}\n`))).toEqual({ encoding: 'utf-8', isGuess: false })
  })

  it('is UTF-8 for names in UTF-8 of which a few are in something else', () => {
    for (const { names } of nameLists.slice(0, 8)) {
      const most = `${names.replaceAll('|', '\n')}\n`
      expect(detectEncoding(Buffer.concat([Buffer.from(most), iconv.encode('Jos\u00e9\nM\u00fcller\n', 'windows-1252')])).encoding).toBe(
        'utf-8',
      )
    }
  })

  it('is Windows-1252 for what English offices write: apostrophes, dashes, quotation marks, a price', () => {
    for (const text of [
      'Don\u2019t text \u2013 ever',
      'Pat O\u2019Neill',
      '\u20ac 5',
      '\u201cHi\u201d',
      'caf\u00e9',
      '20\u00b0',
      'Acme\u2122',
      'Zo\u00eb',
      'fa\u00e7ade',
    ]) {
      expect(
        decode(
          iconv.encode(`Name,Note\nJohn,${text}\nMary,x\n`, 'windows-1252'),
          detectEncoding(iconv.encode(`Name,Note\nJohn,${text}\nMary,x\n`, 'windows-1252')).encoding,
        ),
      ).toContain(text)
    }
  })

  it('is found in any bytes, without an error', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(knownEncoding(detectEncoding(Buffer.from(bytes)).encoding)).not.toBeNull()
      }),
      { numRuns: portion(300) },
    )
  })
})

describe('encodings', () => {
  it('are all known to the decoder, by the spellings that programs use', () => {
    for (const { name } of encodings) expect(decode(Buffer.from('a,b\n'), name).replaceAll('\0', '')).toMatch(/^(a,b\n|.{1,2})$/s)
    for (const [spelling, name] of Object.entries({
      UTF8: 'utf-8',
      Latin1: 'windows-1252',
      'ISO-8859-1': 'windows-1252',
      'iso8859-2': 'iso-8859-2',
      cp1250: 'windows-1250',
      GBK: 'gb18030',
      Shift_JIS: 'shift_jis',
      IBM852: 'cp852',
      MacRoman: 'macintosh',
    })) {
      expect(knownEncoding(spelling), spelling).toBe(name)
    }
    for (const number of [2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16]) expect(knownEncoding(`ISO-8859-${number}`)).toBe(`iso-8859-${number}`)
  })

  it('of UTF-8 mixed with Windows-1252 read both, wherever the bytes are cut', () => {
    const bytes = Buffer.concat([
      Buffer.from('\uFEFFZo\u00eb \ud83d\udc8a '),
      iconv.encode('M\u00fcller \u20ac', 'windows-1252'),
      Buffer.from(' \u0141ukasz'),
    ])
    for (let cut = 0; cut <= bytes.length; cut++) {
      const decoder = createTextDecoder('utf-8+windows-1252')
      expect(decoder.write(bytes.subarray(0, cut)) + decoder.write(bytes.subarray(cut)) + decoder.end()).toBe(
        'Zo\u00eb \ud83d\udc8a M\u00fcller \u20ac \u0141ukasz',
      )
    }
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(decode(Buffer.from(text), 'utf-8+windows-1252')).toBe(text.replace(/^\uFEFF/, ''))
      }),
    )
  })
})
