import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { compileRecipe } from '../../../src-main/engine/mapping/compile/compile-recipe.ts'
import type { CustomerRecord } from '../../../src-main/engine/model/contacts/customer.ts'
import type { PlannedCall } from '../../../src-main/engine/model/plans/plan-schema.ts'
import { type Recipe, recipeSchema } from '../../../src-main/engine/model/recipes/recipe-schema.ts'
import type { Store } from '../../../src-main/engine/store/open-store.ts'
import { portion } from '../../helpers/portion.ts'
import { addFile } from '../store/stored-things.ts'
import { tempStores } from '../store/temp-store.ts'
import { cache, plan } from './planning.ts'

/** Promises that hold for any file, with files of several rows about a few contacts. */

const account = { country: 'US', customFields: [], departments: [] }
const header = ['Phone', 'Name', 'Mail', 'SMS Consent', 'Blocked', 'Unsubscribed', 'Do Not Text', 'Consent Date'] as const
type Column = (typeof header)[number]
type Cells = Record<Column, string>

const phones = ['2025550101', '2025550102', '2025550103', '2025550104']
const cellsOf = (date: fc.Arbitrary<string>): fc.Arbitrary<Cells> =>
  fc.record({
    Phone: fc.constantFrom(...phones, ...phones, ''),
    Name: fc.constantFrom('', 'Ann', 'Ben'),
    Mail: fc.constantFrom('', '', 'a@example.com', 'b@example.com'),
    'SMS Consent': fc.constantFrom('', 'Yes', 'Yes', 'No', 'STOP', 'maybe', 'y'),
    Blocked: fc.constantFrom('', '', 'Y', 'N'),
    Unsubscribed: fc.constantFrom('', '', 'Y', 'N'),
    'Do Not Text': fc.constantFrom('', '', '', 'Yes'),
    'Consent Date': date,
  })
const files = (date: fc.Arbitrary<string>) => fc.array(cellsOf(date), { minLength: 1, maxLength: 7 })
const undated = fc.constant('')
const dated = fc.constantFrom('2021-01-01', '2022-02-02', '2023-03-03', '', '03/04/2022')

const recordOf = (at: number): fc.Arbitrary<CustomerRecord> =>
  fc.record(
    {
      uuid: fc.constant(`00000000-0000-4000-8000-00000000000${at}`),
      phone: fc.constant(`+1${phones[at] ?? ''}`),
      name: fc.constant('Ann'),
      tags: fc.constant([]),
      consent: fc.constantFrom(null, true, false),
      blocked: fc.boolean(),
      unreachable: fc.boolean(),
    },
    { requiredKeys: ['uuid', 'phone', 'name', 'tags', 'consent', 'blocked'] },
  )
/** Of the fourth number there is no contact. */
const records = fc.tuple(recordOf(0), recordOf(1), recordOf(2))

const ways = fc.record({
  duplicates: fc.constantFrom('last' as const, 'first' as const, 'invalid' as const, 'merge' as const),
  duplicateBy: fc.constantFrom(undefined, ['email' as const]),
  mode: fc.constantFrom('update' as const, 'updateAndAdd' as const),
})
type Ways = typeof ways extends fc.Arbitrary<infer T> ? T : never

const values = { Yes: true, No: false, Y: true }
const fields: Recipe['fields'] = [
  { to: 'name', from: ['Name'] },
  { to: 'email', from: ['Mail'] },
  { to: 'consent', from: ['SMS Consent'], values, unconfirmed: ['Y'] },
  { to: 'blocked', from: ['Blocked'] },
  { to: 'unreachable', from: ['Unsubscribed'] },
  { to: 'consent', from: ['Do Not Text'], values: { Yes: false } },
  { to: 'evidence', from: ['Consent Date'] },
]

const newStore = tempStores()
let store: Store
beforeEach(() => {
  store = newStore()
  addFile(store)
})

interface Said {
  consent: boolean | null
  blocked: boolean | null
  unreachable: boolean | null
  isHeld: boolean
}

