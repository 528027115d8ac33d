import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import Papa from 'papaparse'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { Recipe } from '../../../../src-main/engine/model/recipes/recipe-schema.ts'
import { guards } from '../../../../src-main/engine/model/plans/plan-schema.ts'
import { guardLimits } from '../../../../src-main/engine/plan/guards/guard-limits.ts'
import { releaseGuard } from '../../../../src-main/engine/plan/guards/release-guard.ts'
import { releaseRows } from '../../../../src-main/engine/plan/guards/release-rows.ts'
import type { CustomerRecord } from '../../../../src-main/engine/model/contacts/customer.ts'
import { correctionSchema, type Correction } from '../../../../src-main/engine/model/files/correction-schema.ts'
import type { Store } from '../../../../src-main/engine/store/open-store.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { recipe as recipeOf } from '../../store/stored-things.ts'
import { tempStores } from '../../store/temp-store.ts'
import { allRows, cache, lookUpService, nowMs } from '../planning.ts'
import { correctedFile, everythingOf } from '../corrected-file.ts'
import { portion } from '../../../helpers/portion.ts'

/** The others are released row by row, or hold only rows that text people. */
const releasedByCount = guards.filter((guard) => !['consent', 'noConsent', 'notReachable', 'sending'].includes(guard))

const newStore = tempStores()
const folder = mkdtempSync(join(tmpdir(), 'rollcall-revise-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let store: Store
beforeEach(() => {
  store = newStore()
})

const phones = ['+12125550101', '+12125550102', '+12125550103', '+12125550104', '+12125550105', '+12125550106']
const known: CustomerRecord[] = [
  { uuid: 'u1', phone: '+12125550101', name: 'Ann', notes: 'old', tags: ['vip'], consent: null, archived: false, blocked: false },
  { uuid: 'u2', phone: '+12125550102', name: 'Bob', notes: '', tags: [], consent: false, archived: false, blocked: false },
  { uuid: 'u3', phone: '+12125550103', name: null, notes: 'x', tags: ['a', 'b'], consent: true, archived: false, blocked: true },
  { uuid: 'u4', phone: '+12125550104', name: 'Dee', notes: 'y', tags: ['a'], consent: null, archived: false, blocked: false },
]

const header = ['Phone', 'Name', 'Notes', 'Tags', 'Consent', 'When']
const cellOf = [
  fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...phones) }, fc.constantFrom('12', '', '(212) 555-0101', 'nobody')),
  fc.constantFrom('Ann', 'Bob', '', 'Bea', 'hi'),
  fc.constantFrom('old', 'new', '', 'x'),
  fc.constantFrom('vip', 'a;b', ''),
  fc.constantFrom('yes', 'no', '', 'perhaps'),
  fc.constantFrom('2024-01-02', '2024-01-03', '', 'soon'),
] as const
const arbitraryRow = fc.tuple(...cellOf)

const columnIndex = fc.integer({ min: 0, max: header.length - 1 })
const arbitraryCorrection = (rows: number): fc.Arbitrary<Correction> => {
  const line = fc.integer({ min: 2, max: rows + 2 })
  const lines = fc.uniqueArray(line, { minLength: 1, maxLength: 4 })
  return fc
    .oneof(
      {
        weight: 6,
        arbitrary: columnIndex.chain((column) =>
          fc.record({
            kind: fc.constant('cell'),
            line,
            column: fc.constant(column),
            before: cellOf[column] ?? cellOf[1],
            after: cellOf[column] ?? cellOf[1],
          }),
        ),
      },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('join'), line, column: columnIndex, by: fc.constantFrom('', ';') }) },
      { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('exclude', 'include', 'apart'), lines }) },
      {
        weight: 1,
        arbitrary: fc.record({
          kind: fc.constant('replace'),
          column: columnIndex,
          find: fc.constantFrom('', '0101', 'a', 'old', '+1'),
          replaceWith: fc.constantFrom('', '0102', 'b', 'x'),
          wholeCell: fc.boolean(),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ kind: fc.constant('mend'), mend: fc.constantFrom('invisible', 'mojibake'), column: columnIndex }),
      },
    )
    .map((correction) => correctionSchema.parse(correction))
}

