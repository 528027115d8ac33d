import { posix } from 'node:path'
import { damagedWorkbook } from './damaged-workbook.ts'
import { isOn, readXml } from './xml-events.ts'
import { partKey, type ZipParts } from './zip-parts.ts'

export interface WorkbookSheet {
  name: string
  isHidden: boolean
  /** The part that holds its rows. */
  part: string
}

export interface Workbook {
  /** Sheets with cells, in the order of their tabs. Charts, dialogs and macro sheets have none. */
  sheets: WorkbookSheet[]
  /** Days count from 1904, as in old workbooks of the Macintosh. */
  is1904: boolean
  /** The program that wrote it leaves it to the next one to work out the formulas. */
  isCalculatedOnLoad: boolean
  sharedStrings: string | null
  styles: string | null
}

/** More than any workbook has. */
const mostSheets = 65_536

interface Relation {
  type: string
  target: string
}

/** What a workbook consists of. Throws `file.unreadable`. */
export async function readWorkbook(parts: ZipParts, signal?: AbortSignal): Promise<Workbook> {
  const part = await workbookPart(parts, signal)
  if (part === null) throw damagedWorkbook('no workbook part')
  const relations = await relationsOf(parts, part, signal)
  const found: { name: string; isHidden: boolean; id: string | undefined }[] = []
  let is1904: boolean | null = null
  /** The prefix of the workbook's own tags: extensions have tags of the same names, such as `x15:workbookPr`. */
  let ownPrefix: string | null = null
  let depth = 0
  let isCalculatedOnLoad = false
  await readXml(parts.read(part, signal), {
    open(name, attributes, prefix) {
      ownPrefix ??= prefix
      depth++
      if (prefix !== ownPrefix) return
      if (name === 'sheet') {
        if (found.length >= mostSheets) throw damagedWorkbook('number of sheets')
        const state = attributes.get('state')
        found.push({ name: attributes.get('name') ?? '', isHidden: state === 'hidden' || state === 'veryHidden', id: attributes.get('id') })
      } else if (name === 'workbookPr' && depth === 2) is1904 ??= isOn(attributes.get('date1904'))
      else if (name === 'calcPr' && depth === 2) isCalculatedOnLoad = isOn(attributes.get('fullCalcOnLoad'))
    },
    close() {
      depth--
    },
  })
  const taken = new Set<string>()
  const sheets: WorkbookSheet[] = []
  for (const [index, { name, isHidden, id }] of found.entries()) {
    const relation = id === undefined ? undefined : relations.get(id)
    const target = relation?.target ?? posix.join(posix.dirname(part), `worksheets/sheet${index + 1}.xml`)
    if (relation !== undefined && !relation.type.endsWith('/worksheet')) continue
    if (!parts.has(target)) throw damagedWorkbook(`no part of sheet ${index + 1}`)
    // Nothing that a program writes; and each would be read and counted for itself.
    if (taken.has(partKey(target))) throw damagedWorkbook('two sheets of one part')
    taken.add(partKey(target))
    sheets.push({ name, isHidden, part: target })
  }
  const partOf = (type: string, usual: string) => {
    const named = [...relations.values()].find((relation) => relation.type.endsWith(`/${type}`))?.target
    const target = named !== undefined && parts.has(named) ? named : posix.join(posix.dirname(part), usual)
    return parts.has(target) ? target : null
  }
  return {
    sheets,
    is1904: is1904 ?? false,
    isCalculatedOnLoad,
    sharedStrings: partOf('sharedStrings', 'sharedStrings.xml'),
    styles: partOf('styles', 'styles.xml'),
  }
}

/** The name of the part that lists the sheets, or null for an archive that is no workbook. */
export async function workbookPart(parts: ZipParts, signal?: AbortSignal): Promise<string | null> {
  if (parts.has('_rels/.rels')) {
    const relations = await relationsOf(parts, '', signal)
    const main = [...relations.values()].find(({ type }) => type.endsWith('/officeDocument'))?.target
    if (main !== undefined && parts.has(main)) return /(^xl\/[^/]*|workbook[^/]*)\.xml$/i.test(main) ? main : null
  }
  return parts.has('xl/workbook.xml') ? 'xl/workbook.xml' : null
}

async function relationsOf(parts: ZipParts, part: string, signal?: AbortSignal): Promise<Map<string, Relation>> {
  const relations = new Map<string, Relation>()
  const folder = posix.dirname(part)
  const source = posix.join(folder, '_rels', `${posix.basename(part)}.rels`)
  if (!parts.has(source)) return relations
  await readXml(parts.read(source, signal), {
    open(name, attributes) {
      if (name !== 'Relationship' || attributes.get('TargetMode') === 'External') return
      const path = (attributes.get('Target') ?? '').replaceAll('\\', '/')
      relations.set(attributes.get('Id') ?? '', {
        type: attributes.get('Type') ?? '',
        target: path.startsWith('/') ? path.slice(1) : posix.join(folder, path),
      })
    },
  })
  return relations
}
