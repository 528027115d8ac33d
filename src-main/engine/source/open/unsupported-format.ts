/** A kind of file that is not a table in plain text, in words that follow "This is". */
export interface UnsupportedFormat {
  name: string
  hint: string
}

const saveAsCsv = 'Open it in the program it came from, save or export it as CSV (UTF-8), and choose that file.'
const saveAsWorkbook =
  'Open it in the program it came from, save or export it as an Excel workbook (.xlsx) or as CSV (UTF-8), and choose that file.'
const unpackFirst = 'Unpack it first, and choose the CSV file that is inside.'
const exportAgain = 'Export the contacts as CSV, and choose that file.'

const signatures: { bytes: string; name: string; hint: string }[] = [
  { bytes: '%PDF-', name: 'a PDF document', hint: exportAgain },
  { bytes: '\xFD7zXZ\0', name: 'a compressed file (.xz)', hint: unpackFirst },
  { bytes: '\x28\xB5\x2F\xFD', name: 'a compressed file (.zst)', hint: unpackFirst },
  { bytes: 'BZh', name: 'a compressed file (.bz2)', hint: unpackFirst },
  { bytes: '7z\xBC\xAF\x27\x1C', name: 'an archive (.7z)', hint: unpackFirst },
  { bytes: 'Rar!\x1A\x07', name: 'an archive (.rar)', hint: unpackFirst },
  { bytes: '\x89PNG\r\n', name: 'an image (PNG)', hint: exportAgain },
  { bytes: '\xFF\xD8\xFF', name: 'an image (JPEG)', hint: exportAgain },
  { bytes: 'GIF8', name: 'an image (GIF)', hint: exportAgain },
  { bytes: 'SQLite format 3\0', name: 'a database (SQLite)', hint: exportAgain },
  {
    bytes: '!BDN',
    name: 'an Outlook data file (.pst)',
    hint: 'In Outlook, choose File, Open & Export, Import/Export, and export the contacts as comma separated values.',
  },
  { bytes: '{\\rtf', name: 'a text document (RTF)', hint: saveAsCsv },
  { bytes: 'MZ\x90', name: 'a program', hint: exportAgain },
  { bytes: '\x7FELF', name: 'a program', hint: exportAgain },
]

/**
 * What the first bytes of a file say it is, or null when it may be plain text. Workbooks, contact cards and packed files
 * have been told apart before: what is left of them here cannot be read.
 */
export function unsupportedFormat(head: Buffer): UnsupportedFormat | null {
  const start = head.subarray(0, 4096).toString('latin1')
  if (start.startsWith('PK\x03\x04') || start.startsWith('PK\x05\x06')) return zipFormat(head)
  if (start.startsWith('\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1')) return compoundFormat(head)
  const found = signatures.find(({ bytes }) => start.startsWith(bytes))
  if (found) return { name: found.name, hint: found.hint }
  if (start.slice(257, 262) === 'ustar') return { name: 'an archive (.tar)', hint: unpackFirst }
  const text = start.replace(/^\xEF\xBB\xBF/, '').trimStart()
  if (/^(<!doctype html|<html|<table|<head|<meta)/i.test(text))
    return { name: 'a web page (HTML), whatever its name says', hint: saveAsCsv }
  if (/^<\?xml/i.test(text) && /Excel\.Sheet|office:spreadsheet/.test(text))
    return { name: 'an Excel workbook of an old kind (XML Spreadsheet 2003)', hint: saveAsWorkbook }
  if (/^<\?xml/i.test(text)) return { name: 'an XML file', hint: saveAsCsv }
  if (/^(\[\s*)?\{\s*"[^"]*"\s*:/.test(text)) return { name: 'a JSON file', hint: exportAgain }
  return null
}

function zipFormat(head: Buffer): UnsupportedFormat {
  const names = head.toString('latin1')
  if (names.includes('xl/workbook.bin')) return { name: 'a binary Excel workbook (.xlsb)', hint: saveAsWorkbook }
  if (names.includes('xl/') || names.includes('sheet.')) return { name: 'a damaged Excel workbook (.xlsx)', hint: saveAsWorkbook }
  if (names.includes('opendocument.spreadsheet')) return { name: 'an OpenDocument spreadsheet (.ods)', hint: saveAsWorkbook }
  if (names.includes('word/')) return { name: 'a Word document (.docx)', hint: saveAsCsv }
  if (names.includes('.iwa'))
    return {
      name: 'a Numbers document (.numbers)',
      hint: 'In Numbers, choose File, Export To, Excel or CSV, and choose the file that this makes.',
    }
  if (names.includes('[Content_Types].xml')) return { name: 'an Office document, but no Excel workbook (.xlsx)', hint: saveAsWorkbook }
  return { name: 'an archive (.zip)', hint: unpackFirst }
}

/** The old container of Office: documents until 2003, and newer ones that are locked with a password. */
function compoundFormat(head: Buffer): UnsupportedFormat {
  const has = (stream: string) => head.includes(Buffer.from(`${stream}\0`, 'utf16le'))
  if (has('EncryptedPackage')) {
    return {
      name: 'a workbook or another document that is locked with a password',
      hint: 'Open it in the program it came from and take the password away (in Excel: File, Info, Protect Workbook, Encrypt with Password). Save it, and choose it again.',
    }
  }
  if (has('Workbook') || has('Book')) return { name: 'an old Excel workbook (.xls)', hint: saveAsWorkbook }
  return { name: 'an old Excel workbook (.xls) or another Office document', hint: saveAsWorkbook }
}

/** Tab, line ends, page and line breaks, the end mark of old systems, escape, and the separators of records and cells. */
const textControls = new Set([9, 10, 11, 12, 13, 26, 27, 28, 29, 30, 31])
/** So many do not make a small file a binary one: they are said as a notice. */
const harmlessControls = 3

/** Whether bytes that are not UTF-16 or UTF-32 have more control characters than any text: over one in fifty. */
export function looksBinary(head: Buffer): boolean {
  let controls = 0
  for (const byte of head) if (byte < 32 && !textControls.has(byte)) controls++
  return controls > harmlessControls && controls * 50 > head.length
}
