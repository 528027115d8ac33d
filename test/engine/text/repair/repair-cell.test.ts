import fc from 'fast-check'
import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { repairCell } from '../../../../src-main/engine/text/repair/repair-cell.ts'
import { repairs } from '../../../../src-main/engine/model/files/correction-schema.ts'
import { portion } from '../../../helpers/portion.ts'

const words = [
  'José', 'Müller', 'François', 'Ñandú', 'Zoë', 'Łukasz', 'Paweł', 'Małgorzata', 'Jiří', 'Dvořák', 'Šimůnek', 'Иван Петров', 'Γιώργος',
  '李小龍', '山田太郎', 'Nguyễn Văn', 'it’s', '“quoted”', 'café – bar', 'naïve', 'voilà', 'à la carte', 'Straße', 'Ångström', 'Ødegård',
  'İstanbul', 'Işık', '😀', 'José García', 'محمد', 'שלום', 'ÉCOLE', 'Özil', 'Über', 'Ștefan', 'Győr', 'Zürich', 'NIÑO', 'São',
] // prettier-ignore

/** Bytes as a program shows them that takes them for a code page; bytes without a character keep their number. */
function misread(text: string, page: string): string {
  return [...Buffer.from(text)]
    .map((byte) => iconv.decode(Buffer.from([byte]), page))
    .map((one, at) => (one === '\uFFFD' ? String.fromCharCode(Buffer.from(text)[at] ?? 0) : one))
    .join('')
}

