import { type CardProperty, partsOf, unescapeValue } from './card-property.ts'

/** Where a value goes: columns of the same kind are numbered. `rank` orders the columns. */
export interface CardCell {
  column: string
  rank: number
  value: string
}

const nothing = new Set([
  'rev',
  'class',
  'mailer',
  'label',
  'sort-string',
  'xml',
  'x-ablabel',
  'x-abadr',
  'x-abuid',
  'x-abshowas',
  'x-evolution-file-as',
  'clientpidmap',
  'source',
  'kind',
  'profile',
  'name',
  'tz',
  'geo',
  'fburl',
  'caladruri',
  'caluri',
  'x-socialprofile',
])

const words = new Map<string, [column: string, rank: number]>(
  Object.entries({
    nickname: ['Nickname', 16],
    title: ['Job title', 52],
    role: ['Role', 53],
    bday: ['Birthday', 60],
    anniversary: ['Anniversary', 61],
    'x-anniversary': ['Anniversary', 61],
    url: ['Website', 80],
    categories: ['Categories', 81],
    note: ['Note', 82],
    uid: ['UID', 90],
    impp: ['Instant message', 84],
    gender: ['Gender', 83],
    lang: ['Language', 85],
    'x-phonetic-first-name': ['Phonetic first name', 86],
    'x-phonetic-last-name': ['Phonetic last name', 87],
  }),
)

/** Kinds of phone numbers, the one that takes texts first. */
const phoneKinds: [kind: string, rank: number, types: string[]][] = [
  ['fax', 38, ['fax', 'facsimile']],
  ['pager', 39, ['pager']],
  ['mobile', 20, ['cell', 'mobile', 'iphone', 'handy', 'mobil', 'celular', 'portable', 'apple watch']],
  ['text', 21, ['text', 'sms', 'textphone']],
  ['home', 24, ['home', 'privat', 'domicile', 'casa']],
  ['work', 25, ['work', 'office', 'arbeit', 'travail', 'trabajo', 'company']],
  ['main', 23, ['main']],
  ['car', 27, ['car']],
  ['other', 28, ['other']],
]

/** A card as cells, those of the same column in order of preference. */
export function cellsOfCard(properties: readonly CardProperty[]): CardCell[] {
  const labels = new Map(
    properties.flatMap(({ group, name, value }) => (name === 'x-ablabel' && group !== '' ? [[group, labelText(value)] as const] : [])),
  )
  const cells = properties.flatMap((property) => cellsOf(property, labels.get(property.group) ?? ''))
  const preferred = properties.flatMap((property) =>
    property.types.has('pref') ? cellsOf(property, labels.get(property.group) ?? '') : [],
  )
  const places = new Set(preferred.map(placeOf))
  const isPreferred = (cell: CardCell) => places.has(placeOf(cell))
  const filled = cells.filter(({ value }) => value !== '')
  const ordered = [...filled.filter(isPreferred), ...filled.filter((cell) => !isPreferred(cell))]
  return withFullName(joinCategories(ordered))
}

function placeOf({ column, value }: CardCell): string {
  return `${column}\n${value}`
}

function cellsOf({ name, types, value }: CardProperty, label: string): CardCell[] {
  const known = words.get(name)
  switch (name) {
    case 'n':
      return structured(value, [
        ['Last name', 12],
        ['First name', 11],
        ['Middle name', 13],
        ['Name prefix', 14],
        ['Name suffix', 15],
      ])
    case 'fn':
      return [{ column: 'Full name', rank: 10, value: oneLine(unescapeValue(value)) }]
    case 'tel':
      return [phoneCell(value, types, label)]
    case 'email':
      return [{ column: 'Email', rank: 40, value: oneLine(unescapeValue(value)).replace(/^mailto:/i, '') }]
    case 'org': {
      const [company = '', ...units] = partsOf(value, ';').map(oneLine)
      return [
        { column: 'Company', rank: 50, value: company },
        { column: 'Department', rank: 51, value: units.filter((unit) => unit !== '').join(', ') },
      ]
    }
    case 'adr':
      return addressCells(value)
    case 'categories':
      return [
        {
          column: 'Categories',
          rank: 81,
          value: partsOf(value, ',')
            .map(oneLine)
            .filter((part) => part !== '')
            .join(', '),
        },
      ]
    case 'bday':
    case 'anniversary':
    case 'x-anniversary':
      return known === undefined ? [] : [{ column: known[0], rank: known[1], value: dateText(unescapeValue(value)) }]
    case 'note':
      return [{ column: 'Note', rank: 82, value: unescapeValue(value).trim() }]
  }
  if (nothing.has(name)) return []
  const [column, rank] = known ?? [otherName(name), 95]
  return [{ column, rank, value: unescapeValue(value).trim() }]
}

