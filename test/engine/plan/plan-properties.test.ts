import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import type { Recipe } from '../../../src-main/engine/model/recipes/recipe-schema.ts'
import { planRows, planSummary } from '../../../src-main/engine/plan/read/read-plan.ts'
import { rowClasses, type Lookup } from '../../../src-main/engine/model/plans/plan-schema.ts'
import type { RowIssue } from '../../../src-main/engine/model/plans/row-issue.ts'
import type { CustomerRecord } from '../../../src-main/engine/model/contacts/customer.ts'
import type { Store } from '../../../src-main/engine/store/open-store.ts'
import { beforeFirstSend } from '../../../src-main/engine/store/plans/plan-row-sends.ts'
import { createPlanRows } from '../../../src-main/engine/store/plans/plan-rows.ts'
import { type StoredPlanRow } from '../../../src-main/engine/store/plans/stored-plan-row.ts'
import { tablesOf } from '../../../src-main/engine/store/tables.ts'
import { addFile, recipe as recipeOf } from '../store/stored-things.ts'
import { tempStores } from '../store/temp-store.ts'
import { portion } from '../../helpers/portion.ts'
import { arbitraryDesired, arbitraryRecord, perform, type ModelService } from './apply-calls.ts'
import { messageName, naiveClasses } from './naive-plan.ts'
import { cache, lookUpService, nowMs, plan, type RowParts } from './planning.ts'

const newStore = tempStores()
let store: Store
beforeEach(() => {
  store = newStore()
  addFile(store)
})

const phone = fc.integer({ min: 1, max: 6 }).map((n) => `+1555000000${n}`)
const uuid = fc.integer({ min: 0, max: 6 }).map((n) => `u${n}`)
const someError = { code: 'value.unknown', severity: 'error' as const, line: 2, column: 'A', value: 'x', message: 'm', hint: 'h' }
const someWarning = { ...someError, code: 'value.odd', severity: 'warning' as const }

const arbitraryRow: fc.Arbitrary<RowParts> = fc
  .record(
    {
      phone: fc.option(phone, { freq: 8 }),
      contact: arbitraryDesired,
      consent: fc.boolean(),
      message: fc.record({
        body: fc.constantFrom('hi', 'ho', ''),
        attachments: fc.constant<string[]>([]),
        sentAtSeconds: fc.option(fc.integer({ min: 1, max: 3 })),
      }),
      issues: fc.oneof({ arbitrary: fc.constant<RowIssue[]>([]), weight: 6 }, fc.subarray([someError, someWarning, someWarning])),
      uuid,
    },
    { requiredKeys: ['phone', 'uuid'] },
  )
  .map(({ uuid: rowUuid, phone: number, ...row }) => {
    if (number !== null) return { ...row, phone: number }
    return rowUuid === 'u0' ? row : { ...row, key: { by: 'uuid' as const, uuid: rowUuid } }
  })

const arbitraryContacts: fc.Arbitrary<CustomerRecord[]> = fc
  .array(fc.tuple(arbitraryRecord, fc.option(phone, { freq: 6 })), { maxLength: 6 })
  .map((all) => all.map(([record, number], at) => ({ ...record, uuid: `u${at + 1}`, phone: number })))

const arbitraryRecipe = fc.record({
  kind: fc.constantFrom('contacts', 'consent', 'messages'),
  notFound: fc.constantFrom('skip', 'create'),
  duplicates: fc.constantFrom('last', 'first', 'invalid'),
  fields: fc.constantFrom<Recipe['fields']>([], [{ to: 'sentAt', from: ['When'] }]),
  resolveAfter: fc.boolean(),
}) satisfies fc.Arbitrary<Partial<Recipe>>

function clear(): void {
  store.exec('DELETE FROM plans; DELETE FROM contacts; DELETE FROM imported_messages')
}

/** The cache after the service did what a run would ask of it, in the order of the run. */
function run(service: ModelService, planId: string): void {
  const contacts = tablesOf(store).contacts
  const imported = tablesOf(store).importedMessages
  for (const row of createPlanRows(store).sendsAfter(planId, 'run', beforeFirstSend, 1000)) {
    for (const record of perform(service, row.detail.calls ?? [])) contacts.putRead({ record, extra: null }, nowMs + 1)
    const { fingerprint } = row.detail
    if (fingerprint !== undefined) imported.add({ fingerprint, runId: 'r', row: row.row, postUuid: null, importedAtMs: 1 })
  }
}

/** A contact that is to be created from a row that says nothing and one that does: once the empty one won. */
const emptyCreation: RowParts[] = [{ phone: '+15550000003', contact: { unreachable: false } }, { phone: '+15550000003' }]
const creating = { kind: 'contacts', notFound: 'create', duplicates: 'last', fields: [], resolveAfter: false } as const

const withoutName = (row: StoredPlanRow) => ({ ...row, contactName: null })

