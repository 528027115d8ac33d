import { damages, severities, type Finding } from '../damage-schema.ts'
import type { Evidence } from './evidence.ts'
import { findBlanks } from './find-blanks.ts'
import { findDates } from './find-dates.ts'
import { findLetters } from './find-letters.ts'
import { findNumbers } from './find-numbers.ts'
import { findRows } from './find-rows.ts'
import { findLostZeros } from './find-zeros.ts'

/** Everything that the evidence proves, the gravest first. */
export function findAll(evidence: Evidence): Finding[] {
  const found = [findNumbers, findLostZeros, findDates, findLetters, findRows, findBlanks].flatMap((find) => find(evidence))
  const order = (finding: Finding) => severities.indexOf(finding.severity) * damages.length + damages.indexOf(finding.code)
  return found.sort((a, b) => order(a) - order(b))
}