function phoneCell(raw: string, types: Set<string>, label: string): CardCell {
  const text = oneLine(unescapeValue(raw))
  const isUri = /^tel:/i.test(text)
  const number = isUri
    ? text
        .replace(/^tel:/i, '')
        .replace(/;ext=(\d+)/i, ' ext. $1')
        .replace(/;[^;]*/g, '')
    : text
  const all = label === '' ? types : new Set([...types, label.toLowerCase()])
  const kind = phoneKinds.find(([, , among]) => among.some((type) => all.has(type)))
  if (kind === undefined)
    return label === '' ? { column: 'Phone', rank: 22, value: number } : { column: `Phone (${label})`, rank: 29, value: number }
  if (kind[0] === 'fax') return { column: all.has('home') ? 'Fax (home)' : 'Fax', rank: kind[1], value: number }
  if (kind[0] === 'pager') return { column: 'Pager', rank: kind[1], value: number }
  return { column: `Phone (${kind[0]})`, rank: kind[1], value: number }
}

function addressCells(value: string): CardCell[] {
  const [box = '', extra = '', street = '', city = '', state = '', code = '', country = ''] = partsOf(value, ';').map(oneLine)
  const joined = (parts: string[], by: string) => parts.filter((part) => part !== '').join(by)
  const place = joined([box, extra, street], ', ')
  return [
    { column: 'Address', rank: 70, value: joined([place, joined([joined([city, state], ', '), code], ' '), country], ', ') },
    { column: 'Street', rank: 71, value: place },
    { column: 'City', rank: 72, value: city },
    { column: 'State', rank: 73, value: state },
    { column: 'Postal code', rank: 74, value: code },
    { column: 'Country', rank: 75, value: country },
  ]
}

function structured(value: string, columns: [string, number][]): CardCell[] {
  const parts = partsOf(value, ';')
  // Several names of one kind are a list: Philip,Paul.
  return columns.map(([column, rank], at) => ({ column, rank, value: oneLine((parts[at] ?? '').replace(/,(?=\S)/g, ' ')) }))
}

function joinCategories(cells: CardCell[]): CardCell[] {
  const categories = cells.filter(({ column }) => column === 'Categories')
  const [first] = categories
  if (first === undefined || categories.length === 1) return cells
  return [...cells.filter(({ column }) => column !== 'Categories'), { ...first, value: categories.map(({ value }) => value).join(', ') }]
}

/** Old cards have no full name: then it is put together, or the company's. */
function withFullName(cells: CardCell[]): CardCell[] {
  if (cells.some(({ column }) => column === 'Full name')) return cells
  const find = (column: string) => cells.find((cell) => cell.column === column)?.value ?? ''
  const name =
    ['Name prefix', 'First name', 'Middle name', 'Last name', 'Name suffix']
      .map(find)
      .filter((part) => part !== '')
      .join(' ') ||
    find('Nickname') ||
    find('Company')
  return name === '' ? cells : [{ column: 'Full name', rank: 10, value: name }, ...cells]
}

/** `19850412` and `1985-04-12T00:00:00Z` as `1985-04-12`; anything else as it is. */
function dateText(value: string): string {
  const text = value.trim()
  const [, year, month, day] = /^(\d{4})-?(\d{2})-?(\d{2})(?:T.*)?$/.exec(text) ?? []
  return year === undefined ? text : `${year}-${month}-${day}`
}

/** Apple writes its own labels as `_$!<Mobile>!$_`. */
function labelText(value: string): string {
  return oneLine(unescapeValue(value))
    .replace(/^_\$!<(.*)>!\$_$/, '$1')
    .slice(0, 60)
}

function otherName(name: string): string {
  const text = name.replace(/^x-/, '').replaceAll('-', ' ').slice(0, 60)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
