import fc from 'fast-check'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { setImmediate as turn } from 'node:timers/promises'
import { MessageChannel } from 'node:worker_threads'
import Papa from 'papaparse'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compileRecipe } from '../../../../src-main/engine/mapping/compile/compile-recipe.ts'
import type { CustomerRecord } from '../../../../src-main/engine/model/contacts/customer.ts'
import type { Dialect, SourceColumn } from '../../../../src-main/engine/model/files/source-schema.ts'
import type { Recipe } from '../../../../src-main/engine/model/recipes/recipe-schema.ts'
import { buildPlan, type PlanOptions } from '../../../../src-main/engine/plan/build/build-plan.ts'
import type { FromReader, ToReader } from '../../../../src-main/engine/plan/read-ahead/reader-messages.ts'
import { holderMemory } from '../../../../src-main/engine/plan/read-ahead/holder-rows.ts'
import { serveReadAhead } from '../../../../src-main/engine/plan/read-ahead/serve-read-ahead.ts'
import { planSummary } from '../../../../src-main/engine/plan/read/read-plan.ts'
import type { Service } from '../../../../src-main/engine/service/service.ts'
import { readRows } from '../../../../src-main/engine/source/table/read-rows.ts'
import { createContactIndex } from '../../../../src-main/engine/store/contacts/contact-index.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { bundledProgram } from '../../../helpers/bundled-program.ts'
import { portion } from '../../../helpers/portion.ts'
import { account } from '../../mapping/mapping-case.ts'
import { addFile, recipe } from '../../store/stored-things.ts'
import { tempStores } from '../../store/temp-store.ts'
import { allRows, clock, lookUpService, nowMs } from '../planning.ts'

const newStore = tempStores()
/** The thread's code is bundled once: as single files it takes a second to load, for each of the threads. */
let reader: Awaited<ReturnType<typeof bundledProgram>>
let readerUrl: URL
beforeAll(async () => {
  reader = await bundledProgram('src-main/engine/plan-reader.ts')
  readerUrl = pathToFileURL(reader.path)
})
afterAll(() => reader.remove())
/** Large enough to be read ahead, by what the plan is told. */
const sizeBytes = 5 * 1024 * 1024
const header = ['Phone', 'Name', 'Tags', 'Notes', 'Blocked', 'Account ID', 'Consent', 'Agreed on']
const columns: SourceColumn[] = header.map((name, index) => ({ index, name, header: name, samples: [] }))
const dialect: Dialect = { encoding: 'utf-8', delimiter: ',', quote: '"', header: true, skipLines: 0, shortRows: 'invalid' }
const people = 60
const phoneOf = (person: number): string => `+1202555${String(1000 + person)}`

function recordOf(person: number): CustomerRecord {
  return {
    uuid: `u${person}`,
    // Two of them share a number, which the index does not know then.
    phone: phoneOf(person === 1 ? 0 : person),
    phoneRaw: phoneOf(person === 1 ? 0 : person),
    name: `Ana ${person}`,
    notes: person % 3 === 0 ? 'Ünï' : null,
    tags: person % 2 === 0 ? ['vip'] : [],
    customFields: { 'cf-account': `A${person}` },
    archived: false,
    blocked: person % 7 === 0,
    reachableBySms: true,
    consent: [true, false, null][person % 3] ?? null,
  }
}

/** At the service, the fifth has this number now, by which the cache knows nobody. */
const moved = { phone: phoneOf(people + 2), phoneRaw: phoneOf(people + 2) }

interface DrawnRow {
  shape: 'same' | 'named' | 'noted' | 'phone-less' | 'garbled' | 'blank' | 'short' | 'silent'
  consent: '' | 'Yes' | 'No' | 'Perhaps'
  date: '' | '2024-05-06'
  step: number
}

