import iconv from 'iconv-lite'
import { displayPhone, officePhone, samplePeople, withShape } from './sample-people.ts'
import { rowOf, tableBytes } from './table-bytes.ts'

const place = (kind: string) =>
  ['Street', 'Street 2', 'Street 3', 'City', 'State', 'Postal Code', 'Country/Region'].map((part) => `${kind} ${part}`)
const header = [
  ...['Title', 'First Name', 'Middle Name', 'Last Name', 'Suffix', 'Company', 'Department', 'Job Title'],
  ...['Business', 'Home', 'Other'].flatMap(place),
  ...["Assistant's Phone", 'Business Fax', 'Business Phone', 'Business Phone 2', 'Callback', 'Car Phone', 'Company Main Phone'],
  ...['Home Fax', 'Home Phone', 'Home Phone 2', 'ISDN', 'Mobile Phone', 'Other Fax', 'Other Phone', 'Pager', 'Primary Phone'],
  ...['Radio Phone', 'TTY/TDD Phone', 'Telex', 'Account', 'Anniversary', "Assistant's Name", 'Billing Information', 'Birthday'],
  ...['Business Address PO Box', 'Categories', 'Children', 'Directory Server'],
  ...['E-mail', 'E-mail 2', 'E-mail 3'].flatMap((name) => [`${name} Address`, `${name} Type`, `${name} Display Name`]),
  ...[
    'Gender',
    'Government ID Number',
    'Hobby',
    'Home Address PO Box',
    'Initials',
    'Internet Free Busy',
    'Keywords',
    'Language',
    'Location',
  ],
  ...["Manager's Name", 'Mileage', 'Notes', 'Office Location', 'Organizational ID Number', 'Other Address PO Box', 'Priority', 'Private'],
  ...['Profession', 'Referred By', 'Sensitivity', 'Spouse', 'User 1', 'User 2', 'User 3', 'User 4', 'Web Page'],
]

/** Classic Outlook's export on a Western Windows: ninety-two columns, Windows-1252, no date as 0/0/00, lists with semicolons. */
export function outlookSample(): Buffer {
  const counts = {
    changed: 140,
    unchanged: 60,
    unknown: 40,
    badPhone: 6,
    noPhone: 6,
    badFlag: 2,
    duplicate: 4,
    tooManyCells: 1,
    tooFewCells: 1,
  }
  const isWestern = (text: string) => iconv.decode(iconv.encode(text, 'windows-1252'), 'windows-1252') === text
  const people = samplePeople(4, counts, (person) => isWestern(person.name + person.tags.join('')))
  const rows = people.map((person) => {
    const name = `${person.given} ${person.family}`.trim()
    return withShape(
      person.kind,
      rowOf(header, {
        'First Name': person.given,
        'Last Name': person.family,
        Company: person.company,
        'Business City': person.company === '' ? '' : person.city,
        'Business Phone': person.bits % 3 === 0 ? displayPhone(officePhone(person)) : '',
        'Mobile Phone': displayPhone(person.phone),
        Anniversary: '0/0/00',
        Birthday: person.bits % 6 === 0 ? `${1 + (person.bits % 12)}/${1 + (person.bits % 28)}/19${60 + (person.bits % 39)}` : '0/0/00',
        Categories: person.tags.join(';'),
        'E-mail Address': person.email,
        'E-mail Type': person.email === '' ? '' : 'SMTP',
        'E-mail Display Name': person.email === '' ? '' : `${name} (${person.email})`,
        Gender: 'Unspecified',
        Initials: person.given.slice(0, 1) + '.' + (person.family === '' ? '' : `${person.family.slice(0, 1)}.`),
        Notes: person.notes === '' ? '' : `${person.notes.replaceAll('\n', '\r\n')}\r\n`,
        Priority: 'Normal',
        Private: 'False',
        Sensitivity: 'Normal',
        'User 1': person.accountId,
        'User 2': person.blocked,
      }),
    )
  })
  return tableBytes(header, rows, { newline: '\r\n', quoting: 'all', encoding: 'windows-1252', hasMark: false })
}
