import { displayPhone, officePhone, samplePeople, spacedPhone, withShape } from './sample-people.ts'
import { rowOf, tableBytes } from './table-bytes.ts'

const labelled = (name: string, count: number) =>
  Array.from({ length: count }, (_, n) => [`${name} ${n + 1} - Label`, `${name} ${n + 1} - Value`]).flat()
const address = ['Label', 'Formatted', 'Street', 'City', 'PO Box', 'Region', 'Postal Code', 'Country', 'Extended Address']
const header = [
  ...['First Name', 'Middle Name', 'Last Name', 'Phonetic First Name', 'Phonetic Middle Name', 'Phonetic Last Name'],
  ...['Name Prefix', 'Name Suffix', 'Nickname', 'File As', 'Organization Name', 'Organization Title', 'Organization Department'],
  ...['Birthday', 'Notes', 'Photo', 'Labels'],
  ...labelled('E-mail', 2),
  ...labelled('Phone', 2),
  ...address.map((part) => `Address 1 - ${part}`),
  ...labelled('Website', 1),
  ...labelled('Custom Field', 2),
]

/** Google Contacts' own CSV: several values of one kind joined with ` ::: `, system labels marked with `* `. */
export function googleContactsSample(): Buffer {
  const counts = {
    changed: 150,
    unchanged: 70,
    unknown: 60,
    badPhone: 6,
    noPhone: 8,
    badFlag: 2,
    duplicate: 3,
    tooManyCells: 1,
    tooFewCells: 1,
  }
  const people = samplePeople(3, counts, () => true)
  const rows = people.map((person) => {
    const hasWork = person.bits % 6 === 0 && person.phone.startsWith('+')
    const hasTwo = person.bits % 10 === 1 && person.phone.startsWith('+')
    const isStreet = person.bits % 4 === 0
    return withShape(
      person.kind,
      rowOf(header, {
        'First Name': person.given,
        'Last Name': person.family,
        'Organization Name': person.company,
        Birthday: person.bits % 7 === 0 ? `19${60 + (person.bits % 40)}-0${1 + (person.bits % 9)}-1${person.bits % 10}` : '',
        Notes: person.notes,
        Labels: [...person.tags, '* myContacts', ...(person.bits % 13 === 0 ? ['* starred'] : [])].join(' ::: '),
        'E-mail 1 - Label': person.email === '' ? '' : '* Home',
        'E-mail 1 - Value': person.email,
        'Phone 1 - Label': person.phone === '' ? '' : 'Mobile',
        'Phone 1 - Value':
          (person.bits % 2 === 0 ? spacedPhone : displayPhone)(person.phone) + (hasTwo ? ` ::: ${spacedPhone(officePhone(person))}` : ''),
        'Phone 2 - Label': hasWork ? 'Work' : '',
        'Phone 2 - Value': hasWork ? spacedPhone(officePhone(person)) : '',
        'Address 1 - Label': isStreet ? 'Home' : '',
        'Address 1 - Formatted': isStreet ? `${person.bits % 900} Main St\n${person.city}` : '',
        'Address 1 - Street': isStreet ? `${person.bits % 900} Main St` : '',
        'Address 1 - City': isStreet ? person.city : '',
        'Custom Field 1 - Label': person.accountId === '' ? '' : 'Account ID',
        'Custom Field 1 - Value': person.accountId,
        'Custom Field 2 - Label': 'Blocked',
        'Custom Field 2 - Value': person.blocked,
      }),
    )
  })
  return tableBytes(header, rows, { newline: '\n', quoting: 'needed', encoding: 'utf-8', hasMark: true })
}
