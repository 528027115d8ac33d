import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { systemClock } from '../../../src-main/engine/model/clock.ts'
import { readCell } from '../../../src-main/engine/text/cell-text.ts'
import { compileRecipe } from '../../../src-main/engine/mapping/compile/compile-recipe.ts'
import type { Recipe } from '../../../src-main/engine/model/recipes/recipe-schema.ts'
import { buildPlan } from '../../../src-main/engine/plan/build/build-plan.ts'
import { csvLine } from '../../../src-main/engine/text/csv-text.ts'
import { writeResults } from '../../../src-main/engine/results/results.ts'
import { history, runSummary } from '../../../src-main/engine/results/run-summary.ts'
import { inspectFile } from '../../../src-main/engine/source/open/inspect-file.ts'
import { readRows } from '../../../src-main/engine/source/table/read-rows.ts'
import { createRowParser } from '../../../src-main/engine/source/csv/row-parser.ts'
import type { Store } from '../../../src-main/engine/store/open-store.ts'
import { tablesOf } from '../../../src-main/engine/store/tables.ts'
import { recipe as recipeOf } from '../store/stored-things.ts'
import { runStations, runToEnd } from '../run/run-stations.ts'
import { editAsAnotherAgent, undoRun } from '../run/undoing.ts'

const station = runStations()

/** Plans a real file as the app does. */
async function planFile(store: Store, path: string, parts: Partial<Recipe>): Promise<string> {
  const recipe = recipeOf({ match: { by: 'phone', column: 'Phone', country: 'US' }, fields: [{ to: 'notes', from: ['Notes'] }], ...parts })
  const { dialect, columns } = await inspectFile(path, recipe.source)
  const id = `file-${Math.random()}`
  tablesOf(store).files.add({
    id,
    name: 'My list.csv',
    originalPath: null,
    storedPath: path,
    sizeBytes: 1,
    sha256: '0'.repeat(64),
    openedAtMs: 1,
  })
  const planId = `plan-${id}`
  await buildPlan({
    store,
    planId,
    file: { id, storedPath: path, sizeBytes: 1 },
    dialect,
    columns,
    recipe,
    mapping: compileRecipe(recipe, columns, { country: 'US', customFields: [], departments: [] }),
    readRows,
    service: null,
    lookup: 'never',
    settings: { syncMaxAgeSeconds: 3600, concurrency: 4 },
    clock: systemClock,
  })
  return planId
}

const source = { encoding: 'auto', delimiter: 'auto', quote: 'auto', header: true, skipLines: 0, shortRows: 'invalid' } as const
const read = (path: string) => parse(readFileSync(path, 'utf8'), { bom: true, relax_column_count: true }) as string[][]