test('classes are those of the simplest possible planner, add up, and come out the same again; the summary agrees with the rows', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(arbitraryRow, { maxLength: 16 }), arbitraryContacts, arbitraryRecipe, async (rows, contacts, parts) => {
      clear()
      cache(store, ...contacts)
      const { planId, counts, rows: planned } = await plan(store, rows, parts)
      expect(planned.map((row) => row.class)).toEqual(naiveClasses(rows, contacts, recipeOf(parts), new Set()))

      const { send, unchanged, held, skipped, invalid } = counts
      expect(send + unchanged + held + skipped + invalid).toBe(rows.length)
      expect(counts.rows).toBe(rows.length)
      const summary = planSummary(store, planId)
      expect(summary).toMatchObject(counts)
      const sends = planned.filter((row) => row.class === 'send')
      expect(summary.calls).toBe(sends.reduce((sum, row) => sum + (row.detail.calls?.length ?? 0), 0))
      expect(summary.contacts).toBe(new Set(sends.flatMap((row) => row.lane ?? [])).size)
      expect(summary.skips.reduce((sum, skip) => sum + skip.rows, 0)).toBe(skipped)
      for (const rowClass of rowClasses) {
        const page = planRows(store, planId, { class: rowClass, offset: 0, limit: 100 })
        expect([page.total, page.rows.length]).toEqual([counts[rowClass], counts[rowClass]])
        expect(page.rows.map((row) => row.row)).toEqual(planned.filter((row) => row.class === rowClass).map((row) => row.row))
      }
      const all = planRows(store, planId, { offset: 0, limit: 100 })
      expect([all.total, all.rows.length]).toEqual([rows.length, rows.length])
      for (const group of summary.issues) {
        const page = planRows(store, planId, { issueCode: group.code, offset: 0, limit: 100 })
        expect([page.total, page.rows[0]?.line]).toEqual([group.rows, group.line])
        expect(page.rows.every((row) => row.issues.some((issue) => issue.code === group.code))).toBe(true)
      }
      for (const field of summary.fields) {
        expect(field.rows).toBe(all.rows.filter((row) => row.changes.some((change) => change.field === field.field)).length)
      }
      expect(planned.every((row) => (row.class === 'send' || row.class === 'held') === (row.detail.calls?.length ?? 0) > 0)).toBe(true)
      expect(
        planned.filter((row) => row.class === 'invalid').every((row) => row.detail.issues?.some((issue) => issue.severity === 'error')),
      ).toBe(true)

      const again = await plan(store, rows, parts)
      expect(again.rows).toEqual(planned)
    }),
    { numRuns: portion(60) },
  )
}, 60_000)

test('a second plan after the calls were made makes no calls', async () => {
  const lookup = fc.constantFrom<Lookup[]>('never', 'missing', 'always')
  await fc.assert(
    fc.asyncProperty(
      fc.array(arbitraryRow, { maxLength: 12 }),
      arbitraryContacts,
      arbitraryRecipe,
      lookup,
      async (rows, contacts, parts, how) => {
        clear()
        // The service holds each number once and shows every field; half of its contacts are cached, all where nobody is asked.
        const distinct = contacts.filter(
          (one, at) => contacts.findIndex((other) => other.phone !== null && other.phone === one.phone) === at || one.phone === null,
        )
        const shown = distinct.map(({ email: _email, unreachable: _unreachable, ...one }): CustomerRecord => ({
          name: null,
          notes: null,
          archived: false,
          blocked: false,
          tags: [],
          customFields: {},
          consent: null,
          ...one,
        }))
        const service: ModelService = { contacts: new Map(shown.map((one) => [one.uuid, one])), messages: [] }
        cache(store, ...shown.filter((_, at) => how === 'never' || at % 2 === 0))
        const options = { lookup: how, service: lookUpService({ [Symbol.iterator]: () => service.contacts.values() }) }

        const first = await plan(store, rows, parts, options)
        expect(first.rows.map((row) => row.class)).toEqual(naiveClasses(rows, shown, recipeOf(parts), new Set()))
        run(service, first.planId)
        expect(service.messages).toHaveLength(parts.kind === 'messages' ? first.counts.send : 0)
        const second = await plan(store, rows, parts, options)
        expect(second.rows.map(withoutName).filter((row) => row.class === 'send')).toEqual([])
        expect(second.counts).toMatchObject({ rows: rows.length, calls: 0, invalid: first.counts.invalid })
      },
    ),
    { numRuns: portion(60), examples: [[emptyCreation, [], { ...creating, fields: [] }, 'never']] },
  )
}, 60_000)

test('messages that were imported before are recognised one by one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(arbitraryRow, { maxLength: 12 }), arbitraryContacts, fc.nat(12), async (rows, contacts, done) => {
      clear()
      cache(store, ...contacts)
      const parts = { kind: 'messages', notFound: 'create' } as const
      const before = rows.slice(0, done)
      const first = await plan(store, before, parts)
      run({ contacts: new Map(contacts.map((one) => [one.uuid, one])), messages: [] }, first.planId)
      const imported = new Set<string>()
      first.rows.forEach((planned, at) => {
        const row = before[at]
        if (planned.class !== 'send' || row === undefined) return
        for (let occurrence = 1; ; occurrence += 1) {
          const name = messageName(row, contacts, occurrence)
          if (imported.has(name)) continue
          imported.add(name)
          break
        }
      })
      const second = await plan(store, rows, parts)
      expect(second.rows.map((row) => row.class)).toEqual(naiveClasses(rows, contacts, recipeOf(parts), imported))
    }),
    { numRuns: portion(60) },
  )
}, 60_000)
