import { samplePeople, spacedPhone, stamp, withShape } from './sample-people.ts'
import { rowOf, tableBytes } from './table-bytes.ts'

const header = [
  ...['Email Address', 'First Name', 'Last Name', 'Address', 'Phone Number', 'Account ID', 'Blocked'],
  ...['MEMBER_RATING', 'OPTIN_TIME', 'OPTIN_IP', 'CONFIRM_TIME', 'CONFIRM_IP', 'LATITUDE', 'LONGITUDE', 'GMTOFF', 'DSTOFF', 'TIMEZONE'],
  ...['CC', 'REGION', 'LAST_CHANGED', 'LEID', 'EUID', 'NOTES', 'TAGS'],
]

/** A Mailchimp audience: merge fields, then facts in capitals; a cell with a space is quoted, tags are quoted again inside. */
export function mailchimpSample(): Buffer {
  const counts = {
    changed: 170,
    unchanged: 50,
    unknown: 70,
    badPhone: 5,
    noPhone: 20,
    badFlag: 3,
    duplicate: 3,
    tooManyCells: 1,
    tooFewCells: 1,
  }
  const people = samplePeople(5, counts, () => true)
  const rows = people.map((person) => {
    const joined = stamp(person.createdAt)
    const isPlaced = person.bits % 3 !== 0
    return withShape(
      person.kind,
      rowOf(header, {
        'Email Address': person.email,
        'First Name': person.given,
        'Last Name': person.family,
        Address: person.bits % 5 === 0 ? `${person.bits % 900} Main St  ${person.city}  US` : '',
        'Phone Number': spacedPhone(person.phone).replace(/^\+1 /, ''),
        'Account ID': person.accountId,
        Blocked: person.blocked,
        MEMBER_RATING: String(1 + (person.bits % 5)),
        OPTIN_TIME: person.bits % 2 === 0 ? joined : '',
        OPTIN_IP: person.bits % 2 === 0 ? `192.0.2.${person.bits % 250}` : '',
        CONFIRM_TIME: joined,
        CONFIRM_IP: `198.51.100.${person.bits % 250}`,
        LATITUDE: isPlaced ? '40.7128000' : '',
        LONGITUDE: isPlaced ? '-74.0060000' : '',
        GMTOFF: isPlaced ? '-5' : '',
        DSTOFF: isPlaced ? '-4' : '',
        TIMEZONE: isPlaced ? 'America/New_York' : '',
        CC: isPlaced ? 'US' : '',
        REGION: isPlaced ? 'NY' : '',
        LAST_CHANGED: stamp(new Date(person.createdAt.getTime() + 9 * 86_400_000)),
        LEID: String(412_000_000 + person.ordinal * 37),
        EUID: person.bits.toString(16).padStart(10, 'c'),
        NOTES: person.notes,
        TAGS: person.tags.map((tag) => `"${tag}"`).join(','),
      }),
    )
  })
  return tableBytes(header, rows, { newline: '\n', quoting: 'spaces', encoding: 'utf-8', hasMark: false })
}
