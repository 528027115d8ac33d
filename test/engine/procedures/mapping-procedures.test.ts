import { expect, test } from 'vitest'
import { systemClock } from '../../../src-main/engine/model/clock.ts'
import type { EventPayload } from '../../../src-main/engine/contract.ts'
import { recipe } from '../store/stored-things.ts'
import { openEngine, practiceEngine } from './practice-engine.ts'

/** The whole engine with one file open. */
async function withFile(text: string) {
  const { call, openFile } = await practiceEngine({ contacts: 0 })
  const { id: fileId } = await openFile('list.csv', text)
  return { call, fileId }
}

const list = recipe({
  match: { by: 'phone', column: 'Phone', country: 'US' },
  fields: [
    { to: 'name', from: ['Name'], steps: [{ do: 'case', to: 'title' }] },
    { to: 'blocked', from: ['Blocked'] },
  ],
})
const rowsOf = (count: number, change: (at: number) => string | null) =>
  `Phone,Name,Blocked\n${Array.from({ length: count }, (_, at) => change(at) ?? `(202) 555-${String(at % 10_000).padStart(4, '0')},ANNA LEE,no`).join('\n')}\n`

test('any row of the file shows what becomes of it, with the correction by hand', async () => {
  const { call, fileId } = await withFile(rowsOf(9_000, (at) => (at === 7_999 ? '(202) 555-0199,BO SMITH,perhaps' : null)))
  const { row } = await call('mapping.row', { fileId, recipe: list, at: { row: 8_000 } })
  expect(row).toMatchObject({ number: 8_000, line: 8_001, filtered: null, issues: [{ code: 'value.unknown', line: 8_001 }] })
  expect(row?.fields).toMatchObject([
    { to: 'match', before: '(202) 555-0199', after: '+12025550199', issue: null },
    { to: 'name', before: 'BO SMITH', after: 'Bo Smith', issue: null },
    { to: 'blocked', before: 'perhaps', after: null, issue: { code: 'value.unknown' } },
  ])
  await call('corrections.add', {
    fileId,
    corrections: [
      { kind: 'cell', line: 8_001, column: 2, before: 'perhaps', after: 'yes' },
      { kind: 'exclude', lines: [8_002] },
    ],
  })
  expect((await call('mapping.row', { fileId, recipe: list, at: { line: 8_001 } })).row?.fields[2]).toMatchObject({
    before: 'yes',
    after: 'yes',
  })
  expect((await call('mapping.row', { fileId, recipe: list, at: { row: 8_001 } })).row).toMatchObject({
    line: 8_002,
    filtered: 'You have left this row out.',
    fields: [],
  })
  expect((await call('mapping.row', { fileId, recipe: list, at: { row: 9_001 } })).row).toBeNull()
})

test('the next row with an issue is found, however far down it is, and a row of a wrong shape is one', async () => {
  const { call, fileId } = await withFile(rowsOf(9_000, (at) => (at === 4_000 ? '(202) 555-0199,BO' : at === 8_500 ? '12,BO,no' : null)))
  const next = async (issueAfter: number) => (await call('mapping.row', { fileId, recipe: list, at: { issueAfter } })).row
  expect(await next(0)).toMatchObject({ number: 4_001, issues: [{ code: 'row.too_few_cells', severity: 'error' }], fields: [] })
  expect(await next(4_001)).toMatchObject({ number: 8_501, issues: [{ code: 'phone.invalid' }] })
  expect(await next(8_501)).toBeNull()
})

test('the preview of the first rows says which have a wrong shape', async () => {
  const { call, fileId } = await withFile(rowsOf(20, (at) => (at === 3 ? '(202) 555-0199,BO' : null)))
  const preview = await call('mapping.preview', { fileId, recipe: list })
  expect(preview).toMatchObject({ rowsTried: 20, rowsWithIssues: 1, issues: [{ code: 'row.too_few_cells', line: 5 }] })
  expect(preview.columns[1]?.samples.some(({ line }) => line === 5)).toBe(false)
})

test('the values of the whole file are counted, as corrected and without the rows that are left out', async () => {
  const { call, fileId } = await withFile(
    rowsOf(5_000, (at) =>
      at === 4_990 ? '(202) 555-0199,BO,perhaps' : at === 4_991 ? '(202) 555-0199,BO' : at % 10 === 0 ? '(202) 555-0198,BO,Yes' : null,
    ),
  )
  const counts = () => call('mapping.values', { fileId, reading: { columns: ['Blocked'], to: 'blocked' } })
  expect(await counts()).toMatchObject({
    rows: 4_999,
    damaged: 1,
    blank: 0,
    hasMore: false,
    values: [
      { text: 'no', rows: 4_499, suggestion: { value: false, confidence: 'sure' } },
      { text: 'Yes', rows: 499, line: 2, suggestion: { value: true } },
      { text: 'perhaps', rows: 1, line: 4_992, suggestion: null },
    ],
  })
  await call('corrections.add', {
    fileId,
    corrections: [
      { kind: 'replace', column: 2, find: 'perhaps', replaceWith: '' },
      { kind: 'exclude', lines: [2] },
    ],
  })
  expect(await counts()).toMatchObject({ rows: 4_998, blank: 1, values: [{ rows: 4_499 }, { rows: 498 }] })
  await expect(call('mapping.values', { fileId, reading: { columns: ['Colour'] } })).rejects.toMatchObject({ code: 'recipe.misfit' })
})

test('what was asked of the whole file can be stopped, and of one name only the newest goes on', async () => {
  const { call, fileId } = await withFile(rowsOf(60_000, () => null))
  const row = call('mapping.row', { fileId, recipe: list, at: { issueAfter: 0 }, request: 'row' })
  const values = call('mapping.values', { fileId, reading: { columns: ['Name'] }, request: 'values' })
  const newer = call('mapping.values', { fileId, reading: { columns: ['Blocked'] }, request: 'values' })
  const stopped = Promise.allSettled([row, values])
  await call('mapping.stop', { request: 'row' })
  expect(await stopped).toMatchObject([{ reason: { code: 'cancelled' } }, { reason: { code: 'cancelled' } }])
  expect((await newer).rows).toBe(60_000)
  await call('mapping.stop', { request: 'never asked' })
  expect((await call('mapping.values', { fileId, reading: { columns: ['Name'] }, request: 'values' })).rows).toBe(60_000)
})

test('a count that takes a moment tells whoever gave it a name how far it is', async () => {
  const { home, sandbox, engine } = await practiceEngine({ contacts: 0 })
  await engine.close()
  let nowMs = 0
  const { call, engine: opened, openFile } = await openEngine(home, sandbox, { ...systemClock, monotonicMs: () => (nowMs += 250) })
  const { id: fileId, sizeBytes } = await openFile(
    'list.csv',
    rowsOf(60_000, () => null),
  )
  const told: EventPayload<'mapping.progress'>[] = []
  opened.onAnyEvent((event, payload) => event === 'mapping.progress' && told.push(payload as EventPayload<'mapping.progress'>))
  await call('mapping.values', { fileId, reading: { columns: ['Name'] } })
  expect(told).toEqual([])
  await call('mapping.values', { fileId, reading: { columns: ['Blocked'] }, request: 'mine' })
  expect(told.length).toBeGreaterThan(2)
  expect(told.map(({ bytesRead }) => bytesRead)).toEqual(told.map(({ bytesRead }) => bytesRead).toSorted((a, b) => a - b))
  expect(told.at(-1)).toEqual({ request: 'mine', bytesRead: sizeBytes, bytesTotal: sizeBytes })
})
