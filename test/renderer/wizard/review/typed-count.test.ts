import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { typedCount } from '../../../../src-renderer/wizard/review/typed-count.ts'

describe('a number that a person types', () => {
  it('is read with the separators of any language', () => {
    const locales = ['en-US', 'de-DE', 'de-CH', 'fr-FR', 'es-ES']
    fc.assert(
      fc.property(fc.nat(2_000_000_000), fc.constantFrom(...locales), (count, locale) => {
        expect(typedCount(new Intl.NumberFormat(locale).format(count))).toBe(count)
        expect(typedCount(` ${count} `)).toBe(count)
      }),
    )
  })

  it.each(['', ' ', '-3', '1.5', '1,50', '12 contacts', '1e3', '0x10', '١٢', '1,0000', '9'.repeat(16)])('%j is none', (text) => {
    expect(typedCount(text)).toBeNull()
  })
})