const arbitraryRows: fc.Arbitrary<DrawnRow[]> = fc.array(
  fc.record({
    shape: fc.constantFrom('same', 'same', 'same', 'named', 'noted', 'phone-less', 'garbled', 'blank', 'short', 'silent'),
    consent: fc.constantFrom('', '', '', 'Yes', 'No', 'Perhaps'),
    date: fc.constantFrom('', '2024-05-06'),
    step: fc.integer({ min: 0, max: 5 }),
  }),
  { minLength: 1, maxLength: 60 },
)

function cellsOf({ shape, consent, date }: DrawnRow, person: number): string[] {
  const { name, tags = [], notes, blocked, customFields } = recordOf(person)
  if (shape === 'blank') return header.map(() => '')
  if (shape === 'short') return [phoneOf(person)]
  const phone = shape === 'phone-less' ? '' : shape === 'garbled' ? '12' : phoneOf(person)
  if (shape === 'silent') return [phone, '', '', '', '', '', '', '']
  return [
    phone,
    shape === 'named' ? 'Somebody Else' : (name ?? ''),
    tags.join(';'),
    shape === 'noted' ? 'Now, "this"\nis new' : (notes ?? ''),
    blocked === true ? 'Yes' : 'No',
    customFields?.['cf-account'] ?? '',
    consent,
    date,
  ]
}

/** The rows again and again, about one contact after the other, so that the file has some slices. */
function fileOf(rows: readonly DrawnRow[]): string {
  const lines: string[][] = [header]
  for (let at = 0, person = 0; at < 1000; at += 1) {
    const row = rows[at % rows.length] as DrawnRow
    person = (person + row.step) % (people + 5)
    lines.push(cellsOf(row, person))
  }
  return Papa.unparse(lines)
}

const fields: Recipe['fields'] = [
  { to: 'name', from: ['Name'] },
  { to: 'tags', from: ['Tags'], tags: 'add', separator: ';' },
  { to: 'notes', from: ['Notes'] },
  { to: 'blocked', from: ['Blocked'] },
  { to: 'custom:cf-account', from: ['Account ID'] },
]
const consent: Recipe['fields'] = [
  { to: 'consent', from: ['Consent'], values: { Yes: true, No: false, '': null } },
  { to: 'evidence', from: ['Agreed on'] },
]

const arbitraryRecipe: fc.Arbitrary<Recipe> = fc
  .record({
    duplicates: fc.constantFrom('last', 'first', 'invalid', 'merge'),
    blank: fc.constantFrom('keep', 'clear'),
    mode: fc.constantFrom('update', 'update', 'updateAndAdd', 'add'),
    fields: fc.constantFrom(fields, [...fields, ...consent], [...fields.slice(0, 2), ...consent.slice(0, 1)]),
  })
  .map((parts) => recipe(parts as Partial<Recipe>))

/** A service that knows some contacts better than the cache does, and shows them in pages as well. */
function knowingService(records: readonly CustomerRecord[]): Service {
  return {
    ...lookUpService(records),
    async *customers() {
      await Promise.resolve()
      yield {
        customers: records.map((record) => ({ record, extra: null })),
        read: records.length,
        source: 'customers',
        unreadable: 0,
        askedAtMs: nowMs,
      }
    },
  }
}

interface Known {
  /** Every so many contacts was last seen long ago. */
  oldEvery: number
  lookup: PlanOptions['lookup']
}

