import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { RowIssue } from '../../../../src-main/engine/model/plans/row-issue.ts'
import { planRows, planSummary } from '../../../../src-main/engine/plan/read/read-plan.ts'
import type { Store } from '../../../../src-main/engine/store/open-store.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { addFile } from '../../store/stored-things.ts'
import { tempStores } from '../../store/temp-store.ts'
import { cache, plan, type RowParts } from '../planning.ts'

const newStore = tempStores()
const phone = '+15550000001'
/** Large enough that contacts are indexed. */
const file = { id: 'file', storedPath: '/nowhere', sizeBytes: 100_000_000 }
const issue = (severity: RowIssue['severity']): RowIssue => ({
  ...{ code: 'test.odd', severity, line: 2, column: 'A', value: 'x', message: 'm', hint: 'h' },
})
let store: Store
beforeEach(() => {
  store = newStore()
  addFile(store)
  cache(store, { uuid: 'ann', phone, name: 'Ann', tags: [], notes: '', consent: null, blocked: false })
})

test('rows of a large file that change nothing keep their warnings, and that they were corrected', async () => {
  const same: RowParts = { phone, contact: { name: 'Ann' } }
  const rows: RowParts[] = [same, { ...same, issues: [issue('warning')] }, { ...same, isCorrected: true }]
  const { planId, counts } = await plan(store, rows, { duplicates: 'first' }, { file })
  expect(counts).toMatchObject({ unchanged: 1, skipped: 2 })
  expect(planSummary(store, planId).issues).toMatchObject([{ code: 'test.odd', rows: 1, line: 3 }])
  const page = { offset: 0, limit: 9 }
  expect(planRows(store, planId, { ...page, corrected: true }).rows.map(({ row }) => row)).toEqual([3])
  expect(planRows(store, planId, { ...page, issueCode: 'test.odd' }).rows.map(({ row }) => row)).toEqual([2])
})

describe('where a word about consent cannot be read, a permission in another row about the contact', () => {
  const agreeing: RowParts = { phone, consent: true }
  const unreadable: RowParts = { phone, isConsentUnreadable: true }
  test.each<[string, RowParts, boolean]>([
    ['waits', { ...unreadable, issues: [issue('error')] }, true],
    ['waits where the row says nothing else', unreadable, true],
    ['waits where the row refuses and cannot be used', { ...unreadable, consent: false, issues: [issue('error')] }, true],
    ['does not wait where nothing is unreadable', { phone, issues: [issue('error')] }, false],
  ])('%s', async (_what, other, waits) => {
    const { rows } = await plan(store, [agreeing, other], { kind: 'consent', duplicates: 'first' })
    expect([rows[0]?.class, rows[0]?.detail.optOut]).toEqual(waits ? ['held', 'unreadable'] : ['send', undefined])
  })
})

describe('messages that are alike are numbered', () => {
  const message = { body: 'hi', attachments: [], sentAtSeconds: null }
  const printsOf = async (...rows: RowParts[]) =>
    (await plan(store, rows, { kind: 'messages' })).rows.map(({ detail }) => detail.fingerprint)

  test('without those that are not sent', async () => {
    const [alone] = await printsOf({ phone, message })
    expect(alone).toBeDefined()
    expect(await printsOf({ phone, message, isExcluded: true }, { phone, message, issues: [issue('error')] }, { phone, message })).toEqual([
      undefined,
      undefined,
      alone,
    ])
  })

  test('and one that is left out is not taken for one that arrived', async () => {
    const [fingerprint = ''] = await printsOf({ phone, message })
    tablesOf(store).importedMessages.add({ fingerprint, runId: 'r', row: 1, postUuid: null, importedAtMs: 1 })
    const { rows } = await plan(
      store,
      [
        { phone, message, isExcluded: true },
        { phone, message },
      ],
      { kind: 'messages' },
    )
    expect(rows.map((row) => [row.class, row.reason])).toEqual([
      ['skipped', 'excluded'],
      ['unchanged', 'already_imported'],
    ])
  })
})

describe('a list of texts', () => {
  const message = { body: 'We moved.', attachments: [], sentAtSeconds: null }
  const sent = async (...rows: RowParts[]) => (await plan(store, rows, { kind: 'send' })).rows.map((row) => [row.class, row.reason])
  beforeEach(() => {
    cache(store, { uuid: 'ann', phone, name: 'Ann', consent: true, blocked: false, archived: false, reachableBySms: true })
  })

  test('texts nobody who is on the do-not-text list', async () => {
    expect(await sent({ phone, message })).toEqual([['held', 'sending']])
    const { planId } = await plan(store, [{}])
    store.prepare('INSERT INTO do_not_text (phone, added_at_ms, plan_id, line) VALUES (?, 1, ?, 2)').run(phone, planId)
    expect(await sent({ phone, message })).toEqual([['skipped', 'do_not_text']])
  })

  test('texts nobody who refuses in another row of it, even one that cannot be used', async () => {
    expect(await sent({ phone, message }, { phone, consent: false, issues: [issue('error')] })).toEqual([
      ['skipped', 'refused_in_file'],
      ['invalid', null],
    ])
  })
})

test.each([
  ['rows that change something', { contact: { name: 'New' } }, 1000],
  ['rows that change nothing', { contact: { name: 'Ann' } }, 100_000_000],
])('%s are stored some at a time', async (_what, row, sizeBytes) => {
  const stored = vi.spyOn(tablesOf(store).planRows, 'insertBatch')
  await plan(
    store,
    [1, 2, 3].map(() => ({ phone, ...row })),
    {},
    { file: { ...file, sizeBytes } },
  )
  expect(stored).toHaveBeenCalledTimes(1)
})