const fieldsOf: Record<Recipe['kind'], Recipe['fields']> = {
  contacts: [
    { to: 'name', from: ['Name'] },
    { to: 'notes', from: ['Notes'] },
    { to: 'tags', from: ['Tags'], tags: 'replace', separator: ';' },
  ],
  consent: [
    { to: 'consent', from: ['Consent'], values: { yes: true, no: false } },
    { to: 'evidence', from: ['Notes'] },
  ],
  resolve: [],
  whispers: [{ to: 'body', from: ['Name'] }],
  messages: [
    { to: 'body', from: ['Name'] },
    { to: 'sentAt', from: ['When'] },
  ],
  send: [{ to: 'body', from: ['Name'] }],
  groupSend: [{ to: 'body', from: ['Name'] }],
  requestConsent: [],
}
const arbitraryRecipe = fc.record({
  kind: fc.constantFrom<Recipe['kind'][]>('contacts', 'consent', 'resolve', 'whispers', 'messages'),
  notFound: fc.constantFrom<Recipe['notFound'][]>('skip', 'create'),
  duplicates: fc.constantFrom<Recipe['duplicates'][]>('last', 'first', 'invalid', 'merge'),
  blank: fc.constantFrom<Recipe['blank'][]>('keep', 'clear'),
  resolveAfter: fc.boolean(),
  sharesAccount: fc.constantFrom(false, false, false, true),
})

const arbitraryLimits = fc.record({
  newContacts: fc.constantFrom(1, 500),
  newShare: fc.constant(0.25),
  newInAccountOf: fc.constant(2),
  withdrawContacts: fc.constantFrom(0, 1, 20),
  withdrawShare: fc.constantFrom(0.05, 0.6),
  massContacts: fc.constantFrom(1, 500),
  massShare: fc.constant(0.5),
  clearContacts: fc.constantFrom(0, 1, 100),
})

const arbitraryCase = fc.array(arbitraryRow, { minLength: 1, maxLength: 14 }).chain((rows) =>
  fc.record({
    rows: fc.constant(rows),
    first: fc.array(arbitraryCorrection(rows.length), { maxLength: 2 }),
    steps: fc.array(
      fc.record({
        corrections: fc.array(arbitraryCorrection(rows.length), { maxLength: 3 }),
        undo: fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 2 }),
        releases: fc.boolean(),
      }),
      { minLength: 1, maxLength: 4 },
    ),
  }),
)

type RecipeParts = typeof arbitraryRecipe extends fc.Arbitrary<infer T> ? T : never

function recipeFrom({ kind, notFound, duplicates, blank, resolveAfter, sharesAccount }: RecipeParts): Recipe {
  return recipeOf({
    kind,
    notFound,
    ...(kind !== 'messages' && kind !== 'whispers' && { duplicates }),
    ...(kind === 'contacts' && { blank }),
    ...((kind === 'messages' || kind === 'whispers') && { resolveAfter }),
    fields: kind === 'contacts' && sharesAccount ? [...fieldsOf.contacts, { to: 'custom:Account ID', from: ['When'] }] : fieldsOf[kind],
    ...(kind === 'contacts' && sharesAccount && { duplicateBy: ['phone', 'custom:Account ID'] }),
  })
}

/** Makes the correction one of what stands there, as a screen does; some are left as they are and do not fit. */
function fitting(correction: Correction, rows: readonly (readonly string[])[]): Correction {
  if (correction.kind !== 'cell' || correction.before === '') return correction
  return { ...correction, before: rows[correction.line - 2]?.[correction.column] ?? '' }
}

/** Row by row, as a number releases no consent. */
function releaseHeldConsent(planId: string): void {
  const evidence = { text: 'Form', date: '2023-01-02', refusedDate: '2020-01-02' }
  const lines = allRows(store, planId).flatMap(({ reason, detail, line }) =>
    reason?.split(' ').includes('consent') === true && detail.optOut !== 'unconfirmed' ? line : [],
  )
  if (lines.length > 0) releaseRows(store, planId, { lines, evidence }, nowMs)
}

test('a plan that is revised is, to the last field, what planning the file anew comes to', async () => {
  let alone = 0
  await fc.assert(
    fc.asyncProperty(
      arbitraryCase,
      arbitraryRecipe,
      arbitraryLimits,
      fc.boolean(),
      async ({ rows, first, steps }, parts, limits, isImported) => {
        store.exec('DELETE FROM plans; DELETE FROM contacts; DELETE FROM imported_messages')
        cache(store, ...known)
        const recipe = recipeFrom(parts)
        const file = await correctedFile(store, folder, Papa.unparse([header, ...rows]), recipe, { limits })
        if (isImported) {
          const imported = tablesOf(store).importedMessages
          const planned = allRows(store, await file.plan())
          for (const { row, detail } of planned.slice(0, 3))
            if (detail.fingerprint !== undefined)
              imported.add({ fingerprint: detail.fingerprint, runId: 'r', row, postUuid: null, importedAtMs: 1 })
        }
        if (first.length > 0)
          file.fileCorrections.add(
            file.key,
            first.map((correction) => fitting(correction, rows)),
            1,
          )
        const planId = await file.plan()
        for (const { corrections, undo, releases } of steps) {
          if (releases) releaseHeldConsent(tablesOf(store).plans.idOf(planId))
          if (releases)
            for (const guard of releasedByCount)
              await releaseGuard(
                store,
                tablesOf(store).plans.idOf(planId),
                guard,
                tablesOf(store)
                  .plans.find(tablesOf(store).plans.idOf(planId))
                  ?.totals?.guards.find((one) => one.guard === guard)?.contacts ?? 0,
              )
          const revised = await file.revise(
            planId,
            corrections.map((correction) => fitting(correction, rows)),
            undo,
          )
          if (revised < rows.length) alone += 1
          expect(everythingOf(store, planId)).toEqual(everythingOf(store, await file.plan()))
        }
        expect(store.prepare("SELECT count(*) FROM plans WHERE state NOT IN ('ready', 'cancelled')").pluck().get()).toBe(0)
      },
    ),
    { numRuns: portion(100) },
  )
  expect(alone).toBeGreaterThan(portion(50))
}, 240_000)

