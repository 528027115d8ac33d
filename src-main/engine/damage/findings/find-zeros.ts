import { getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js'
import type { ColumnTally } from '../column-tally.ts'
import type { Finding } from '../damage-schema.ts'
import { Occurrences } from '../occurrences.ts'
import type { Evidence } from './evidence.ts'
import { cellFinding, columnsWith, counted, repairableFinding } from './make-finding.ts'
import { isPhone } from './find-numbers.ts'

/** Where postal codes have five digits and none has four, and where neighbours' codes of four are usual among them. */
const onlyFive = new Set(['US', 'PR', 'MX'])
const oftenFive = new Set(['DE', 'FR', 'ES', 'IT', 'TR', 'FI', 'HR', 'RS', 'UA', 'MY', 'TH'])

/** Numbers that a spreadsheet took the leading 0 from. */
export function findLostZeros(evidence: Evidence): Finding[] {
  const { country } = evidence
  const postal = columnsWith(evidence, (tally, index) =>
    isShortened(tally, country, evidence.otherPostalCodes.get(index) ?? 0) ? tally.seen.shortPostal : undefined,
  )
  const repairable = postal.filter(({ index }) => !evidence.otherPostalCodes.has(index))
  const mixed = postal.filter(({ index }) => evidence.otherPostalCodes.has(index))
  const fromElsewhere = mixed.reduce((sum, { index }) => sum + (evidence.otherPostalCodes.get(index) ?? 0), 0)
  const isNeeded = isSupportedCountry(country) && getCountryCallingCode(country) === '39'
  const postalWords = (count: number, where: string) =>
    ({
      code: 'lost_zero_postal',
      severity: 'warning',
      title: 'Postal codes without their leading zero',
      message: `${counted(count, 'postal code')} ${where} ${count === 1 ? 'has' : 'have'} fewer than five digits: a spreadsheet has taken the 0 in front.`,
    }) as const
  return [
    ...repairableFinding(evidence, 'lost_zero', repairable, (count, where) => ({
      ...postalWords(count, where),
      hint: 'Repairing puts the 0 back.',
    })),
    ...cellFinding(evidence, mixed, (all, where) => ({
      ...postalWords(all - fromElsewhere, where),
      hint: 'Rows of other countries have short codes by right, so they are not repaired together. Check these if you need the column.',
    })).map((finding) => ({ ...finding, count: finding.count - fromElsewhere })),
    ...repairableFinding(
      evidence,
      'lost_zero',
      columnsWith(evidence, (tally) => (isPhone(tally) && tally.otherwise <= tally.withZero * 0.1 ? tally.seen.lostZeroPhone : undefined)),
      (count, where) => ({
        code: 'lost_zero_phone',
        severity: isNeeded ? 'warning' : 'harmless',
        title: 'Phone numbers without their leading zero',
        message: `${counted(count, 'number')} ${where} ${count === 1 ? 'lacks' : 'lack'} the 0 in front that is dialled inside the country.`,
        hint: isNeeded
          ? 'Repairing puts the 0 back: without it the number is another one, or none.'
          : 'Rollcall reads them as they are meant, with or without it.',
      }),
      country,
    ),
    ...cellFinding(evidence, columnsWith(evidence, shortenedCodes), (count, where) => ({
      code: 'lost_zero_code',
      severity: 'warning',
      title: 'Numbers without their leading zeros',
      message: `${counted(count, 'number')} ${where} ${count === 1 ? 'is' : 'are'} shorter than the others, which begin with 0: a spreadsheet may have taken the zeros in front.`,
      hint: 'Check them if you look contacts up by this column, and export the file again without opening it in a spreadsheet.',
    })),
  ]
}

function isShortened(tally: ColumnTally, country: string, fromElsewhere: number): boolean {
  if (tally.purpose.purpose !== 'postal') return false
  const short = tally.count('shortPostal') - fromElsewhere
  const five = tally.integers[5] ?? 0
  if (short <= 0) return false
  if (onlyFive.has(country)) return true
  return oftenFive.has(country) ? short <= (five + short) * 0.3 : five >= tally.filled * 0.8
}

/** Of numbers that all have one length and partly begin with 0, those that are shorter. */
function shortenedCodes(tally: ColumnTally): Occurrences | undefined {
  const { purpose } = tally.purpose
  if (purpose === 'postal' || purpose === 'date' || isPhone(tally) || tally.filled < 20) return undefined
  let all = 0
  let usual = 0
  tally.integers.forEach((count, length) => {
    all += count
    if (count > (tally.integers[usual] ?? 0)) usual = length
  })
  const ofUsual = tally.integers[usual] ?? 0
  const isFixed =
    usual >= 4 && all >= tally.filled * 0.9 && ofUsual >= all * 0.7 && tally.integers.slice(usual + 1).every((count) => count === 0)
  if (!isFixed || (tally.zeroLed[usual] ?? 0) < ofUsual * 0.02) return undefined
  return [usual - 3, usual - 2, usual - 1].reduce<Occurrences | undefined>((sum, length) => {
    const seen = tally.ofLength[length]
    return seen === undefined ? sum : sum === undefined ? seen : sum.with(seen)
  }, undefined)
}
