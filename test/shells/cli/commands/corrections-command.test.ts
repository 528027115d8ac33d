import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rollcallHere as rollcall } from '../../../helpers/rollcall-here.ts'
import { type SandboxHere, startSandboxHere } from '../../../helpers/sandbox-here.ts'

let home: string
let sandbox: SandboxHere
let file: string
const list = 'Name,Mobile\nAda,0014155550134\nBob,12\nCid,(415) 555-0136\nDee,(415) 555-0137\n'

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'rollcall-edits-'))
  sandbox = await startSandboxHere({ contacts: 0 })
  file = join(home, 'members.csv')
  writeFileSync(file, list)
  writeFileSync(
    join(home, 'members.recipe.json'),
    JSON.stringify({
      version: 1,
      name: 'Members',
      kind: 'contacts',
      match: { by: 'phone', column: 'Mobile', country: 'US' },
      fields: [{ to: 'name', from: ['Name'] }],
      notFound: 'create',
    }),
  )
})
afterAll(async () => {
  await sandbox.close()
  rmSync(home, { recursive: true, force: true })
})

const run = (...args: string[]) => rollcall(args, { home, environment: sandbox.environment })

test('rows are corrected without touching the file, planned so, named in the results, and taken back', async () => {
  expect((await run('corrections', 'set', file, '--line', '3', '--column', 'mobile', '--value', '(415) 555-0135')).stdout).toBe(
    'Correction 1: row 3, "Mobile": "12" becomes "(415) 555-0135".\n',
  )
  const trial = await run('corrections', 'replace', file, '--column', 'Mobile', '--find', '001', '--with', '+1', '--try', '--json')
  expect(trial.json()).toEqual({ cells: 1, rows: 1, samples: [{ line: 2, before: '0014155550134', after: '+14155550134' }], added: false })
  expect((await run('corrections', 'replace', file, '--column', 'Mobile', '--find', '001', '--with', '+1')).code).toBe(0)
  expect((await run('corrections', 'exclude', file, '--lines', '4-5')).code).toBe(0)
  expect((await run('corrections', 'include', file, '--lines', '5')).code).toBe(0)
  expect((await run('corrections', 'undo', file)).stdout).toContain('taken in again (undone)')
  expect(readFileSync(file, 'utf8')).toBe(list)

  const done = await run('run', file, '--recipe', join(home, 'members.recipe.json'), '--yes', '--json')
  expect(done.json()).toMatchObject({ rows: 4, done: 2, skipped: 2, failed: 0 })
  const { run: runId } = done.json() as { run: string }
  expect((await run('results', runId, '--out', join(home, 'out'))).code).toBe(0)
  const [results = ''] = readdirSync(join(home, 'out'))
  expect(readFileSync(join(home, 'out', results), 'utf8')).toMatch(/rollcall_edits[^]*Left out by hand/)

  expect((await run('corrections', 'undo', file, '--all', '--json')).json()).toMatchObject({ edits: Array(4).fill({ isUndone: true }) })
  expect((await run('plan', file, '--recipe', join(home, 'members.recipe.json'), '--json')).json()).toMatchObject({ rows: 4, invalid: 1 })
})

test('a plan from before a correction is not run unseen', async () => {
  const early = join(home, 'early.csv')
  writeFileSync(early, 'Name,Mobile\nFay,(415) 555-0139\n')
  const { plan } = (await run('plan', early, '--recipe', join(home, 'members.recipe.json'), '--json')).json() as { plan: string }
  expect((await run('corrections', 'exclude', early, '--lines', '2')).code).toBe(0)
  const refused = await run('run', plan, '--yes')
  expect(refused.code).toBe(2)
  expect(refused.stderr).toContain(
    '"early.csv" was corrected, or corrections were taken back, since these changes were worked out. Nothing was sent.',
  )
  expect(refused.stderr).toContain('--as-planned')
  expect((await run('run', plan, '--yes', '--as-planned', '--json')).json()).toMatchObject({ done: 1, skipped: 0 })
})

