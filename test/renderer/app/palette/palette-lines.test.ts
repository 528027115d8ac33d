import { expect, test } from 'vitest'
import { markedParts, type PaletteGroup, paletteGroups, type PaletteLine } from '../../../../src-renderer/app/palette/palette-lines.ts'

const line = (title: string, part: Partial<PaletteLine> = {}): PaletteLine => ({
  id: title,
  title,
  about: '',
  aside: '',
  isKey: false,
  icon: 'file',
  words: '',
  why: null,
  choose: () => undefined,
  ...part,
})
const sources = (part: Partial<Record<PaletteGroup, readonly PaletteLine[]>>) => ({
  do: [],
  page: [],
  go: [],
  contacts: [],
  imports: [],
  settings: [],
  ...part,
})
const titles = (groups: ReturnType<typeof paletteGroups>) => groups.map(({ group, lines }) => [group, lines.map(({ title }) => title)])

test('finds words by their beginnings, without marks and capitals, and leaves the rest out', () => {
  const given = sources({ go: [line('Contacts'), line('Consent ledger', { words: 'audit' }), line('Márton')] })
  expect(titles(paletteGroups(given, 'mar'))).toEqual([['go', ['Márton']]])
  expect(titles(paletteGroups(given, 'CON'))).toEqual([['go', ['Contacts', 'Consent ledger']]])
  expect(titles(paletteGroups(given, 'audit'))).toEqual([['go', ['Consent ledger']]])
  expect(titles(paletteGroups(given, 'ledger con'))).toEqual([['go', ['Consent ledger']]])
  expect(paletteGroups(given, 'xyz')).toEqual([])
})

test('puts the best line first, whatever its group', () => {
  const given = sources({ do: [line('Sync contacts now')], go: [line('Contacts')] })
  expect(titles(paletteGroups(given, 'con'))).toEqual([
    ['go', ['Contacts']],
    ['do', ['Sync contacts now']],
  ])
  expect(titles(paletteGroups(given, ''))).toEqual([
    ['do', ['Sync contacts now']],
    ['go', ['Contacts']],
  ])
})

test('never shows more than twelve lines, and some of each group', () => {
  const many = (name: string) => Array.from({ length: 30 }, (_, at) => line(`${name} ${at}`))
  const groups = paletteGroups(
    sources({ do: many('a'), page: many('a'), go: many('a'), contacts: many('a'), imports: many('a'), settings: many('a') }),
    'a',
  )
  expect(groups).toHaveLength(6)
  expect(groups.flatMap(({ lines }) => lines)).toHaveLength(12)
  expect(paletteGroups(sources({ imports: many('a') }), 'a').flatMap(({ lines }) => lines)).toHaveLength(12)
})

test('shows the contacts that were looked for already, whatever their names', () => {
  expect(titles(paletteGroups(sources({ contacts: [line('Ann')] }), '0187'))).toEqual([['contacts', ['Ann']]])
})

test('marks what was found in a title, behind letters that have marks too', () => {
  expect(markedParts('Zoë Márton', 'mar')).toEqual([
    { text: 'Zoë ', isFound: false },
    { text: 'Már', isFound: true },
    { text: 'ton', isFound: false },
  ])
  expect(markedParts('Contacts', 'x')).toEqual([{ text: 'Contacts', isFound: false }])
})