describe('the result files', () => {
  test('of an undo tell a row that was kept, as somebody edited it since, from one that is held', async () => {
    const { sandbox, store, runner, phones, folder } = await station({ contacts: 30 })
    const [a = '', b = ''] = phones
    const path = join(folder, 'list.csv')
    writeFileSync(path, `Phone,Notes\n${a},For a\n${b},For b\n`)
    const runId = await runToEnd(runner, store, await planFile(store, path, {}))
    await editAsAnotherAgent(sandbox, sandbox.customerByPhone(a)?.uuid ?? '', { notes: 'By hand' })
    const undo = await undoRun(store, runner, runId)
    const [results] = await writeResults({ store, runId: undo.id, readRows, folder: join(folder, 'out') })
    const [, ...rows] = read(results?.path ?? '')
    expect(rows.map((row) => row.slice(2, 4))).toEqual([
      ['2', 'kept'],
      ['3', 'done'],
    ])
  })

  test('hold, as rows to be corrected, those of which only the refusal could be sent; the run says so, and so does the next one', async () => {
    const { sandbox, store, runner, phones, folder } = await station({ contacts: 30 })
    const [a = '', b = ''] = phones
    const path = join(folder, 'list.csv')
    const stranger = '+12125550199,no,Not mine,no mail address'
    writeFileSync(path, `Phone,Texts,Name,Mail\n${a},no,New A,no mail address\n${b},no,New B,b@practice.example\n${stranger}\n`)
    const fields: Recipe['fields'] = [
      { to: 'consent', from: ['Texts'], values: { yes: true, no: false } },
      { to: 'name', from: ['Name'] },
      { to: 'email', from: ['Mail'] },
    ]
    for (const time of ['first', 'second']) {
      const runId = await runToEnd(runner, store, await planFile(store, path, { kind: 'contacts', fields }))
      const run = runSummary(store, runId, Date.now())
      expect(run).toMatchObject({ invalid: 0, skipped: 1, refusalOnly: 1, attention: [{ code: 'rows.refusal_only', rows: 1 }] })
      expect(history(store, Date.now())[0]).toMatchObject({ id: runId, refusalOnly: 1 })
      const [results, failed] = await writeResults({ store, runId, readRows, folder: join(folder, time) })
      const [, first, second] = read(results?.path ?? '')
      expect(first?.slice(5)).toEqual([
        'done',
        expect.any(String),
        expect.any(String),
        expect.stringContaining('cannot be used'),
        expect.stringContaining('load the row again'),
      ])
      expect(second?.slice(8)).toEqual(['', ''])
      expect(read(failed?.path ?? '').slice(1)).toEqual([[`'${a}`, 'no', 'New A', 'no mail address']])
    }
    expect(sandbox.customerByPhone(a)).toMatchObject({ consent: false })
    expect(sandbox.customerByPhone(a)?.name).not.toBe('New A')
    expect(sandbox.customerByPhone(b)?.name).toBe('New B')
    const allowed = await runToEnd(runner, store, await planFile(store, path, { kind: 'contacts', fields, limits: { invalid: 0.4 } }))
    expect(runSummary(store, allowed, Date.now()).attention).toEqual([])
  })

  test('hold every row in the original columns and order, and the rows to be corrected', async () => {
    const { sandbox, store, runner, phones, folder } = await station({ contacts: 30, faults: 'error-in-200@update-customer/1' })
    const [a = '', b = '', c = ''] = phones
    const path = join(folder, 'list.csv')
    writeFileSync(
      path,
      `Phone,Notes,Other\n${a},"Hello, ""you""",x\nnonsense,n,y\n${b},"two\nlines",=1+1\n+15005550006,n,\n\n${c},n\n${c},ok,\n`,
    )
    const planId = await planFile(store, path, {})
    const runId = await runToEnd(runner, store, planId)
    expect(sandbox.counts().customerUpdates).toBe(2)

    const files = await writeResults({ store, runId, readRows, folder: join(folder, 'out') })
    expect(files.map(({ kind, name, rows }) => [kind, name, rows])).toEqual([
      ['results', 'My list - results.csv', 6],
      ['failed', 'My list - failed rows.csv', 3],
    ])
    const [results, failed] = files
    const text = readFileSync(results?.path ?? '', 'utf8')
    expect(text.startsWith('\uFEFFPhone,Notes,Other,rollcall_line,')).toBe(true)
    expect(text.endsWith('\r\n')).toBe(true)
    if (process.platform !== 'win32') expect(statSync(results?.path ?? '').mode & 0o777).toBe(0o600)

    const [header, ...rows] = read(results?.path ?? '')
    expect(header).toEqual([
      'Phone',
      'Notes',
      'Other',
      'rollcall_line',
      'rollcall_status',
      'rollcall_uuid',
      'rollcall_changes',
      'rollcall_error',
      'rollcall_hint',
    ])
    expect(rows.map((row) => row.slice(0, 3))).toEqual([
      [`'${a}`, 'Hello, "you"', 'x'],
      ['nonsense', 'n', 'y'],
      [`'${b}`, 'two\nlines', "'=1+1"],
      ["'+15005550006", 'n', ''],
      [`'${c}`, 'n', ''],
      [`'${c}`, 'ok', ''],
    ])
    expect(rows.map((row) => row.slice(3, 5))).toEqual([
      ['2', 'failed'],
      ['3', 'invalid'],
      ['4', 'done'],
      ['6', 'skipped'],
      ['8', 'invalid'],
      ['9', 'done'],
    ])
    expect(rows[2]?.slice(5)).toEqual([sandbox.customerByPhone(b)?.uuid, 'Notes', '', ''])
    expect(rows.map((row) => row[7] !== '')).toEqual([true, true, false, true, true, false])
    expect(read(failed?.path ?? '')).toEqual([
      ['Phone', 'Notes', 'Other'],
      [`'${a}`, 'Hello, "you"', 'x'],
      ['nonsense', 'n', 'y'],
      [`'${c}`, 'n'],
    ])

    const again = await writeResults({ store, runId, readRows, folder: join(folder, 'out') })
    expect(again.map(({ name }) => name)).toEqual(['My list - results (2).csv', 'My list - failed rows (2).csv'])
    expect(readdirSync(join(folder, 'out'))).toHaveLength(4)
  })

  test('of a run that has not finished say pending, and there is no file of failed rows without any', async () => {
    const { store, runner, phones, folder } = await station({ contacts: 30, faults: 'latency=300' })
    const path = join(folder, 'list.csv')
    writeFileSync(
      path,
      `Phone,Notes\n${phones
        .slice(0, 20)
        .map((phone) => `${phone},new`)
        .join('\n')}\n`,
    )
    const runId = await runner.start(await planFile(store, path, {}))
    await runner.pause(runId)
    const files = await writeResults({ store, runId, readRows, folder, name: 'a/b.csv' })
    expect(files.map(({ kind, rows }) => [kind, rows])).toEqual([['results', 20]])
    expect(
      read(files[0]?.path ?? '')
        .slice(1)
        .filter((row) => row[3] === 'pending').length,
    ).toBeGreaterThan(10)
  })

  const dialects: [name: string, text: (rows: string[][]) => Buffer, parts: Partial<Recipe>][] = [
    ['semicolons below a line that says commas', (rows) => utf8(`sep=,\n${rows.map((row) => row.join(';')).join('\n')}`), { source }],
    ['semicolons and a sep= line', (rows) => utf8(`sep=;\n${rows.map((row) => row.join(';')).join('\n')}`), { source }],
    [
      'lines above the header',
      (rows) => utf8(`Report\n=1+1,2\n${rows.map((row) => row.join(',')).join('\n')}`),
      { source: { ...source, skipLines: 2 } },
    ],
    [
      'an explicit encoding and delimiter',
      (rows) => iconv.encode(rows.map((row) => row.join('\t')).join('\r\n'), 'windows-1252'),
      { source: { ...source, encoding: 'windows-1252', delimiter: 'tab' } },
    ],
    [
      'UTF-16',
      (rows) => iconv.encode(rows.map((row) => row.join('|')).join('\n'), 'utf-16le', { addBOM: true }),
      { source: { ...source, encoding: 'utf-16le' } },
    ],
    [
      'apostrophes around cells',
      (rows) => utf8(rows.map((row) => row.map((cell) => `'${cell.replaceAll("'", "''")}'`).join(',')).join('\n')),
      { source: { ...source, quote: "'" } },
    ],
    ['no quotation marks', (rows) => utf8(rows.map((row) => row.join(';')).join('\n')), { source: { ...source, quote: '' } }],
    [
      'a header that looks like a formula',
      (rows) => utf8(rows.map((row, at) => (at === 0 ? ['-Phone', '=Notes'] : row).join(',')).join('\n')),
      { source, match: { by: 'phone', column: '-Phone', country: 'US' }, fields: [{ to: 'notes', from: ['=Notes'] }] },
    ],
    ['another delimiter', (rows) => utf8(rows.map((row) => row.join('^')).join('\n')), { source }],
    [
      'another delimiter that is chosen',
      (rows) => utf8(rows.map((row) => row.join('^')).join('\n')),
      { source: { ...source, delimiter: '^' } },
    ],
    [
      'backslashes as a database writes them',
      (rows) => utf8(rows.map((row) => row.map((cell) => `"${cell.replaceAll("'", '\\\\\\"')}"`).join(',')).join('\n')),
      { source },
    ],
    [
      'backslashes that are chosen',
      (rows) => utf8(rows.map((row) => row.map((cell) => `"${cell.replaceAll("'", '\\\\\\"')}"`).join(',')).join('\n')),
      { source: { ...source, escape: '\\' } },
    ],
    [
      'titles that were found',
      (rows) => utf8(`Report\nAll of them\n${rows.map((row) => row.join(',')).join('\n')}`),
      { source: { ...source, skipLines: 'auto' } },
    ],
    [
      'two encodings',
      (rows) =>
        Buffer.concat(rows.map((row) => (row[1] === 'Jürgen' ? Buffer.from(`${row.join(',')}\n`, 'latin1') : utf8(`${row.join(',')}\n`)))),
      { source: { ...source, encoding: 'utf-8+windows-1252' } },
    ],
    [
      'gzip around it, and lines above the header',
      (rows) => gzipSync(`sep=;\nReport\n${rows.map((row) => row.join(';')).join('\n')}`),
      { source: { ...source, skipLines: 2 } },
    ],
    [
      'contact cards',
      (rows) =>
        utf8(
          rows
            .slice(1)
            .map(([phone, note]) => `BEGIN:VCARD\r\nVERSION:3.0\r\nTEL:${phone}\r\nNOTE:${note}\r\nEND:VCARD\r\n`)
            .join(''),
        ),
      { source, fields: [{ to: 'notes', from: ['Note'] }] },
    ],
    [
      'contact cards, read by a recipe that was made for something else',
      (rows) =>
        utf8(
          rows
            .slice(1)
            .map(([phone, note]) => `BEGIN:VCARD\r\nTEL:${phone}\r\nNOTE:${note}\r\nEND:VCARD\r\n`)
            .join(''),
        ),
      { source: { ...source, delimiter: ';', skipLines: 2 }, fields: [{ to: 'notes', from: ['Note'] }] },
    ],
    [
      'letters that the encoding of its recipe does not have',
      (rows) =>
        utf8(
          rows
            .slice(1)
            .map(([phone, note]) => `BEGIN:VCARD\r\nTEL:${phone}\r\nNOTE:Łódź ${note}\r\nEND:VCARD\r\n`)
            .join(''),
        ),
      { source: { ...source, encoding: 'windows-1252' }, fields: [{ to: 'notes', from: ['Note'] }] },
    ],
    [
      'no header',
      (rows) =>
        utf8(
          rows
            .slice(1)
            .map((row) => row.join(','))
            .join('\n'),
        ),
      {
        source: { ...source, header: false },
        match: { by: 'phone', column: 'Column 1', country: 'US' },
        fields: [{ to: 'notes', from: ['Column 2'] }],
      },
    ],
  ]
  test.each(dialects)('of a file with %s load again with the same recipe', async (_name, text, parts) => {
    const { store, runner, phones, folder } = await station({ contacts: 30, faults: 'error-in-200@update-customer' })
    const path = join(folder, 'list.csv')
    writeFileSync(
      path,
      text([['Phone', 'Notes'], ...phones.slice(0, 5).map((phone, at) => [phone, ['Jürgen', '-5 °C', "O'Neil", '@home', '+1'][at] ?? ''])]),
    )
    const planId = await planFile(store, path, parts)
    const runId = await runToEnd(runner, store, planId)
    const failed = (await writeResults({ store, runId, readRows, folder })).find(({ kind }) => kind === 'failed')
    expect(failed?.rows).toBe(5)

    const again = await planFile(store, failed?.path ?? '', parts)
    const details = (id: string) =>
      store.prepare<[string], string>('SELECT detail FROM plan_rows WHERE plan_id = ? ORDER BY row').pluck().all(id)
    expect(details(again)).toHaveLength(5)
    expect(details(again)).toEqual(details(planId))
  })

  test('name themselves after the file in a way that every system takes, and need a folder that can be written to', async () => {
    const { store, runner, phones, folder } = await station({ contacts: 5 })
    const path = join(folder, 'list.csv')
    writeFileSync(path, `Phone,Notes\n${phones[0]},new\n`)
    const runId = await runner.start(await planFile(store, path, {}))
    await runner.whenSettled(runId)
    const [file] = await writeResults({ store, runId, readRows, folder, name: '..a:b?.csv' })
    expect(file?.name).toBe('a_b_ - results.csv')
    await expect(writeResults({ store, runId, readRows, folder: join(path, 'no') })).rejects.toMatchObject({ code: 'usage' })
    await expect(writeResults({ store, runId: 'none', readRows, folder })).rejects.toMatchObject({ code: 'run.unknown' })
  })

  test('are refused when the stored copy is not the file that was planned', async () => {
    const { store, runner, phones, folder } = await station({ contacts: 5 })
    const path = join(folder, 'list.csv')
    writeFileSync(path, `Phone,Notes\n${phones[0]},new\n`)
    const runId = await runner.start(await planFile(store, path, {}))
    await runner.whenSettled(runId)
    writeFileSync(path, `Phone,Notes\n\n${phones[0]},new\n`)
    await expect(writeResults({ store, runId, readRows, folder: join(folder, 'out') })).rejects.toMatchObject({ code: 'file.changed' })
    expect(readdirSync(join(folder, 'out'))).toEqual([])
  })
})

test('a line of CSV reads back as the same cells, and none of them runs as a formula', () => {
  const cell = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: fc.constantFrom('"', "'", ',', ';', '\n', '\r', '=', '+', '-', '@', ' ', '\t', 'a') }),
  )
  fc.assert(
    fc.property(
      fc.array(cell, { minLength: 2, maxLength: 6 }),
      fc.constantFrom(',', ';', '\t', '|'),
      fc.constantFrom('"', "'"),
      (cells, delimiter, quote) => {
        const rows = createRowParser({ delimiter, quote }).push(csvLine(cells, { delimiter, quote }), true)
        expect(rows).toHaveLength(1)
        const back = rows[0]?.cells ?? []
        expect(back.map(readCell)).toEqual(cells.map(readCell))
        for (const one of back) expect(one).not.toMatch(/^\s*[=+\-@]/)
      },
    ),
    { numRuns: 300 },
  )
})

function utf8(text: string): Buffer {
  return Buffer.from(text, 'utf8')
}