test('a correction that is not there is named, and one that was taken back already is said', async () => {
  const other = join(home, 'other.csv')
  writeFileSync(other, 'Name,Mobile\nEve,(415) 555-0138\n')
  expect((await run('corrections', 'set', other, '--line', '2', '--column', 'Name', '--value', 'Eva')).code).toBe(0)
  const unknown = await run('corrections', 'undo', other, '--number', '1', '--number', '7')
  expect([unknown.code, unknown.stderr.split('\n')[0], unknown.stdout]).toEqual([2, 'This file has no correction 7.', ''])
  expect((await run('corrections', 'undo', other, '--number', '1')).stderr).toBe('')
  for (const which of [['--number', '1'], []])
    expect((await run('corrections', 'undo', other, ...which)).stderr).toBe('There was nothing left to take back.\n')
})

test('a column or a row that is not there is named', async () => {
  const column = await run('corrections', 'set', file, '--line', '3', '--column', 'Moblie', '--value', 'x')
  expect([column.code, column.stderr]).toEqual([2, 'The file has no column "Moblie".\nDid you mean "Mobile"?\n'])
  const line = await run('corrections', 'set', file, '--line', '99', '--column', 'Mobile', '--value', 'x')
  expect([line.code, line.stderr.split('\n')[0]]).toEqual([2, 'This file has no row 99.'])
  const lines = await run('corrections', 'exclude', file, '--lines', '99')
  expect([lines.code, lines.stderr.split('\n')[0]]).toEqual([2, 'This file has no row 99.'])
  const some = await run('corrections', 'exclude', file, '--lines', '4,99', '--json')
  expect([some.stderr, some.json()]).toMatchObject(['The file has only 1 of these rows.\n', { edit: { kind: 'exclude', lines: [4] } }])
})

test('a file with titles above its columns is corrected as it is planned and checked', async () => {
  const titled = join(home, 'titled.csv')
  writeFileSync(titled, 'Customers of May\n\nName;Mobile\nAda;0014155550134\nBob\u200B;(415) 555-0135\nCid;(415) 555-0136\n')
  expect((await run('check', titled, '--mend')).stdout).toContain('Repaired: Invisible characters, 1 cell in "Name".')
  expect((await run('corrections', 'list', titled)).stdout).toContain('in "Name", repaired: invisible characters')
  // Scripts may still use the command's earlier name.
  expect((await run('edits', 'list', titled)).stdout).toContain('in "Name", repaired: invisible characters')
  expect((await run('corrections', 'set', titled, '--line', '4', '--column', 'Mobile', '--value', '(415) 555-0134')).code).toBe(0)
  const read = await run(
    'corrections',
    'set',
    titled,
    '--delimiter',
    ',',
    '--skip-lines',
    '2',
    '--line',
    '4',
    '--column',
    'Mobile',
    '--value',
    'x',
  )
  expect([read.code, read.stderr.split('\n')[1]]).toEqual([2, 'Did you mean "Name;Mobile"?'])
  expect((await run('check', titled, '--skip-lines', '0', '--json')).json()).toMatchObject({ rows: 4 })
})

test('the pieces of a split text are joined, and rows are told apart by their lines', async () => {
  const split = join(home, 'split.csv')
  writeFileSync(split, 'Mobile,Name,Notes,City\n(415) 555-0138,Eve,before noon, not on Mondays,Bonn\n')
  expect((await run('corrections', 'join', split, '--line', '2', '--column', 'notes')).stdout).toBe(
    'Correction 1: row 2, "Notes" joined with the next cell.\n',
  )
  const planned = await run('plan', split, '--recipe', join(home, 'members.recipe.json'), '--json')
  expect(planned.json()).toMatchObject({ rows: 1, send: 1, invalid: 0 })
  expect((await run('corrections', 'join', split, '--line', '2', '--column', 'city')).stderr).toContain(
    'No cell comes after "city" in row 2.',
  )
  expect((await run('corrections', 'apart', split, '--lines', '2')).stdout).toBe('Correction 2: row 2 a contact of its own.\n')
})
