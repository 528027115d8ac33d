import { expect, it } from 'vitest'
import { unsupportedFormat } from '../../../../src-main/engine/source/open/unsupported-format.ts'
import { zipBytes } from '../zip-bytes.ts'

/** The old container of Office with the names of its streams, as they stand in its directory. */
function compound(...streams: string[]): Buffer {
  return Buffer.concat([
    Buffer.from('D0CF11E0A1B11AE1', 'hex'),
    Buffer.alloc(504),
    ...streams.map((name) => Buffer.from(`${name}\0`, 'utf16le')),
  ])
}

it.each([
  ['a password', compound('EncryptionInfo', 'EncryptedPackage'), 'locked with a password', 'take the password away'],
  ['an old workbook', compound('Root Entry', 'Workbook'), 'old Excel workbook (.xls)', '.xlsx'],
  ['an old document', compound('Root Entry', 'WordDocument'), 'another Office document', '.xlsx'],
  ['a binary workbook', zipBytes([{ name: '[Content_Types].xml' }, { name: 'xl/workbook.bin' }]), 'binary Excel workbook (.xlsb)', '.xlsx'],
  [
    'an OpenDocument spreadsheet',
    zipBytes([{ name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet', isStored: true }]),
    '(.ods)',
    '.xlsx',
  ],
  ['a Numbers document', zipBytes([{ name: 'Index/Document.iwa' }]), 'Numbers', 'Export To'],
  [
    'an XML spreadsheet',
    Buffer.from('<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook/>'),
    'XML Spreadsheet 2003',
    '.xlsx',
  ],
  ['a web page that is called a workbook', Buffer.from('<html><table>'), 'web page', 'CSV'],
])('names %s by what it is, and says what to do', (_, bytes, name, hint) => {
  const format = unsupportedFormat(bytes)
  expect(format?.name).toContain(name)
  expect(format?.hint).toContain(hint)
})

it('takes plain text for plain text', () => {
  expect(unsupportedFormat(Buffer.from('Name,Phone\nAna,1\n'))).toBeNull()
  expect(unsupportedFormat(Buffer.from(''))).toBeNull()
})
