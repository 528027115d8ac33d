import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import type { Input, Recipe } from '../../../src-main/engine/contract.ts'
import { recipe } from '../store/stored-things.ts'
import { openEngine, practiceEngine } from './practice-engine.ts'

/** The whole engine, with a service that has no contacts: those of the file are created. */
async function office() {
  const { home, sandbox, engine } = await practiceEngine({ contacts: 0 })
  await engine.close()
  const start = async () => {
    const { engine: own, call } = await openEngine(home, sandbox)
    return { call, close: () => own.close() }
  }
  const file = async (call: Awaited<ReturnType<typeof start>>['call'], text: string) => {
    const path = join(home, 'list.csv')
    writeFileSync(path, text)
    return call('files.open', { path })
  }
  return { home, start, file }
}

const parts: Partial<Recipe> = {
  match: { by: 'phone', column: 'Phone', country: 'US' },
  fields: [
    { to: 'name', from: ['Name'] },
    { to: 'notes', from: ['Notes'] },
  ],
  notFound: 'create',
}
const list = 'Name,Phone,Notes\nAnn,212-555-0001,one\nBob,12,two\nCid,212-555-0003,three\nDee,212-555-0001,four\n'

test('a correction puts a row right, is kept with the file, survives a restart and can be taken back', async () => {
  const { start, file } = await office()
  const { call, close } = await start()
  const { id: fileId } = await file(call, list)
  const plan = await call('plans.start', { fileId, recipe: recipe(parts), lookup: 'never', wait: true })
  expect(plan).toMatchObject({ send: 2, invalid: 1, skipped: 1 })

  const cell = { kind: 'cell', line: 3, column: 1, before: '12', after: '212-555-0002' } as const
  const revised = await call('plans.revise', { planId: plan.id, corrections: [cell] })
  expect(revised.plan).toMatchObject({ id: plan.id, send: 3, invalid: 0, skipped: 1, correctionsThrough: 1 })
  const page = await call('plans.rows', { planId: plan.id, corrected: true, withCells: true, offset: 0, limit: 10 })
  expect(page).toMatchObject({
    total: 1,
    rows: [
      { line: 3, cells: ['Bob', '212-555-0002', 'two'], corrections: [{ column: 1, before: '12', after: '212-555-0002', kind: 'cell' }] },
    ],
  })
  await close()

  const again = await start()
  const { id: sameFileId } = await file(again.call, list)
  expect(sameFileId).not.toBe(fileId)
  expect(await again.call('corrections.list', { fileId: sameFileId, offset: 0, limit: 10 })).toMatchObject({
    corrections: [{ number: 1, correction: cell, isUndone: false }],
    total: 1,
    through: 1,
  })
  expect(await again.call('plans.start', { fileId: sameFileId, recipe: recipe(parts), lookup: 'never', wait: true })).toMatchObject({
    send: 3,
  })

  const excluded = await again.call('plans.revise', { planId: plan.id, corrections: [{ kind: 'exclude', lines: [5] }], undo: [1] })
  expect(excluded.plan).toMatchObject({
    send: 2,
    invalid: 1,
    skipped: 1,
    correctionsThrough: 3,
    skips: [{ reason: 'Left out by hand.', rows: 1 }],
  })
})

test('the results of a run show what was corrected, by the corrections of its own plan and by no later ones', async () => {
  const { home, start, file } = await office()
  const { call } = await start()
  const { id: fileId } = await file(call, list)
  await call('corrections.add', {
    fileId,
    corrections: [
      { kind: 'cell', line: 3, column: 1, before: '12', after: '212-555-0002' },
      { kind: 'exclude', lines: [5] },
    ],
  })
  await call('corrections.add', { fileId, corrections: [{ kind: 'replace', column: 2, find: 'T', replaceWith: 'd' }] })
  const plan = await call('plans.start', { fileId, recipe: recipe(parts), lookup: 'never', wait: true })
  const run = await call('runs.start', { planId: plan.id, wait: true })
  expect(run).toMatchObject({ done: 3, skipped: 1 })
  await expect(call('plans.revise', { planId: plan.id, undo: [1] })).rejects.toMatchObject({ code: 'run.state' })
  expect(await call('corrections.list', { fileId, offset: 0, limit: 10 })).toMatchObject({ total: 3, through: 3 })
  await call('corrections.undo', { fileId, numbers: [1, 2, 3] })

  const { files } = await call('runs.writeResults', { runId: run.id, folder: join(home, 'out') })
  const [header, ...rows] = parse(readFileSync(files[0]?.path ?? '', 'utf8'), { bom: true }) as string[][]
  expect(header?.at(-1)).toBe('rollcall_edits')
  expect(rows.map((row) => [...row.slice(0, 3), row[4], row.at(-1)])).toEqual([
    ['Ann', '212-555-0001', 'one', 'done', ''],
    ['Bob', '212-555-0002', 'dwo', 'done', 'Phone: "12" → "212-555-0002"; Notes: "two" → "dwo"'],
    ['Cid', '212-555-0003', 'dhree', 'done', 'Notes: "three" → "dhree"'],
    ['Dee', '212-555-0001', 'four', 'skipped', 'Left out by hand'],
  ])
})

