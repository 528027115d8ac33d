import { sheetEnd, sheetRow, sheetStart, workbookParts } from '../../src-main/engine/contacts/export/workbook-text.ts'
import { createZipWriter } from '../../src-main/engine/files/zip-file.ts'
import { displayPhone, samplePeople } from './sample-people.ts'

const header = ['Client Name', 'Mobile', 'Email', 'City', 'First Visit']

/** The sheet that an office keeps by hand: new people, one who is a client already, and one number that is none. */
export function newClientRows(): string[][] {
  const none = { unchanged: 0, noPhone: 0, badFlag: 0, duplicate: 0, tooManyCells: 0, tooFewCells: 0 }
  const people = samplePeople(8, { ...none, unknown: 178, changed: 1, badPhone: 1 }, () => true)
  return [
    header,
    ...people.map((person) => [
      `${person.given} ${person.family}`.trim(),
      displayPhone(person.phone),
      person.email,
      person.city,
      person.createdAt.toISOString().slice(0, 10),
    ]),
  ]
}

/** The same as a workbook. How it is packed depends on the version of Node; what is in it does not. */
export async function newClientsSample(): Promise<Buffer> {
  const written: Uint8Array[] = []
  const zip = createZipWriter({ write: async (bytes) => void written.push(bytes) })
  const rows = newClientRows()
  for (const [name, text] of workbookParts('New clients')) await zip.add(name, [text])
  await zip.add('xl/worksheets/sheet1.xml', [sheetStart(header.length), ...rows.map((cells, at) => sheetRow(at + 1, cells)), sheetEnd])
  await zip.finish()
  return Buffer.concat(written)
}