/** A store with the contacts, and what planning a file in it takes. */
function preparePlan(text: string, list: Recipe, { oldEvery, lookup }: Known) {
  const store = newStore()
  addFile(store)
  const contacts = tablesOf(store).contacts
  const records = Array.from({ length: people }, (_, person) => recordOf(person))
  for (const [person, record] of records.entries())
    contacts.putRead({ record, extra: null }, (person + 2) % oldEvery === 0 ? nowMs - 100_000_000 : nowMs - 1000)
  const path = join(dirname(store.name), 'list.csv')
  writeFileSync(path, text)
  const atService = records
    .filter((_, person) => person % 11 !== 0)
    .map((record, at) => ({ ...record, ...(record.uuid === 'u5' && moved), notes: at % 5 === 0 ? 'x' : null }))
  const options: PlanOptions = {
    store,
    planId: 'plan',
    file: { id: 'file', storedPath: path, sizeBytes },
    dialect,
    columns,
    mapping: compileRecipe(list, columns, account),
    recipe: list,
    readRows,
    service: lookup === 'never' ? null : knowingService(atService),
    lookup,
    settings: { syncMaxAgeSeconds: 3600, concurrency: 3 },
    clock,
  }
  return { store, options, ahead: { readerUrl, account } }
}

/** All that a plan comes to. */
async function outcomeOf({ store, ...options }: PlanOptions) {
  const counts = await buildPlan({ store, ...options })
  return { counts, rows: allRows(store, options.planId), summary: planSummary(store, options.planId) }
}

const plainRow: DrawnRow = { shape: 'same', consent: '', date: '', step: 1 }
const plainList = recipe({ fields, mode: 'update' })
const allKnown: Known = { oldEvery: 1000, lookup: 'never' }

test('a plan read ahead is the plan read directly, whatever the service says meanwhile', async () => {
  let holders = 0
  const known = fc.record({
    oldEvery: fc.constantFrom(2, 13, 1000),
    lookup: fc.constantFrom<PlanOptions['lookup']>('never', 'missing', 'always'),
  })
  await fc.assert(
    fc.asyncProperty(arbitraryRows, arbitraryRecipe, known, async (rows, list, told) => {
      const text = fileOf(rows)
      const direct = preparePlan(text, list, told)
      const apart = preparePlan(text, list, told)
      const expected = await outcomeOf(direct.options)
      expect(await outcomeOf({ ...apart.options, ahead: apart.ahead })).toEqual(expected)
      holders += expected.counts.unchanged
    }),
    {
      numRuns: portion(30),
      examples: [
        [[plainRow], plainList, { oldEvery: 1000, lookup: 'missing' }],
        [[plainRow], plainList, { oldEvery: 2, lookup: 'missing' }],
        // Blocked contacts, of which no row counts but one that blocks them.
        [[plainRow], recipe({ fields, mode: 'update', duplicates: 'invalid' }), allKnown],
      ],
    },
  )
  expect(holders).toBeGreaterThan(0)
})

test('it is told where rows begin in the file', async () => {
  const { options, ahead } = preparePlan(fileOf([plainRow]), plainList, allKnown)
  const lines: number[] = []
  await buildPlan({ ...options, ahead: { ...ahead, onPlace: ({ rowLine }) => lines.push(rowLine) } })
  const direct: number[] = []
  for await (const { rows, start } of readRows(options.file.storedPath, dialect)) {
    const [first] = rows
    if (start !== undefined && first !== undefined) direct.push(first.line)
  }
  expect(lines).toEqual(direct)
})

test('a thread that crashes or ends early fails the plan with words, and a file that is gone is named', async () => {
  const { store, options, ahead } = preparePlan(fileOf([plainRow]), plainList, allKnown)
  const end = async (planId: string, script: string) => {
    const url = new URL(`data:text/javascript,${encodeURIComponent(script)}`)
    await expect(buildPlan({ ...options, planId, ahead: { ...ahead, readerUrl: url } })).rejects.toMatchObject({
      code: 'internal',
      message: 'The part of Rollcall that reads the file has stopped.',
    })
    expect(planSummary(store, planId)).toMatchObject({ state: 'failed', error: { message: expect.stringContaining('reads the file') } })
  }
  await end('crash', 'throw new Error("secret")')
  await end('exit', 'process.exit(0)')
  const file = { ...options.file, storedPath: `${options.file.storedPath}.gone` }
  await expect(buildPlan({ ...options, planId: 'gone', file, ahead })).rejects.toMatchObject({ code: 'file.not_found' })
})

