import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createSandbox } from '../../../../src-main/sandbox/sandbox.ts'
import { rollcall, startRollcall } from '../../../helpers/run-rollcall.ts'

test('a watch that is killed in the middle of a run leaves nothing undone and nothing twice: the next one goes on with it', async () => {
  const home = mkdtempSync(join(tmpdir(), 'rollcall-watch-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const sandbox = await createSandbox({ contacts: 60 })
  onTestFinished(() => sandbox.close())
  const options = { home, environment: { ROLLCALL_BASE_URL: sandbox.baseUrl, ROLLCALL_TOKEN: sandbox.token } }
  const folder = join(home, 'lists')
  mkdirSync(folder)
  const recipe = join(home, 'history.recipe.json')
  const match = { by: 'phone', column: 'Phone', country: 'US' }
  writeFileSync(recipe, JSON.stringify({ version: 1, name: 'History', kind: 'messages', match, fields: [{ to: 'body', from: ['Text'] }] }))
  const phones = sandbox.customers(0, 60).flatMap(({ phone }) => phone ?? [])
  expect(phones.length).toBeGreaterThan(30)
  writeFileSync(join(folder, 'history.csv'), ['Phone,Text', ...phones.map((phone) => `${phone},"To ${phone}"`), ''].join('\n'))
  sandbox.setFaults('latency=150')
  const watching = startRollcall(['watch', folder, '--recipe', recipe], options)
  const arrived = () => phones.filter((phone) => sandbox.arrivals(phone, `To ${phone}`) > 0).length
  await expect.poll(arrived, { timeout: 60_000 }).toBeGreaterThan(3)
  watching.process.kill('SIGKILL')
  await watching.ended
  expect(arrived()).toBeLessThan(phones.length)
  expect(readdirSync(join(folder, 'in progress'))).toContain('history.csv')

  sandbox.clearFaults()
  const ended = await rollcall(['watch', folder, '--recipe', recipe, '--once', '--json'], options)
  expect([ended.stderr, ended.json()]).toMatchObject([expect.anything(), { done: 1, needsAttention: 0, waiting: 0 }])
  expect(phones.map((phone) => sandbox.arrivals(phone, `To ${phone}`))).toEqual(phones.map(() => 1))
  expect(readdirSync(join(folder, 'in progress'))).toEqual([])
  expect(readdirSync(join(folder, 'done'))).toEqual(expect.arrayContaining(['history.csv', 'history.csv - report.txt']))
})

test('a year of monthly lists, killed in the middle of one: ten are done once, the two that are unlike wait, and nothing is told twice', async () => {
  const home = mkdtempSync(join(tmpdir(), 'rollcall-year-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const sandbox = await createSandbox({ contacts: 60 })
  onTestFinished(() => sandbox.close())
  const options = { home, environment: { ROLLCALL_BASE_URL: sandbox.baseUrl, ROLLCALL_TOKEN: sandbox.token } }
  const folder = join(home, 'lists')
  mkdirSync(folder)
  const recipe = join(home, 'notes.recipe.json')
  const match = { by: 'phone', column: 'Phone', country: 'US' }
  writeFileSync(recipe, JSON.stringify({ version: 1, name: 'Notes', kind: 'contacts', match, fields: [{ to: 'notes', from: ['Note'] }] }))
  const phones = [...new Set(sandbox.customers(0, 60).flatMap(({ phone }) => phone ?? []))]
  expect(phones.length).toBeGreaterThan(42)
  const names = Array.from({ length: 12 }, (_, at) => `month-${String(at + 1).padStart(2, '0')}.csv`)
  for (const [at, name] of names.entries()) {
    // One is ten times as long, one is that of another office.
    const others = (rows: number) => Array.from({ length: rows }, (_, row) => `+1212555${7000 + row}`)
    const listed = at === 5 ? others(400) : at === 10 ? others(40) : phones.slice(0, 30 + at)
    writeFileSync(join(folder, name), ['Phone,Note', ...listed.map((phone) => `${phone},${name}`), ''].join('\n'))
    utimesSync(join(folder, name), 1_700_000_000 + at, 1_700_000_000 + at)
  }
  const noted = (name: string) => sandbox.customers(0, 60).filter(({ notes }) => notes === name).length
  const watching = startRollcall(['watch', folder, '--recipe', recipe], options)
  const ofMonth = (name: string) => expect.poll(() => noted(name), { timeout: 240_000, interval: 5 })
  await ofMonth('month-01.csv').toBeGreaterThan(0)
  // So slow that there is a middle to be killed in, however busy the computer is.
  sandbox.setFaults('latency=1000')
  await ofMonth('month-04.csv').toBeGreaterThan(0)
  watching.process.kill('SIGKILL')
  await watching.ended
  expect(noted('month-04.csv')).toBeLessThan(33)
  sandbox.clearFaults()

  const ended = await rollcall(['watch', folder, '--recipe', recipe, '--once', '--json'], options)
  expect([ended.code, ended.json()]).toMatchObject([7, { needsAttention: 2, waiting: 0 }])
  const shown = (room: string, what: RegExp) =>
    readdirSync(join(folder, room))
      .filter((name) => what.test(name))
      .sort()
  const unlike = ['month-06.csv', 'month-11.csv']
  expect(shown('needs attention', /^month-\d\d\.csv$/)).toEqual(unlike)
  expect(shown('done', /^month-\d\d\.csv$/)).toEqual(names.filter((name) => !unlike.includes(name)))
  for (const what of [/ - report\.txt$/, / - results\.csv$/]) expect(shown('done', what)).toHaveLength(10)
  expect(shown('done', /\(2\)/)).toEqual([])
  expect(shown('in progress', /^[^.]/)).toEqual([])
  const { runs } = (await rollcall(['history', '--json'], options)).json() as { runs: { file: string; state: string; failed: number }[] }
  expect(runs.map(({ file }) => file).sort()).toEqual(names.filter((name) => !unlike.includes(name)))
  expect(runs.filter(({ state, failed }) => state !== 'finished' || failed > 0)).toEqual([])
  expect(noted('month-12.csv')).toBe(41)
}, 600_000)