/** What becomes of texting each contact, by its number. */
async function outcome(file: readonly Cells[], known: readonly CustomerRecord[], { duplicateBy, ...way }: Ways, own = fields) {
  store.exec('DELETE FROM plans; DELETE FROM contacts')
  cache(store, ...known)
  const columns = header.map((name, index) => ({ name, header: name, index, samples: file.map((cells) => cells[name]) }))
  const recipe = recipeSchema.parse({
    version: 1,
    name: 'Drawn',
    kind: 'contacts',
    match: { by: 'phone', column: 'Phone' },
    fields: own,
    ...way,
    ...(duplicateBy && { duplicateBy }),
  })
  const compiled = compileRecipe(recipe, columns, account)
  const rows = file.map((cells, at) => compiled.mapRow({ line: at + 2, cells: header.map((name) => cells[name]) }))
  const planned = await plan(store, rows, recipe)
  const said = new Map<string, Said>()
  for (const { class: rowClass, phone, detail } of planned.rows) {
    const calls = detail.calls ?? []
    if ((rowClass !== 'send' && rowClass !== 'held') || calls.length === 0) continue
    // Only refusals of rows that cannot be used otherwise may be sent twice.
    const before = said.get(phone ?? '')
    if (before !== undefined) {
      expect(before.consent).not.toBe(true)
      expect(calls.filter((call) => !isRefusal(call))).toEqual([])
    }
    const one: Said = { ...(before ?? { consent: null, blocked: null, unreachable: null, isHeld: false }) }
    one.isHeld ||= rowClass === 'held'
    for (const call of calls) {
      if (call.kind === 'setConsent') one.consent = call.consent
      if (call.kind === 'updateCustomer') {
        one.blocked = call.customer.blocked ?? one.blocked
        one.unreachable = call.customer.unreachable ?? one.unreachable
      }
    }
    if (one.consent !== null || one.blocked !== null || one.unreachable !== null) said.set(phone ?? '', one)
  }
  const { counts } = planned
  expect(counts.send + counts.held + counts.skipped + counts.invalid + counts.unchanged).toBe(counts.rows)
  return { said, rows: planned.rows }
}

function refusesConsent(cells: Cells): boolean {
  return ['No', 'STOP'].includes(cells['SMS Consent']) || cells['Do Not Text'] === 'Yes'
}

/** Whether a call does nothing but refuse texts for its contact. */
function isRefusal(call: PlannedCall): boolean {
  if (call.kind === 'setConsent') return !call.consent
  return (
    call.kind === 'updateCustomer' &&
    Object.entries(call.customer).every(([field, value]) => /^(blocked|unreachable)$/.test(field) && value === true)
  )
}

const blank: Cells = {
  Phone: '',
  Name: '',
  Mail: '',
  'SMS Consent': '',
  Blocked: '',
  Unsubscribed: '',
  'Do Not Text': '',
  'Consent Date': '',
}
/** Somebody who is not in the account refuses, and shares an e-mail address with somebody who is. */
const refusedByNobody: Cells[] = [
  { ...blank, Phone: '2025550104', Mail: 'a@example.com', 'Do Not Text': 'Yes' },
  { ...blank, Phone: '2025550101', Mail: 'a@example.com' },
  { ...blank, Phone: '2025550101' },
]
const sayingNothing = (at: number): CustomerRecord => ({
  uuid: `00000000-0000-4000-8000-00000000000${at}`,
  phone: `+1${phones[at] ?? ''}`,
  name: 'Ann',
  tags: [],
  consent: null,
  blocked: false,
})

type Outcome = Awaited<ReturnType<typeof outcome>>

const agreeing = ({ said }: Outcome): string[] => [...said].flatMap(([phone, { consent }]) => (consent === true ? phone : [])).toSorted()
const sorted = ({ said }: Outcome) => [...said].toSorted(([one], [other]) => one.localeCompare(other))

const runs = { numRuns: portion(250) }

