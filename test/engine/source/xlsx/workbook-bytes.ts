import { zipBytes, type ZipEntry } from '../zip-bytes.ts'

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'

export interface SheetParts {
  name?: string
  state?: string
  /** The XML inside `<sheetData>`. */
  rows?: string
  /** Instead of `rows`: the whole part. */
  xml?: string | Buffer
  /** XML before and after the rows. */
  before?: string
  after?: string
}

export interface WorkbookParts {
  sheets: SheetParts[]
  /** The XML of each shared text, inside `<si>`. */
  shared?: string[]
  /** Codes of number formats; cells name them by their position, from 1. */
  formats?: (string | number)[]
  workbookXml?: string
  /** Parts to add, or to put in place of others of that name; null leaves one out. */
  parts?: Record<string, string | Buffer | null>
}

/** The bytes of a workbook with just what the test says, so that each oddity stands alone. */
export function workbookBytes(workbook: WorkbookParts): Buffer {
  return zipBytes(workbookEntries(workbook))
}

export function workbookEntries({ sheets, shared, formats = [], workbookXml = '', parts = {} }: WorkbookParts): ZipEntry[] {
  const all: Record<string, string | Buffer | null> = {
    '[Content_Types].xml': `<Types xmlns="${packaged}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}">${workbookXml}<sheets>${sheets
      .map(
        ({ name, state }, at) =>
          `<sheet name="${name ?? `Sheet${at + 1}`}" sheetId="${at + 1}"${state ? ` state="${state}"` : ''} r:id="rId${at + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packaged}/relationships">${sheets
      .map((_, at) => `<Relationship Id="rId${at + 1}" Type="${office}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`)
      .join(
        '',
      )}<Relationship Id="rIdS" Type="${office}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rIdF" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    ...Object.fromEntries(sheets.map((sheet, at) => [`xl/worksheets/sheet${at + 1}.xml`, sheet.xml ?? sheetXml(sheet)])),
    ...(shared ? { 'xl/sharedStrings.xml': `<sst xmlns="${main}">${shared.map((text) => `<si>${text}</si>`).join('')}</sst>` } : {}),
    ...(formats.length > 0 ? { 'xl/styles.xml': stylesXml(formats) } : {}),
    ...parts,
  }
  return Object.entries(all).flatMap(([name, content]) => (content === null ? [] : [{ name, content }]))
}

export function sheetXml({ rows = '', before = '', after = '' }: SheetParts): string {
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="${main}">${before}<sheetData>${rows}</sheetData>${after}</worksheet>`
}

/** A row of texts that stand in their cells, with references. */
export function textRow(line: number, cells: readonly string[]): string {
  return `<row r="${line}">${cells.map((cell, at) => `<c r="${String.fromCharCode(65 + at)}${line}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`).join('')}</row>`
}

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

function stylesXml(formats: readonly (string | number)[]): string {
  const custom = formats
    .map((code, at) => (typeof code === 'number' ? '' : `<numFmt numFmtId="${164 + at}" formatCode="${escaped(code)}"/>`))
    .join('')
  const cells = formats.map((code, at) => `<xf numFmtId="${typeof code === 'number' ? code : 164 + at}"/>`).join('')
  return `<styleSheet xmlns="${main}"><numFmts>${custom}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${cells}</cellXfs></styleSheet>`
}