test('what is shown of a file is as it was corrected: its rows, the suggestion, the preview, and what a replacement would do', async () => {
  const { start, file } = await office()
  const { call } = await start()
  const { id: fileId } = await file(call, list)
  expect(await call('corrections.tryReplace', { fileId, correction: { kind: 'replace', column: 0, find: 'e', replaceWith: 'i' } })).toEqual(
    {
      cells: 1,
      rows: 1,
      samples: [{ line: 5, before: 'Dee', after: 'Dii' }],
    },
  )
  await call('corrections.add', {
    fileId,
    corrections: [
      { kind: 'cell', line: 3, column: 1, before: '12', after: '212-555-0002' },
      { kind: 'exclude', lines: [5] },
    ],
  })
  const { inspection } = await call('files.inspect', { fileId })
  expect(inspection.rows[1]).toMatchObject({
    cells: ['Bob', '212-555-0002', 'two'],
    corrected: { isExcluded: false, corrections: [{ column: 1, before: '12' }] },
  })
  expect(inspection.rows[3]?.corrected?.isExcluded).toBe(true)
  expect(inspection.columns[1]?.samples).not.toContain('12')
  expect(await call('mapping.preview', { fileId, recipe: recipe(parts) })).toMatchObject({ rowsWithIssues: 0 })
  expect(
    await call('corrections.tryReplace', { fileId, correction: { kind: 'replace', column: 0, find: 'e', replaceWith: 'i' } }),
  ).toMatchObject({
    cells: 0,
  })
})

test('a correction of what is not there any more makes its row invalid and is named; correcting again puts it right', async () => {
  const { start, file } = await office()
  const { call } = await start()
  const { id: fileId } = await file(call, list)
  await call('corrections.add', {
    fileId,
    corrections: [
      { kind: 'replace', column: 0, find: 'Bob', replaceWith: 'Rob' },
      { kind: 'cell', line: 3, column: 0, before: 'Rob', after: 'Robert' },
    ],
  })
  await call('corrections.undo', { fileId, numbers: [1] })
  const plan = await call('plans.start', { fileId, recipe: recipe(parts), lookup: 'never', wait: true })
  expect(plan.issues.find(({ code }) => code === 'edit.misfit')).toMatchObject({
    severity: 'error',
    rows: 1,
    line: 3,
    column: 'Name',
    value: 'Bob',
  })
  const { plan: corrected } = await call('plans.revise', {
    planId: plan.id,
    corrections: [{ kind: 'cell', line: 3, column: 0, before: 'Bob', after: 'Robert' }],
  })
  expect(corrected.issues.map(({ code }) => code)).not.toContain('edit.misfit')
})

