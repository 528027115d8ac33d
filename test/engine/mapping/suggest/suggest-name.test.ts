import { expect, test } from 'vitest'
import { suggestName } from '../../../../src-main/engine/mapping/suggest/suggest-name.ts'
import { importDescriptors } from '../../../../src-main/engine/kinds/all-kinds.ts'
import { roleOfHeader } from '../../../../src-main/engine/text/headers/header-role.ts'
import { type Described, draftOf } from './described-columns.ts'

/** Which columns make the name, how sure that is, and the columns that were decided to go nowhere. */
function name(columns: readonly Described[], rows: string[][] = []) {
  const draft = draftOf(columns, { rows })
  suggestName(draft)
  const [rule] = draft.fields
  const decided = [...draft.decided.values()]
  return {
    from: rule?.from,
    overwrite: rule?.overwrite,
    confidence: decided[0]?.confidence,
    left: decided.filter(({ target }) => target === null).map((one) => one.name),
  }
}
const first: Described = { name: 'First Name', role: 'firstName' }
const last: Described = { name: 'Last Name', role: 'lastName' }
const full: Described = { name: 'Full Name', role: 'fullName', values: { distinct: ['Anna Lee'] } }
const whole: Described = { name: 'Name', role: null }
const blank = { filled: 0, distinct: [] }

test.each<[string, Described[], object]>([
  ['a whole name is better than its parts', [full, first, last], { from: ['Full Name'], confidence: 'sure' }],
  ['a blank one is not', [{ ...full, values: blank }, first, last], { from: ['First Name', 'Last Name'], confidence: 'sure' }],
  [
    'a blank one is not better than a single part, either',
    [{ ...full, values: blank }, first],
    { from: ['First Name'], confidence: 'likely' },
  ],
  ['nor than a last name, which alone is left', [{ ...full, values: blank }, last], { from: undefined, left: ['Last Name'] }],
  [
    'a blank one is likely where it is alone',
    [{ ...full, values: blank }],
    { from: ['Full Name'], confidence: 'likely', overwrite: undefined },
  ],
  ['a first name alone is the name', [first], { from: ['First Name'], confidence: 'likely', left: [] }],
  ['a last name alone is left', [last], { from: undefined, confidence: 'guess', left: ['Last Name'] }],
  [
    'a blank part comes behind one that is filled',
    [{ ...first, name: 'Given', values: blank }, first, last],
    { from: ['First Name', 'Last Name'] },
  ],
  [
    'of blank parts the first comes first',
    [{ ...first, values: blank }, { ...first, name: 'Given', values: blank }, last],
    { from: ['First Name', 'Last Name'] },
  ],
  ['as the others say it', [first, { ...first, name: 'Given', values: blank }, last], { from: ['First Name', 'Last Name'] }],
])('%s', (_what, columns, expected) => {
  expect(name(columns)).toMatchObject(expected)
})

test.each<[string, string[][], string[]]>([
  ['holds the other part', [['Lee', 'Anna'], ['Cole', 'Bob']], ['First Name', 'Name']], // prettier-ignore
  ['holds the given part, too, in half of the rows', [['Anna Lee', 'Anna'], ['Cole', 'Bob']], ['Name']], // prettier-ignore
  ['holds it in fewer', [['Anna Lee', 'Anna'], ['Cole', 'Bob'], ['Fox', 'Eve']], ['First Name', 'Name']], // prettier-ignore
  ['is compared only where both are filled', [['Anna Lee', 'Anna'], ['Cole', ''], ['', 'Eve']], ['Name']], // prettier-ignore
  ['is nowhere filled beside the given part', [['Lee', ''], ['', 'Bob']], ['First Name', 'Name']], // prettier-ignore
  ['is the same as the given part', [['Anna', 'Anna']], ['First Name', 'Name']], // prettier-ignore
])('a column "Name" that %s', (_what, rows, from) => {
  expect(name([whole, first], rows).from).toEqual(from)
})

test.each([
  'First Name',
  'Patient First Name',
  'Vorname',
  'Prénom',
  'Primer Nombre',
  'Nombres',
  'Nome proprio',
  'Primeiro nome',
  'Voornaam',
])('"%s" alone fills only names that are empty', (header) => {
  const role = roleOfHeader(header, importDescriptors.contacts.roles)?.role ?? null
  expect(role).toBe('firstName')
  expect(name([{ name: header, role }])).toMatchObject({ from: [header], overwrite: 'ifEmpty', confidence: 'likely' })
  expect(name([{ name: header, role }, last])).toMatchObject({ from: [header, 'Last Name'], overwrite: undefined })
})

test.each(['Name', 'Full Name', 'Patient Name', 'Kundenname', 'Nom', 'Nombre', 'Nome', 'Naam'])(
  '"%s" alone fills only what is empty where it has single words',
  (header) => {
    const role = roleOfHeader(header, importDescriptors.contacts.roles)?.role ?? null
    const named = (...distinct: string[]) => name([{ name: header, role, values: { filled: distinct.length, distinct } }])
    expect(named('Dupont', 'Martin')).toMatchObject({ from: [header], overwrite: 'ifEmpty', confidence: 'likely' })
    expect(named('Anne Dupont', 'Martin')).toMatchObject({ from: [header], overwrite: undefined, confidence: 'sure' })
    expect(named('Dupont,Anne')).toMatchObject({ overwrite: undefined, confidence: 'sure' })
    // Whole names, in scripts that do not part words.
    for (const one of ['王小明', '김민준', 'やまだたろう', 'สมชายใจดี'])
      expect(named(one)).toMatchObject({ overwrite: undefined, confidence: 'sure' })
    expect(named('Dupont,Anne', 'Martin')).toMatchObject({ from: [header], overwrite: undefined })
  },
)

test.each(['Client', 'Customer', 'Patient', 'Kunde', 'Cliente', 'Klant'])(
  '"%s" is the name where it looks like names and no other column tells one; it fills only what is empty',
  (header) => {
    const role = roleOfHeader(header, importDescriptors.contacts.roles)?.role ?? null
    const holding = (...distinct: string[]) => ({ name: header, role, values: { filled: distinct.length, distinct } })
    const names = holding('Anna Lee', 'Bob')
    expect(name([names])).toMatchObject({ from: [header], overwrite: 'ifEmpty', confidence: 'likely' })
    expect(name([holding('Lee, Anna')]).from).toEqual([header])
    expect(name([names, full])).toMatchObject({ from: ['Full Name'], overwrite: undefined })
    expect(name([names, first]).from).toEqual(['First Name'])
    expect(name([names, last])).toMatchObject({ from: undefined, left: ['Last Name'] })
    for (const other of [['yes', 'no'], ['C 1001'], ['Anna Lee', 'Bob', 'Eve'], ['anna lee@example.com'], []])
      expect(name([holding(...other)]).from).toBeUndefined()
  },
)