test('stopping the plan stops the thread at once, wherever it is', async () => {
  const { store, options, ahead } = preparePlan(fileOf([plainRow]), plainList, allKnown)
  const silent = new URL('data:text/javascript,setInterval(() => undefined, 1000)')
  for (const [planId, url] of [
    ['silent', silent],
    ['reading', readerUrl],
  ] as const) {
    const stop = new AbortController()
    const planned = buildPlan({
      ...options,
      planId,
      signal: stop.signal,
      ahead: { ...ahead, readerUrl: url, onPlace: () => stop.abort() },
    })
    await turn()
    if (planId === 'silent') stop.abort()
    await expect(planned).rejects.toMatchObject({ code: 'cancelled' })
    expect(planSummary(store, planId).state).toBe('cancelled')
  }
})

test('the reader waits when nobody takes what it has read, and goes on when somebody does', async () => {
  const { store, options } = preparePlan(fileOf([plainRow]).repeat(8), plainList, allKnown)
  const index = await createContactIndex(store, options.mapping.parts ?? compileRecipe(plainList, columns, account).parts)
  if (index === null) throw new Error('no index')
  const { port1, port2 } = new MessageChannel()
  const arrived: FromReader[] = []
  port1.on('message', (message: FromReader) => arrived.push(message))
  const served = serveReadAhead(port2, {
    path: options.file.storedPath,
    dialect,
    columns,
    recipe: plainList,
    account,
    parts: compileRecipe(plainList, columns, account).parts,
    slots: index.slots,
    unseen: null,
    holders: holderMemory(8),
    mostAhead: 8,
  })
  const say = (message: ToReader): void => port1.postMessage(message)
  const settle = async () => {
    for (let before = -1; before !== arrived.length;) {
      before = arrived.length
      for (let turns = 0; turns < 50; turns += 1) await turn()
    }
  }
  while (arrived.length < 8) await once(port1, 'message')
  await settle()
  expect(arrived.map((message) => message.type)).toEqual(Array(8).fill('slice'))
  say({ type: 'whole', number: 3 })
  await once(port1, 'message')
  expect(arrived.at(-1)).toMatchObject({ type: 'whole', number: 3 })
  const [third, whole] = [arrived[2], arrived.at(-1)]
  if (third?.type !== 'slice' || whole?.type !== 'whole') throw new Error('no third slice')
  expect(whole.rows.map(({ line }) => line)).toEqual(whole.rows.map((_, at) => (whole.rows[0]?.line ?? 0) + at))
  expect(whole.rows.length).toBe(third.rows)
  for (let number = 1; arrived.at(-1)?.type !== 'end'; number += 1) {
    say({ type: 'done', number })
    await settle()
  }
  await served
  const slices = arrived.filter((message) => message.type === 'slice')
  expect(slices.length).toBeGreaterThan(8)
  port1.close()
})

test('a plan of some of the rows, or for an account without contacts, is one that nobody reads ahead for', async () => {
  const { store, options, ahead } = preparePlan(fileOf([plainRow]), plainList, allKnown)
  const first = await outcomeOf({ ...options, planId: 'first' })
  tablesOf(store).runs.add({ id: 'run', planId: 'first', kind: 'contacts', operator: 'Pat', settings: {}, startedAtMs: 1 })
  const none: ReadonlySet<number> = new Set()
  const retried = { runId: 'run', outcome: 'failed' as const, lines: [2, 5], createdOn: none, editedOn: none, doubtedOn: none }
  const again = await outcomeOf({ ...options, planId: 'again', ahead, retried: { ...retried, fingerprint: () => null } })
  expect(again.rows.map(({ line }) => line)).toEqual([2, 5])
  store.exec('DELETE FROM contacts')
  const nobody = await outcomeOf({ ...options, planId: 'nobody', ahead })
  expect(nobody.counts).toMatchObject({ rows: first.counts.rows, unchanged: 0, send: 0 })
})
