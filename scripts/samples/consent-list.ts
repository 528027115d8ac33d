import { seedCustomer } from '../../src-main/sandbox/seed/seed-customer.ts'
import { mixBits } from '../../src-main/sandbox/seed/random-bits.ts'
import { displayPhone } from './sample-people.ts'
import { tableBytes } from './table-bytes.ts'

const sources = ['Web form', 'Paper form at the front desk', 'Texted JOIN', 'Phone call, noted by Renée']

/** A monthly consent list as Excel saves it ("CSV UTF-8"): who agreed to texts, when, and how it was recorded. */
export function consentListSample(): Buffer {
  const rows: string[][] = []
  for (let index = 0; rows.length < 240; index += 5) {
    const person = seedCustomer(index)
    if (person.phoneE164 === null) continue
    const bits = mixBits(index, 77)
    // Missing answers are mostly yes by now; of the others some were withdrawn, and a few given again.
    const now = person.consentStatus
    const agreed = now === null ? bits % 8 !== 1 : now ? bits % 5 !== 1 : bits % 6 === 1
    rows.push([displayPhone(person.phoneE164), agreed ? 'Yes' : 'No', dayOf(bits), sources[(bits >>> 8) % 4] ?? ''])
  }
  for (let n = 0; n < 12; n++) {
    rows.splice(n * 19 + 5, 0, [displayPhone(seedCustomer(46_000 + n * 3).phoneE164 ?? '+12125550199'), 'Yes', dayOf(n * 7), 'Web form'])
  }
  const first = rows[2]
  if (first) rows.splice(60, 0, [first[0] ?? '', first[1] === 'Yes' ? 'No' : 'Yes', dayOf(999), 'Phone call, noted by Renée'])
  rows.splice(30, 0, ['555-01', 'Yes', dayOf(3), 'Web form'])
  rows.splice(90, 0, ['', 'Yes', dayOf(4), 'Web form'])
  for (const [at, word] of [
    [45, 'maybe'],
    [120, 'asked twice'],
    [150, ''],
  ] as const)
    rows.splice(at, 0, [displayPhone('+12125550102'), word, dayOf(at), 'Web form'])
  rows.splice(200, 0, [displayPhone('+12135550100'), 'Yes'])
  return tableBytes(['Mobile Phone', 'Opted In', 'Consent Date', 'Source'], rows, {
    newline: '\r\n',
    quoting: 'needed',
    encoding: 'utf-8',
    hasMark: true,
  })
}

function dayOf(bits: number): string {
  return `${1 + (bits % 12)}/${1 + ((bits >>> 4) % 28)}/2024 ${1 + (bits % 11)}:${10 + ((bits >>> 6) % 49)} ${bits % 2 === 0 ? 'AM' : 'PM'}`
}
