import { displayPhone, officePhone, samplePeople, withShape } from './sample-people.ts'
import { rowOf, tableBytes } from './table-bytes.ts'

const header = [
  'Contact ID',
  'Salutation',
  'First Name',
  'Last Name',
  'Title',
  'Account Name',
  'Mailing Street',
  'Mailing City',
  'Mailing State/Province',
  'Mailing Zip/Postal Code',
  'Mailing Country',
  'Phone',
  'Fax',
  'Mobile',
  'Email',
  'Account Owner',
  'Email Opt Out',
  'Do Not Call',
  'Account ID',
  'Blocked',
  'Tags',
  'Description',
  'Created Date',
]

/** A Salesforce contact report, exported as details only: every cell quoted, checkboxes as 0 and 1, American dates. */
export function salesforceSample(): Buffer {
  const counts = {
    changed: 160,
    unchanged: 80,
    unknown: 45,
    badPhone: 5,
    noPhone: 5,
    badFlag: 3,
    duplicate: 5,
    tooManyCells: 1,
    tooFewCells: 2,
  }
  const people = samplePeople(2, counts, () => true)
  const rows = people.map((person) => {
    const created = person.createdAt
    return withShape(
      person.kind,
      rowOf(header, {
        'Contact ID': `0035g00000${person.ordinal.toString(36).toUpperCase().padStart(3, '0')}Kq`,
        Salutation: ['', 'Ms.', 'Mr.', 'Dr.'][person.bits % 4] ?? '',
        'First Name': person.given,
        'Last Name': person.family,
        Title: ['Manager', '', 'Owner', 'VP, Sales'][(person.bits >>> 2) % 4] ?? '',
        'Account Name': person.company,
        'Mailing Street': person.bits % 3 === 0 ? `${100 + (person.bits % 800)} Main St\nSuite ${person.bits % 40}` : '',
        'Mailing City': person.city,
        'Mailing State/Province': person.city === 'Austin' ? 'TX' : '',
        'Mailing Country': person.phone.startsWith('+49') ? 'Germany' : 'United States',
        Phone: person.bits % 4 === 0 ? displayPhone(officePhone(person)) : '',
        Mobile: displayPhone(person.phone),
        Email: person.email,
        'Account Owner': 'Pat Practice',
        'Email Opt Out': person.bits % 9 === 0 ? '1' : '0',
        'Do Not Call': person.bits % 11 === 0 ? '1' : '0',
        'Account ID': person.accountId,
        Blocked: person.blocked === 'Yes' ? '1' : person.blocked === 'No' ? '0' : person.blocked,
        Tags: person.tags.join('; '),
        Description: person.notes,
        'Created Date': `${created.getUTCMonth() + 1}/${created.getUTCDate()}/${created.getUTCFullYear()}`,
      }),
    )
  })
  return tableBytes(header, rows, { newline: '\n', quoting: 'all', encoding: 'utf-8', hasMark: false })
}
