import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
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