describe('mojibake', () => {
  it.each(['windows-1252', 'latin1', 'macintosh'])('reads back names that were taken for %s', (page) => {
    const repaired = words.map((word) =>
      repairCell('mojibake', page === 'latin1' ? Buffer.from(word).toString('latin1') : misread(word, page)),
    )
    expect(repaired).toEqual(words)
  })

  it('reads back Latin and Cyrillic names that were taken for Central European or Cyrillic', () => {
    for (const word of ['José', 'Müller', 'François', 'Łukasz', 'Małgorzata', 'Dvořák', 'Иван Петров', 'voilà', 'Straße']) {
      expect(repairCell('mojibake', misread(word, 'windows-1250'))).toBe(word)
      expect(repairCell('mojibake', misread(word, 'windows-1251'))).toBe(word)
    }
  })

  it('reads back Cyrillic names and texts that were taken for Cyrillic, of three letters or more', () => {
    for (const text of [
      'Анна',
      'Мария',
      'Пётр',
      'Юлия',
      'Яна',
      'Щукина',
      'Ольга Сидорова',
      'ЮЛИЯ',
      'Привет, как дела?',
      'Львів',
      'Ђорђе',
    ]) {
      expect(repairCell('mojibake', misread(text, 'windows-1251'))).toBe(text)
    }
    for (const text of ['РІС', 'СЄРІЯ', 'Росія', 'Сербія', 'РІ СІ', 'РІСІРІ', 'Ріс Сіє', 'РЕСУРСІЯ'])
      expect(repairCell('mojibake', text)).toBe(text)
  })

  it('reads back what was misread twice and three times', () => {
    for (const word of words) {
      const twice = misread(misread(word, 'windows-1252'), 'windows-1252')
      if (word !== 'Γιώργος') expect(repairCell('mojibake', twice)).toBe(word)
    }
    for (const word of ['José', 'Müller', 'it’s', 'Иван Петров', '李小龍', 'Łukasz']) {
      expect(repairCell('mojibake', misread(misread(misread(word, 'windows-1252'), 'windows-1252'), 'windows-1252'))).toBe(word)
    }
  })

  it('reads back single letters between Windows and Mac', () => {
    const pairs = {
      'M¸ller': 'Müller',
      AndrÈ: 'André',
      'J‰ger': 'Jäger',
      Kˆln: 'Köln',
      Straﬂe: 'Straße',
      JosŽ: 'José',
      MŸller: 'Müller',
      MuÒoz: 'Muñoz',
      LÛpez: 'López',
    }
    for (const [garbled, meant] of Object.entries(pairs)) expect(repairCell('mojibake', garbled)).toBe(meant)
  })

  it('repairs the damaged word of a text and leaves the others', () => {
    expect(repairCell('mojibake', 'JosÃ© aus Zürich, 5 €')).toBe('José aus Zürich, 5 €')
    expect(repairCell('mojibake', 'DonÂ\u00A0t call')).toBe('Don\u00A0t call')
    expect(repairCell('mojibake', 'don\u0092t')).toBe('don’t')
  })

  it('leaves real text alone, in every script', () => {
    const real = [
      ...words, 'JOÃO', 'SÃO PAULO', 'NÃO!', 'NÃO…', 'IRMÃ”', '“AMANHÔ', 'ÓRFÃ', 'Ã', 'Â', '“Le café…”', '«Noë»', 'JOSÉ”', 'CAFÉ’S', 'CAFÉ®', 'PÅ…', 'SKÅ”',
      'Рік', 'Різдво', 'Сім’я', 'РЇ', 'СССР', 'Київ', 'Їжак', 'Србија', 'Ајвар', '«já»…', 'DŽEKO', 'Škoda', 'Kšln', 'McÉwan', 'CÔTE–D’OR', 'Gal·la', '10°', 'nº 5',
      'gæ…”', 'È”', '“VÉRITÉ”', 'Đại', 'Žižka', 'ÖĞRENCİ', 'Şişli', 'L’Œuvre', 'où…', 'déjà…”', 'MOËT®', 'ΓΙΩΡΓΟΣ', 'ÞÓR', 'ÆØÅ', 'Íñigo', 'ESPAÑA', 'Čš',
      '“ŻÓŁĆ”', 'ŁÓDŹ…', 'ŠŤASTNÝ', 'Ľuboš', 'Ťažký', 'Ţepeş', 'Ăsta', 'Âşa', 'AÇÕES', 'สมชาย', 'हिन्दी', '김철수', 'Þorsteinn', 'Ķekava', 'Ģirts',
      'KŘÍŽ', 'JÍŠA', 'PÍŠEK', 'MÍŽOVÁ', 'FRÍŠTINA', 'DEVÄŤDESIAT', 'Eþíópía', 'DĹŽKA', 'ДІДІ',
    ] // prettier-ignore
    for (const text of real) expect(repairCell('mojibake', text)).toBe(text)
  })
})

describe('invisible characters', () => {
  it('takes out what nobody sees and makes odd spaces plain', () => {
    expect(repairCell('invisible', '\u202A+1 555 0100\u202C')).toBe('+1 555 0100')
    expect(repairCell('invisible', '\uFEFFAnn\u200Ba\u00AD')).toBe('Anna')
    expect(repairCell('invisible', '\u00A0Ann Lee\u00A0')).toBe('Ann Lee')
    expect(repairCell('invisible', 'a\u0000b\u000Bc\u2028d')).toBe('ab\nc\nd')
  })

  it('leaves what a script or a picture needs', () => {
    for (const text of [
      '👨\u200D👩\u200D👧',
      'می\u200Cخواهم',
      'क्\u200Dष',
      'Bonjour\u00A0!',
      'שלום\u200F!',
      'a\nb\tc\r\nd',
      '山田\u3000太郎',
      '1\u202F234,50\u00A0€',
      '12\u00A0000\u00A0500',
      '1\u202F234,50 €',
      'ca. 2\u00A0500\u00A0EUR',
    ]) {
      expect(repairCell('invisible', text)).toBe(text)
    }
  })
})

