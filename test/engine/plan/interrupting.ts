import fc from 'fast-check'
import type { Recipe } from '../../../src-main/engine/model/recipe-schema.ts'
import type { RowIssue } from '../../../src-main/engine/model/row-issue.ts'
import type { CustomerRecord } from '../../../src-main/engine/model/customer.ts'
import type { Store } from '../../../src-main/engine/store/open-store.ts'
import { columns, dialect, recipe } from '../store/stored-things.ts'
import { arbitraryDesired, arbitraryRecord } from './model-service.ts'
import type { RowParts } from './planning.ts'

/** What plans that are interrupted are made of, and what is compared of them. */

const phone = fc.integer({ min: 1, max: 6 }).map((n) => `+1555000000${n}`)
const someError = { code: 'value.unknown', severity: 'error' as const, line: 2, column: 'A', value: 'x', message: 'm', hint: 'h' }
const blankKey = { ...someError, code: 'phone.blank' }
const someWarning = { ...someError, code: 'value.odd', severity: 'warning' as const }

export const arbitraryRow: fc.Arbitrary<RowParts> = fc
  .record(
    {
      phone: fc.option(phone, { nil: undefined, freq: 6 }),
      uuid: fc.integer({ min: 0, max: 6 }).map((n) => `u${n}`),
      contact: fc
        .tuple(arbitraryDesired, fc.option(fc.constantFrom('a@example.com', 'b@example.com')))
        .map(([desired, email]) => (email === null ? desired : { ...desired, email })),
      consent: fc.boolean(),
      evidence: fc.constant<Record<string, string>>({ Form: 'web' }),
      message: fc.record({
        body: fc.constantFrom('hi', 'ho', ''),
        attachments: fc.constant<string[]>([]),
        sentAtSeconds: fc.option(fc.integer({ min: 1, max: 3 })),
      }),
      filtered: fc.constant({ column: 'A', value: 'x' }),
      isExcluded: fc.constant(true),
      isCorrected: fc.constant(true),
      issues: fc.oneof(
        { arbitrary: fc.constant<RowIssue[]>([]), weight: 6 },
        fc.subarray([someError, someWarning, someWarning]),
        fc.constant<RowIssue[]>([blankKey]),
      ),
    },
    { requiredKeys: ['phone', 'uuid'] },
  )
  .filter(({ filtered, isExcluded }) => filtered === undefined || isExcluded === undefined)
  .map(({ uuid, ...row }) => (row.phone === undefined && uuid !== 'u0' ? { ...row, key: { by: 'uuid' as const, uuid } } : row))

export const arbitraryContacts: fc.Arbitrary<CustomerRecord[]> = fc
  .array(fc.tuple(arbitraryRecord, fc.option(phone, { freq: 6 })), { maxLength: 6 })
  .map((all) => all.map(([record, number], at) => ({ ...record, uuid: `u${at + 1}`, phone: number })))

export const arbitraryParts = fc.record(
  {
    kind: fc.constantFrom('contacts', 'consent', 'messages'),
    notFound: fc.constantFrom('skip', 'create'),
    duplicates: fc.constantFrom('last', 'first', 'invalid', 'merge'),
    duplicateBy: fc.constantFrom<string[]>(['phone'], ['phone', 'email']),
    fields: fc.constantFrom<Recipe['fields']>([], [{ to: 'sentAt', from: ['When'] }]),
    resolveAfter: fc.boolean(),
  },
  { requiredKeys: ['kind', 'notFound'] },
) as fc.Arbitrary<Partial<Recipe>>

/** All of a plan but its id. */
export const stored = (store: Store, planId: string) => ({
  rows: store
    .prepare('SELECT * FROM plan_rows WHERE plan_id = ? ORDER BY row')
    .all(planId)
    .map((row) => ({ ...(row as object), plan_id: '' })),
  issues: store.prepare('SELECT code, column_name, row FROM plan_issues WHERE plan_id = ? ORDER BY code, column_name, row').all(planId),
  plan: store.prepare('SELECT state, summary, blocks, begun, error FROM plans WHERE id = ?').get(planId),
})

export const makings = (parts: Partial<Recipe>) => ({
  fileId: 'file',
  sha256: '0'.repeat(64),
  dialect,
  columns,
  recipe: recipe(parts),
  lookup: 'never' as const,
  editsThrough: 0,
  retriesRunId: null,
})
export const limits = { massContacts: 3, massShare: 0.5, clearContacts: 1 }
