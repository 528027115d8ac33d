import type { ColumnPurpose } from './column-purpose.ts'

const fiveDigits =
  /^(?:us|usa|u\.s\.(?:a\.)?|united states.*|vereinigte staaten.*|états-unis.*|estados unidos.*|de|deu|ger|germany|deutschland|allemagne|alemania|fr|fra|france|frankreich|francia|es|esp|spain|spanien|espagne|españa|it|ita|italy|italien|italie|italia|mx|mex|mexico|méxico|mexiko|pr|puerto rico|tr|tur|turkey|türkei|türkiye|fi|fin|finland)$/i
const short = /^\d{3,4}$/

/** Counts short postal codes in rows that name a country where they are right. */
export function createOtherPostalCodes(purposes: readonly ColumnPurpose[]) {
  const counts = new Map<number, number>()
  const countries = indexesOf(purposes, 'country')
  const pairs = indexesOf(purposes, 'postal').flatMap((postal) => {
    // Addresses stand together: the country that comes next, else the nearest before.
    const country = countries.find((index) => index > postal) ?? countries.at(-1)
    return country === undefined ? [] : [{ postal, country }]
  })
  return {
    counts,
    see(cells: readonly string[]): void {
      for (const { postal, country } of pairs) {
        const code = cells[postal]
        if (code === undefined || code.length > 4 || !short.test(code)) continue
        const name = cells[country]?.trim() ?? ''
        if (name !== '' && !fiveDigits.test(name)) counts.set(postal, (counts.get(postal) ?? 0) + 1)
      }
    },
  }
}

function indexesOf(purposes: readonly ColumnPurpose[], purpose: ColumnPurpose['purpose']): number[] {
  return purposes.flatMap((one, index) => (one.purpose === purpose ? [index] : []))
}