describe('phone numbers in scientific notation', () => {
  it('writes out those that have all their digits', () => {
    expect(repairCell('scientific_phone', '5.581991234567E+12')).toBe('5581991234567')
    expect(repairCell('scientific_phone', '5,581991234567E+12')).toBe('5581991234567')
    expect(repairCell('scientific_phone', '1.5558675309E+10', { country: 'US' })).toBe('15558675309')
    expect(repairCell('scientific_phone', '5.581991234567e+012', { country: 'US' })).toBe('+5581991234567')
  })

  it('never makes up a digit', () => {
    for (const text of ['5.58199E+12', '5,58199E+12', '5.5819912345E+12', '1E+10', '12E5', '3E7', '1.5E-05', 'E+12', '5.58E+2']) {
      expect(repairCell('scientific_phone', text, { country: 'BR' })).toBe(text)
    }
  })
})

describe('lost zeros', () => {
  it('gives phone numbers the 0 that their country dials', () => {
    expect(repairCell('lost_zero', '15112345678', { country: 'DE' })).toBe('015112345678')
    expect(repairCell('lost_zero', '612345678', { country: 'FR' })).toBe('0612345678')
    expect(repairCell('lost_zero', '7911 123456', { country: 'GB' })).toBe('07911 123456')
  })

  it('leaves numbers that have it, or need none', () => {
    for (const [text, country] of [
      ['0612345678', 'FR'],
      ['+33612345678', 'FR'],
      ['5558675309', 'US'],
      ['4915112345678', 'DE'],
      ['3471234567', 'IT'],
      ['Anna', 'DE'],
      ['', 'DE'],
    ] as const) {
      expect(repairCell('lost_zero', text, { country })).toBe(text)
    }
  })

  it('gives postal codes their five digits', () => {
    // Three figures have lost two zeros, with the four that may follow too.
    expect(repairCell('lost_zero', '501-1234')).toBe('00501-1234')
    expect(['2134', '601', '2134-1234', '02134', '12345', 'AB1', ''].map((text) => repairCell('lost_zero', text))).toEqual([
      '02134',
      '00601',
      '02134-1234',
      '02134',
      '12345',
      'AB1',
      '',
    ])
  })
})

describe('dates as numbers', () => {
  it('writes them as ISO dates, with the time where there is one', () => {
    expect(['44562', '44562.5', '44562.25', '44562,5', '44562.510416667', '73050', '2024-01-01', '9999', '99999', '44562a'].map((text) => repairCell('serial_date', text))).toEqual([
      '2022-01-01', '2022-01-01 12:00', '2022-01-01 06:00', '2022-01-01 12:00', '2022-01-01 12:15', '2099-12-31', '2024-01-01', '9999', '99999', '44562a',
    ]) // prettier-ignore
  })
})

describe('every mend', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 8 }),
    fc.constantFrom(...words),
    fc.constantFrom(...words).map((word) => misread(word, 'windows-1252')),
    fc.constantFrom(...words).map((word) => misread(misread(word, 'windows-1252'), 'windows-1252')),
    fc.constantFrom(...words).map((word) => misread(word, 'macintosh')),
    fc.constantFrom('\u00A0', '\u200D', '\u200B', '\u061C', '«', '!', ' ', 'Ã', 'Â', 'â€', '\u0092', '1', '0', '.', 'E+10', '-', '+', 'م'),
    fc.nat().map(String),
  )
  const cell = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''))

  it.each(repairs)('%s done twice is done once', (repair) => {
    fc.assert(
      fc.property(cell, fc.constantFrom(undefined, 'DE', 'US', 'BR', 'IT'), (text, country) => {
        const once = repairCell(repair, text, { country })
        expect(repairCell(repair, once, { country })).toBe(once)
      }),
      { numRuns: portion(1500) },
    )
  })

  it.each(repairs)('%s leaves plain words, addresses and written-out numbers alone', (repair) => {
    for (const text of ['Anna Lee', 'anna@example.com', '+15558675309', '(555) 867-5309', '2024-03-12', 'VIP, new', 'yes', '']) {
      expect(repairCell(repair, text, { country: 'US' })).toBe(text)
    }
  })
})
