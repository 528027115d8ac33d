import { seedCustomer } from '../../../src-main/sandbox/seed/seed-customer.ts'

const firstNames = ['Aoife', 'Thị Hương', 'José Luis', 'Krzysztof', 'Ayşe', 'Ελένη']
const lastNames = ['Byrne', 'Nguyễn', 'Ibáñez', 'Wójcik', 'Öztürk', 'Παπαδοπούλου']
const words = ['Yes', '', 'No', 'Y', '', '', 'n', '', 'Yes', '']
const blankColumns = Array.from({ length: 40 }, (_, at) => `Extra ${at + 1}`)

/** Everybody in the practice account, by their numbers. */
const account = new Map<string, number>()
for (let at = 0; at < 2000; at += 1) {
  const { phoneE164, archived } = seedCustomer(at)
  if (phoneE164 !== null) account.set(phoneE164, (account.get(phoneE164) ?? 0) + (archived ? 2 : 1))
}
const known = [...account].flatMap(([phone, holders]) => (holders === 1 ? [phone] : []))
const strangers = Array.from({ length: 1000 }, (_, at) => `+1646555${String(at).padStart(4, '0')}`).filter((phone) => !account.has(phone))

export const rows = 180
export const knownRows = 12

/** A list of 180 clients as an office has it: 12 are in the practice account, most columns are blank, one says who agreed to texts. */
export function clientList(): string {
  const header = ['First name', 'Last name', 'Cell', 'Alt. phone', 'E-mail address', 'Texts OK?', 'Segment', 'Remarks', 'Company ID']
  const lines = Array.from({ length: rows }, (_, at) => [
    firstNames[at % 6],
    lastNames[at % 6],
    at < knownRows ? known[at] : strangers[at]?.replace(/^\+1(...)(...)/, '($1) $2-'),
    at % 4 === 0 ? `(737) 555-${String(at).padStart(4, '0')}` : '',
    `client.${at}@example.com`,
    words[at % 10],
    at % 2 === 0 ? 'A;VIP' : 'B',
    at % 3 === 0 ? 'Prefers mornings' : '',
    `51255501${String(at).padStart(2, '0')}`,
    ...blankColumns.map(() => ''),
  ])
  return [[...header, ...blankColumns], ...lines].map((cells) => cells.join(',')).join('\n')
}
