import { samplePeople, stamp, spacedPhone, withShape, displayPhone } from './sample-people.ts'
import { rowOf, tableBytes } from './table-bytes.ts'

const header = [
  'Record ID',
  'First Name',
  'Last Name',
  'Email',
  'Phone Number',
  'Contact owner',
  'Primary Associated Company ID',
  'Last Activity Date',
  'Lead Status',
  'Marketing contact status',
  'Create Date',
  'Associated Company',
  'Lifecycle Stage',
  'Account ID',
  'Blocked',
  'Tags',
  'Notes',
]

/** HubSpot's export of a view: every cell quoted, labels as column names, custom properties last, lists with semicolons. */
export function hubspotSample(): Buffer {
  const counts = {
    changed: 170,
    unchanged: 70,
    unknown: 50,
    badPhone: 6,
    noPhone: 4,
    badFlag: 3,
    duplicate: 4,
    tooManyCells: 1,
    tooFewCells: 1,
  }
  const people = samplePeople(1, counts, () => true)
  const rows = people.map((person) =>
    withShape(
      person.kind,
      rowOf(header, {
        'Record ID': String(50_100_000_000 + person.ordinal * 151),
        'First Name': person.given,
        'Last Name': person.family,
        Email: person.email,
        'Phone Number': [displayPhone, spacedPhone, (phone: string) => phone][person.bits % 3]?.(person.phone) ?? '',
        'Contact owner': person.bits % 5 === 0 ? '' : 'Pat Practice',
        'Primary Associated Company ID': person.company === '' ? '' : String(9_200_000_000 + (person.bits % 900)),
        'Last Activity Date': person.bits % 3 === 0 ? '' : stamp(new Date(person.createdAt.getTime() + 40 * 86_400_000)).slice(0, 16),
        'Lead Status': ['New', 'Open', 'In Progress', 'Connected', ''][person.bits % 5] ?? '',
        'Marketing contact status': person.bits % 4 === 0 ? 'Non-marketing contact' : 'Marketing contact',
        'Create Date': stamp(person.createdAt).slice(0, 16),
        'Associated Company': person.company,
        'Lifecycle Stage': ['Lead', 'Customer', 'Subscriber', 'Opportunity'][person.bits % 4] ?? '',
        'Account ID': person.accountId,
        Blocked: person.blocked,
        Tags: person.tags.join(';'),
        Notes: person.notes,
      }),
    ),
  )
  return tableBytes(header, rows, { newline: '\n', quoting: 'all', encoding: 'utf-8', hasMark: false })
}