test('new people whom the guard holds in an empty account stay held when one of them is corrected', async () => {
  store.exec('DELETE FROM plans; DELETE FROM contacts')
  const rows = ['+12125550101,Ann', '+12125550102,Ben', '+12125550103,Cleo']
  const recipe = recipeOf({ match: { by: 'phone', column: 'Phone' }, fields: [{ to: 'name', from: ['Name'] }], notFound: 'create' })
  const file = await correctedFile(store, folder, ['Phone,Name', ...rows].join('\n'), recipe, {
    limits: { ...guardLimits, newContacts: 1 },
  })
  const planId = await file.plan()
  expect(await file.revise(planId, [{ kind: 'cell', line: 3, column: 1, before: 'Ben', after: 'Benny' }])).toBe(1)
  expect(allRows(store, tablesOf(store).plans.idOf(planId)).map(({ reason }) => reason)).toEqual(['mass', 'mass', 'mass'])
  expect(everythingOf(store, planId)).toEqual(everythingOf(store, await file.plan()))
})

describe('what happens to a plan while its correction is worked out', () => {
  /** Two rows, one of which is held; `meanwhile` is done once, when the service is asked for the correction of line 2. */
  async function interrupted(meanwhile: (planId: string, file: Awaited<ReturnType<typeof correctedFile>>) => void) {
    const people = [
      { uuid: 'u1', phone: phones[0] ?? '', name: 'Ann', consent: null },
      { uuid: 'u2', phone: phones[1] ?? '', name: 'Ben', consent: false },
    ]
    cache(store, ...people)
    const service = lookUpService(people)
    let next = (): void => undefined
    const asking = {
      ...service,
      customerByPhone: (phone: string) => {
        next()
        return service.customerByPhone(phone)
      },
    }
    const recipe = recipeOf({ kind: 'consent', fields: [{ to: 'consent', from: ['OK'], values: { yes: true, no: false } }] })
    const text = ['Phone,OK', ...people.map(({ phone }) => `${phone},yes`)].join('\n')
    const file = await correctedFile(store, folder, text, recipe, { service: asking, lookup: 'always' })
    const planId = await file.plan()
    const idNow = () => tablesOf(store).plans.idOf(planId)
    next = () => {
      next = () => undefined
      meanwhile(idNow(), file)
    }
    const revise = () => file.revise(planId, [{ kind: 'cell', line: 2, column: 1, before: 'yes', after: 'no' }])
    return {
      file,
      revise,
      rows: () => allRows(store, idNow()).map(({ class: rowClass, detail }) => [rowClass, detail.changes?.[0]?.after]),
    }
  }

  test('once it has been started, nothing of it or of its file is corrected', async () => {
    const { file, revise, rows } = await interrupted((planId) =>
      tablesOf(store).runs.add({ id: 'run', planId, kind: 'consent', operator: 'Pat', settings: {}, startedAtMs: 1 }),
    )
    await expect(revise()).rejects.toMatchObject({ code: 'run.state' })
    expect(rows()).toEqual([
      ['send', true],
      ['held', true],
    ])
    expect(file.fileCorrections.count(file.key)).toBe(0)
  })

  test('a row that a person has released by then is looked at with that', async () => {
    const evidence = { text: 'Form', date: '2023-01-02', refusedDate: '2020-01-02' }
    const { revise, rows } = await interrupted((planId) => releaseRows(store, planId, { lines: [3], evidence }, nowMs))
    // All rows, as some of them were released.
    expect(await revise()).toBe(2)
    expect(rows()).toEqual([
      ['send', false],
      ['held', true],
    ])
  })

  test('what somebody else has corrected by then is corrected as well', async () => {
    const { file, revise, rows } = await interrupted((_planId, { fileCorrections, key }) => {
      fileCorrections.add(key, [{ kind: 'exclude', lines: [3] }], 1)
    })
    await revise()
    expect(rows()).toEqual([
      ['send', false],
      ['skipped', undefined],
    ])
    expect(file.fileCorrections.count(file.key)).toBe(2)
  })
})
