import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { recipe } from '../store/stored-things.ts'
import { practiceEngine } from './practice-engine.ts'

const own = recipe({
  match: { by: 'phone', column: 'Phone', country: 'US' },
  fields: [
    { to: 'name', from: ['Name'] },
    { to: 'tags', value: 'list' },
  ],
  notFound: 'create',
})
const blank = 'All cells of the row are blank.'

test('rows that a spreadsheet left blank are skipped and accounted for, until something is written into them', async () => {
  const { home, call, openFile } = await practiceEngine({ contacts: 0 })
  const { id: fileId } = await openFile('list.csv', 'Name,Phone\nAnn,212-555-0001\n,\n , \n,\nBob,12\n')
  expect(await call('mapping.values', { fileId, reading: { columns: ['Name'] } })).toMatchObject({ rows: 2, blank: 0, damaged: 0 })
  const plan = await call('plans.start', { fileId, recipe: own, lookup: 'never', wait: true })
  expect(plan).toMatchObject({ rows: 5, send: 1, skipped: 3, invalid: 1, skips: [{ reason: blank, rows: 3 }] })
  expect((await call('plans.rows', { planId: plan.id, withIssues: true, offset: 0, limit: 10 })).rows.map(({ line }) => line)).toEqual([6])

  const corrections = [
    { kind: 'cell', line: 4, column: 0, before: ' ', after: 'Cid' },
    { kind: 'cell', line: 4, column: 1, before: ' ', after: '212-555-0002' },
  ] as const
  const { plan: revised } = await call('plans.revise', { planId: plan.id, corrections: [...corrections] })
  expect(revised).toMatchObject({ rows: 5, send: 2, skipped: 2, invalid: 1 })
  const { id: runId } = await call('runs.start', { planId: plan.id, wait: true })
  const { files } = await call('runs.writeResults', { runId, folder: home })
  const rows = parse(readFileSync(files.find(({ kind }) => kind === 'results')?.path ?? ''), { bom: true, columns: true }) as Record<
    string,
    string
  >[]
  expect(rows.map((row) => [row.rollcall_line, row.rollcall_status])).toEqual([
    ['2', 'done'],
    ['3', 'skipped'],
    ['4', 'done'],
    ['5', 'skipped'],
    ['6', 'invalid'],
  ])
  expect(JSON.stringify(rows[1])).toContain(blank)
})