describe('whatever a file holds', () => {
  test('another row that refuses never leads to more consents, nor to none refused', async () => {
    await fc.assert(
      fc.asyncProperty(files(dated), records, ways, cellsOf(undated), fc.nat(), async (file, known, way, more, place) => {
        const before = await outcome(file, known, way)
        const at = place % (file.length + 1)
        const refusing = { ...more, 'SMS Consent': 'No' }
        const after = await outcome([...file.slice(0, at), refusing, ...file.slice(at)], known, way)
        for (const phone of agreeing(after)) expect([`+1${refusing.Phone}`, ...agreeing(before)]).toContain(phone)
        if (refusing.Phone !== '') expect(agreeing(after)).not.toContain(`+1${refusing.Phone}`)
      }),
      runs,
    )
  }, 120_000)

  test('another column that refuses never leads to more consents', async () => {
    await fc.assert(
      fc.asyncProperty(files(undated), records, ways, async (file, known, way) => {
        const without = await outcome(
          file,
          known,
          way,
          fields.filter(({ from }) => from?.[0] !== 'Do Not Text'),
        )
        const both = await outcome(file, known, way)
        for (const phone of agreeing(both)) expect(agreeing(without)).toContain(phone)
      }),
      runs,
    )
  }, 120_000)

  test('rows without dates may come in any order: no consent, block or unsubscription changes by it', async () => {
    await fc.assert(
      fc.asyncProperty(
        files(undated).chain((file) => fc.tuple(fc.constant(file), fc.shuffledSubarray(file, { minLength: file.length }))),
        records,
        ways,
        async ([file, shuffled], known, way) => {
          expect(sorted(await outcome(shuffled, known, way))).toEqual(sorted(await outcome(file, known, way)))
        },
      ),
      runs,
    )
  }, 120_000)

  test('a blank, an unknown word and a missing column never mean yes', async () => {
    await fc.assert(
      fc.asyncProperty(files(undated), records, ways, async (file, known, way) => {
        const saysNothing = file.map((cells) => ({
          ...cells,
          'SMS Consent': ['Yes', 'y'].includes(cells['SMS Consent']) ? 'perhaps' : cells['SMS Consent'],
        }))
        expect(agreeing(await outcome(saysNothing, known, way))).toEqual([])
        const gone = fields.filter(({ from }) => from?.[0] !== 'SMS Consent')
        expect(agreeing(await outcome(file, known, way, gone))).toEqual([])
      }),
      runs,
    )
  }, 120_000)

  test('no refusal is lost: it goes to the contact, or the number to the do-not-text list', async () => {
    await fc.assert(
      fc.asyncProperty(files(undated), records, ways, async (file, known, way) => {
        const { rows } = await outcome(file, known, way)
        for (const cells of file.filter((one) => one.Phone !== '')) {
          const phone = `+1${cells.Phone}`
          const record = known.find((one) => one.phone === phone)
          const own = rows.filter((row) => row.phone === phone)
          const calls = own.flatMap(({ class: rowClass, detail }) => (rowClass === 'send' ? (detail.calls ?? []) : []))
          const isListed = own.some(({ class: rowClass, detail }) => rowClass !== 'send' && detail.refuses === true)
          const isSent = (field: 'blocked' | 'unreachable') =>
            calls.some((call) => call.kind === 'updateCustomer' && call.customer[field] === true)
          const refusals = [
            [refusesConsent(cells), record?.consent === false || calls.some((call) => call.kind === 'setConsent' && !call.consent)],
            [cells.Blocked === 'Y', record?.blocked === true || isSent('blocked')],
            [cells.Unsubscribed === 'Y', record?.unreachable === true || isSent('unreachable')],
          ]
          for (const [isSaid, isHeard] of refusals) if (isSaid === true && !isListed) expect(isHeard).toBe(true)
        }
      }),
      {
        ...runs,
        examples: [
          [
            refusedByNobody,
            [sayingNothing(0), sayingNothing(1), sayingNothing(2)],
            { duplicates: 'invalid', duplicateBy: ['email'], mode: 'update' },
          ],
        ],
      },
    )
  }, 120_000)

  test('of several rows none counts in the same way, whether rows could share more than their contact or not', async () => {
    await fc.assert(
      fc.asyncProperty(files(dated), records, fc.constantFrom('update' as const, 'updateAndAdd' as const), async (file, known, mode) => {
        const own = file.map((cells) => ({ ...cells, Mail: '' }))
        const planned = async (duplicateBy: Ways['duplicateBy']) =>
          (await outcome(own, known, { duplicates: 'invalid', duplicateBy, mode })).rows.map(({ class: rowClass, reason, detail }) => ({
            rowClass,
            reason,
            detail,
          }))
        expect(await planned(['email'])).toEqual(await planned(undefined))
      }),
      runs,
    )
  }, 120_000)

  test('nobody whose rows refuse, and none of whose rows has a later date, gets permission', async () => {
    await fc.assert(
      fc.asyncProperty(files(dated), records, ways, async (file, known, way) => {
        const given = agreeing(await outcome(file, known, way))
        for (const cells of file.filter(refusesConsent)) {
          const own = file.filter(({ Phone }) => Phone === cells.Phone)
          const hasLater = own.some(({ 'Consent Date': date }) => date.startsWith('20') && date > cells['Consent Date'])
          if (!hasLater || cells['Consent Date'] === '') expect(given).not.toContain(`+1${cells.Phone}`)
        }
      }),
      runs,
    )
  }, 120_000)
})
