import { mkdtempSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { commandsWithSandbox } from '../../../helpers/commands-with-sandbox.ts'

const here = commandsWithSandbox(30)

const withToken = (...args: string[]) => here.withToken(args)
const workbook = fileURLToPath(new URL('../../../fixtures/xlsx/openpyxl.xlsx', import.meta.url))

test('inspect shows how a file is read, without an account, and leaves nothing beside it', async () => {
  const folder = mkdtempSync(join(here.home, 'files-'))
  const path = join(folder, 'list.csv.gz')
  writeFileSync(path, gzipSync('Report\n\nName;Phone;City\nZoë;+12025550123;Köln\nBo;+12025550124;Rome\n'))
  const { code, stdout } = await here.rollcall(['inspect', path])
  expect([code, stdout.split('\n').slice(0, 4)]).toEqual([
    0,
    [
      'list.csv.gz: a file, packed (gzip)',
      'Unicode (UTF-8), cells separated by semicolon, enclosed in "',
      '2 lines before the header',
      '3 columns',
    ],
  ])
  expect(readdirSync(folder)).toEqual(['list.csv.gz'])

  const json = (await here.rollcall(['inspect', path, '--json', '--skip-lines', '0', '--no-header', '--encoding', 'latin1'])).json()
  expect(json).toMatchObject({
    file: 'list.csv.gz',
    dialect: { encoding: 'windows-1252', skipLines: 0, header: false },
    packed: { as: 'gzip' },
  })
  expect((await here.rollcall(['inspect', join(folder, 'none.csv')])).code).toBe(2)
})

test('a sheet is chosen on the command line, and a wrong one names those that there are', async () => {
  const all = (await here.rollcall(['inspect', workbook, '--json'])).json()
  const sheets = all.sheets as { name: string }[]
  expect(sheets.length).toBeGreaterThan(1)
  const second = sheets[1]?.name ?? ''
  expect((await here.rollcall(['inspect', workbook, '--sheet', second, '--json'])).json()).toMatchObject({
    dialect: { sheet: second },
  })
  const wrong = await here.rollcall(['inspect', workbook, '--sheet', 'Nowhere'])
  expect(wrong.code).toBe(2)
  expect(wrong.stderr).toContain(second)
})

test('a plan of a file that was changed since is run only as planned, and a suggested recipe keeps how the file is read', async () => {
  const [phone = ''] = (await here.sandbox.customers()).map((customer) => customer.phone)
  const path = join(here.home, 'list.csv')
  const recipePath = join(here.home, 'list.recipe.json')
  writeFileSync(path, `All contacts\n\nName~Mobile~Notes\nAna~${phone}~one\n`)
  const planned = (await withToken('plan', path, '--delimiter', '~', '--save-recipe', recipePath, '--json')).json()
  expect(planned).toMatchObject({ rows: 1, send: 1 })
  expect(JSON.parse(readFileSync(recipePath, 'utf8'))).toMatchObject({
    source: { delimiter: '~', skipLines: 2 },
    match: { column: 'Mobile' },
  })

  writeFileSync(path, `All contacts\n\nName~Mobile~Notes\nAna~${phone}~two\n`)
  utimesSync(path, 2_000_000_000, 2_000_000_000)
  const refused = await withToken('run', String(planned.plan), '--yes', '--json')
  expect(refused.code).toBe(2)
  expect(refused.json()).toMatchObject({ error: { code: 'file.changed', hint: expect.stringContaining('--as-planned') } })
  expect(refused.stderr).not.toContain('Making')
  const ran = await withToken('run', String(planned.plan), '--yes', '--as-planned', '--json')
  expect(ran.json()).toMatchObject({ state: 'finished', done: 1 })
  expect(ran.stderr).toContain('Making 1 call for 1 contact')
})

test('plan says what is odd about a file, with the option that reads it differently', async () => {
  const path = join(here.home, 'no-header.csv')
  writeFileSync(path, ['Ada', 'Bo', 'Cy'].map((name, at) => `${name},+1202555012${at},${name}@example.com\n`).join(''))
  const plan = await withToken('plan', path, '--json')
  expect([plan.code, plan.json()]).toMatchObject([0, { rows: 2 }])
  expect(plan.stderr).toMatch(/The first row looks like a contact.* --no-header\n/)
  const whole = await withToken('plan', path, '--no-header', '--json')
  expect([whole.json(), whole.stderr]).toMatchObject([{ rows: 3 }, expect.not.stringContaining('The first row')])
})
