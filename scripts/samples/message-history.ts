import { seedCustomer } from '../../src-main/sandbox/seed/seed-customer.ts'
import { mixBits } from '../../src-main/sandbox/seed/random-bits.ts'
import { displayPhone, stamp } from './sample-people.ts'
import { tableBytes } from './table-bytes.ts'

const bodies = [
  'Hi, can I move my appointment to Thursday?',
  'Thanks!',
  'Is the store open on Sunday, or only on Saturday?',
  'Yes please, 2 of the "large" ones',
  'Running 10 min late, sorry 🙏',
  '¿Tienen la talla M?',
  'Here is my new address:\n12 Main St\nAustin, TX',
  'Ok',
  'Please call me back when you can',
  'Grüße aus Köln – bis Montag',
]

const replies = [
  'Of course! Does Thursday at 10 work?',
  'You are welcome 🙂',
  'We are open on Saturday from 9 to 4, closed on Sunday.',
  'Your order is ready, "large" as you asked.',
  'No problem, see you soon.',
  'Wir melden uns am Montag.',
]

/**
 * The history of a texting tool, both directions, oldest message of a conversation first: what customers wrote and what
 * the office answered. Only the inbound ones can be imported (section Endpoints, POST /api/new_customer_post.json).
 */
export function messageHistorySample(): Buffer {
  const rows: string[][] = []
  let inbound = 0
  for (let index = 3; inbound < 230; index += 31) {
    const person = seedCustomer(index % 2_000)
    if (person.phoneE164 === null) continue
    const bits = mixBits(index, 88)
    const phone = displayPhone(person.phoneE164)
    const start = Date.UTC(2023, 4, 1) + (bits % 300) * 86_400_000 + ((bits >>> 9) % 36_000) * 1_000
    for (let n = 0; n < 1 + (bits % 6); n++) {
      const at = start + n * 1_000 * (400 + (bits % 5_000))
      rows.push([phone, stamp(new Date(at)), bodies[(bits + n * 3) % bodies.length] ?? '', 'Inbound'])
      inbound += 1
      if ((bits + n) % 3 !== 0) rows.push([phone, stamp(new Date(at + 90_000)), replies[(bits + n * 5) % replies.length] ?? '', 'Outbound'])
    }
  }
  for (let n = 0; n < 6; n++) {
    rows.splice(n * 31 + 9, 0, [
      displayPhone(seedCustomer(47_000 + n * 3).phoneE164 ?? '+12125550199'),
      stamp(new Date(Date.UTC(2024, 1, 1 + n, 9, 30))),
      'Hello?',
      'Inbound',
    ])
  }
  rows.splice(40, 0, ['unknown', '2024-01-09 10:00:00', 'Who is this?', 'Inbound'])
  rows.splice(60, 0, ['', '2024-01-09 11:00:00', 'We are closed today.', 'Outbound'])
  rows.splice(80, 0, [displayPhone('+12125550100'), '2024-01-10 10:00:00', '', 'Inbound'])
  rows.splice(120, 0, [displayPhone('+12125550100'), 'yesterday', 'See you then', 'Inbound'])
  rows.splice(160, 0, [displayPhone('+12125550100'), '2024-01-11 10:00:00', 'Yes', ' but later', 'Inbound'])
  return tableBytes(['Phone', 'Sent At', 'Body', 'Direction'], rows, {
    newline: '\r\n',
    quoting: 'needed',
    encoding: 'utf-8',
    hasMark: false,
  })
}