test('rows that failed in a run are corrected where they are tried again, and nowhere else', async () => {
  const { start, file } = await office()
  const { call } = await start()
  // The service refuses numbers that nobody can have.
  const { id: fileId } = await file(call, 'Name,Phone,Notes\nAnn,212-555-0001,one\nBob,555-201-0002,two\nCid,555-201-0003,three\n')
  await call('corrections.add', { fileId, corrections: [{ kind: 'cell', line: 3, column: 0, before: 'Bob', after: 'Rob' }] })
  const plan = await call('plans.start', { fileId, recipe: recipe(parts), lookup: 'never', wait: true })
  const run = await call('runs.start', { planId: plan.id, wait: true })
  expect(run).toMatchObject({ done: 1, failed: 2 })

  const retry = await call('plans.retry', { runId: run.id, wait: true })
  expect(retry).toMatchObject({ rows: 2, corrections: 1 })
  const { plan: revised } = await call('plans.revise', {
    planId: retry.id,
    corrections: [
      { kind: 'cell', line: 3, column: 1, before: '555-201-0002', after: '212-555-0002' },
      { kind: 'exclude', lines: [4] },
    ],
  })
  expect(revised).toMatchObject({ id: retry.id, rows: 2, send: 1, skipped: 1, retriesRunId: run.id, corrections: 3 })
  expect((await call('plans.rows', { planId: retry.id, class: 'send', offset: 0, limit: 9 })).rows).toMatchObject([
    { line: 3, changes: [{ field: 'phone_number' }, { after: 'Rob' }, {}], corrections: [{ column: 0 }, { column: 1 }] },
  ])
  expect(await call('runs.start', { planId: retry.id, wait: true })).toMatchObject({ planId: retry.id, done: 1, failed: 0, skipped: 1 })
  expect(await call('plans.get', { planId: plan.id })).toMatchObject({ rows: 3, corrections: 1 })
})

test('a plan that was corrected throughout is still known by its id, and can be corrected again and run', async () => {
  const { start, file } = await office()
  const { call } = await start()
  const { id: fileId } = await file(call, list)
  // Sharing more than the contact, rows may depend on any other: then the whole file is planned again.
  const shared = await call('plans.start', {
    fileId,
    recipe: recipe({ ...parts, fields: [...(parts.fields ?? []), { to: 'email', from: ['Notes'] }], duplicateBy: ['email'] }),
    lookup: 'never',
    wait: true,
  })
  const seen: string[] = []
  for (const after of ['212-555-0002', '212-555-0009']) {
    const before = after.endsWith('2') ? '12' : '212-555-0002'
    const { plan: revised, rows } = await call('plans.revise', {
      planId: shared.id,
      corrections: [{ kind: 'cell', line: 3, column: 1, before, after }],
    })
    expect([revised.id, rows]).toEqual([shared.id, 4])
    seen.push((await call('plans.rows', { planId: shared.id, offset: 1, limit: 1 })).rows[0]?.contact?.phone ?? '')
  }
  expect(seen).toEqual(['+12125550002', '+12125550009'])
  expect(await call('plans.cancel', { planId: shared.id })).toMatchObject({ id: shared.id, state: 'ready' })
  expect(await call('runs.start', { planId: shared.id, wait: true })).toMatchObject({ planId: shared.id, rows: 4 })
  expect(await call('plans.get', { planId: shared.id })).toMatchObject({ id: shared.id, runId: expect.any(String) })
})

test('the rows with issues and the corrected ones are found, page by page', async () => {
  const { start, file } = await office()
  const { call } = await start()
  const rows = Array.from({ length: 300 }, (_, at) => (at % 3 === 0 ? `Ann,${at},x` : `Ann,212-555-${String(at).padStart(4, '0')},x`))
  const { id: fileId } = await file(call, `Name,Phone,Notes\n${rows.join('\n')}\n`)
  const plan = await call('plans.start', { fileId, recipe: recipe(parts), lookup: 'never', wait: true })
  const lines = async (query: Partial<Input<'plans.rows'>>) => {
    const page = await call('plans.rows', { planId: plan.id, offset: 20, limit: 3, ...query })
    return [page.total, ...page.rows.map(({ line }) => line)]
  }
  expect(await lines({ withIssues: true })).toEqual([100, 62, 65, 68])
  await call('plans.revise', {
    planId: plan.id,
    corrections: [
      { kind: 'cell', line: 65, column: 1, before: '63', after: '212-555-9063' },
      { kind: 'exclude', lines: [68, 70] },
    ],
  })
  expect(await lines({ withIssues: true })).toEqual([98, 62, 71, 74])
  expect(await lines({ corrected: true, offset: 0 })).toEqual([3, 65, 68, 70])
  expect(await lines({ corrected: true, class: 'skipped', offset: 0 })).toEqual([2, 68, 70])
  expect((await call('files.rows', { fileId, lines: [65, 2, 999] })).rows.map(({ line, cells }) => [line, cells[1]])).toEqual([
    [2, '0'],
    [65, '212-555-9063'],
  ])
})
