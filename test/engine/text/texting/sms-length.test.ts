import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { smsLength } from '../../../../src-main/engine/text/texting/sms-length.ts'

const segments = (text: string) => smsLength(text).segments

describe('the length of a text in SMS', () => {
  it('is one message up to 160 letters, and 153 in each of several', () => {
    expect(segments('')).toBe(0)
    expect(segments('a')).toBe(1)
    expect(segments('a'.repeat(160))).toBe(1)
    expect(segments('a'.repeat(161))).toBe(2)
    expect(segments('a'.repeat(306))).toBe(2)
    expect(segments('a'.repeat(307))).toBe(3)
  })

  it('is 70 and 67 as soon as one letter is not among those of GSM', () => {
    expect(smsLength('Grüße, café, Ñandú: ¿qué? @ $ £')).toMatchObject({ alphabet: 'unicode' })
    expect(smsLength('Grüße, Ñandú: ¿qué? @ $ £ Δ')).toMatchObject({ alphabet: 'unicode' })
    expect(smsLength('Grüße, Ñ ñ é à ¿ @ $ £ Δ\r\n')).toMatchObject({ alphabet: 'gsm', units: 26 })
    expect(segments('“'.repeat(70))).toBe(1)
    expect(segments('“'.repeat(71))).toBe(2)
    expect(segments('“'.repeat(134))).toBe(2)
    expect(segments('“'.repeat(135))).toBe(3)
    expect(smsLength(`${'a'.repeat(70)}’`)).toEqual({ alphabet: 'unicode', units: 71, segments: 2 })
  })

  it('counts the letters of the extension twice', () => {
    expect(smsLength('€')).toEqual({ alphabet: 'gsm', units: 2, segments: 1 })
    for (const letter of '^{}\\[~]|€\f') expect(smsLength(letter)).toEqual({ alphabet: 'gsm', units: 2, segments: 1 })
    expect(segments('€'.repeat(80))).toBe(1)
    expect(segments(`${'€'.repeat(80)}a`)).toBe(2)
  })

  it('tears no letter apart between two messages', () => {
    // 152 and a letter of two: it begins the second message, which then has room for 151 more.
    expect(segments(`${'a'.repeat(152)}€${'a'.repeat(151)}`)).toBe(2)
    expect(segments(`${'a'.repeat(152)}€${'a'.repeat(152)}`)).toBe(3)
    expect(segments(`${'é'.repeat(66)}👋${'“'.repeat(65)}`)).toBe(2)
    expect(segments(`${'é'.repeat(66)}👋${'“'.repeat(66)}`)).toBe(3)
  })

  it('is what the letters fill at least, and one more message at most for torn letters', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', '€', '“', '👋', '\n'), { maxLength: 400 }), (letters) => {
        const { alphabet, units, segments: count } = smsLength(letters.join(''))
        const [alone, part] = alphabet === 'gsm' ? [160, 153] : [70, 67]
        if (units <= alone) return count === (units === 0 ? 0 : 1)
        return count >= Math.ceil(units / part) && count <= Math.ceil(units / (part - 1))
      }),
    )
  })
})
