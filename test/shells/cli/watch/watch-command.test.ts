import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { claimFolder } from '../../../../src-main/engine/schedule/watch/watch-claim.ts'
import { hurriedClock } from '../../../engine/run/run-stations.ts'
import { commandsWithSandbox } from '../../../helpers/commands-with-sandbox.ts'

const here = commandsWithSandbox(300)
let folder = ''
let recipePath = ''
let phones: string[] = []

beforeEach(async () => {
  folder = join(here.home, 'lists')
  mkdirSync(folder)
  phones = (await here.sandbox.customers()).map(({ phone }) => phone)
  recipePath = join(here.home, 'notes.recipe.json')
  const match = { by: 'phone', column: 'Phone', country: 'US' }
  writeFileSync(
    recipePath,
    JSON.stringify({ version: 1, name: 'Notes', kind: 'contacts', match, fields: [{ to: 'notes', from: ['Note'] }] }),
  )
})

const drop = (name: string, rows: readonly (readonly [string, string])[]) =>
  writeFileSync(join(folder, name), ['Phone,Note', ...rows.map(([phone, note]) => `${phone},${note}`), ''].join('\n'))
const watch = (...args: string[]) =>
  here.withToken(['watch', folder, '--recipe', recipePath, '--once', '--json', ...args], { clock: hurriedClock() })
const listed = (room: string) =>
  readdirSync(join(folder, room))
    .filter((name) => !name.includes('report') && !name.includes('results'))
    .sort()
const reportOf = (room: string, name: string) => readFileSync(join(folder, room, `${name} - report.txt`), 'utf8')

test('a year of monthly lists: ten are done, and the two that are unlike wait', async () => {
  for (let month = 1; month <= 12; month += 1) {
    // One has nearly nobody in it, one is that of another practice.
    const known = phones.slice(0, month === 6 ? 5 : 130 + month)
    const listed = month === 11 ? known.map((_, at) => `+1212555${7000 + at}`) : known
    drop(
      `month-${String(month).padStart(2, '0')}.csv`,
      listed.map((phone) => [phone, `Month ${month}`] as const),
    )
    const ended = await watch()
    const isUnlike = month === 6 || month === 11
    expect([month, ended.code, ended.json()]).toMatchObject([
      month,
      isUnlike ? 7 : 0,
      { done: isUnlike ? 0 : 1, needsAttention: isUnlike ? 1 : 0, waiting: 0 },
    ])
  }
  expect(listed('done')).toHaveLength(10)
  expect(listed('needs attention')).toEqual(['month-06.csv', 'month-11.csv'])
  expect(listed('in progress')).toEqual([])
  expect(reportOf('needs attention', 'month-06.csv')).toContain('--accept-unlike')
  for (const name of listed('done')) expect(readdirSync(join(folder, 'done'))).toContain(name.replace('.csv', ' - results.csv'))
})

test('the same bytes again are noted and not imported; taken back, they are', async () => {
  const rows = phones.slice(0, 5).map((phone) => [phone, 'once'] as const)
  drop('list.csv', rows)
  expect((await watch()).code).toBe(0)
  drop('list.csv', rows)
  expect((await watch()).json()).toMatchObject({ done: 1 })
  const note = reportOf('done', 'list (2).csv')
  expect(note).toContain('byte for byte')
  const { runs } = (await here.withToken(['history', '--json'])).json() as { runs: { run: string }[] }
  expect(runs).toHaveLength(1)
  expect((await here.withToken(['undo', runs[0]?.run ?? '', '--yes', '--json'])).code).toBe(0)
  drop('list.csv', rows)
  expect((await watch()).code).toBe(0)
  expect(reportOf('done', 'list (3).csv')).not.toContain('byte for byte')
})

test('a paused import of the same file is not one that imported it: the file waits for its end', async () => {
  const rows = phones.slice(0, 5).map((phone) => [phone, 'paused'] as const)
  const before = join(here.home, 'before.csv')
  writeFileSync(before, ['Phone,Note', ...rows.map(([phone, note]) => `${phone},${note}`), ''].join('\n'))
  const expired = { ...here.sandbox.environment, ROLLCALL_TOKEN: 'expired' }
  const planned = await here.withToken(['plan', before, '--recipe', recipePath, '--json'])
  const { plan } = planned.json() as { plan: string }
  const paused = await here.rollcall(['run', plan, '--yes', '--json'], { environment: expired, clock: hurriedClock() })
  expect([paused.code, paused.json()]).toMatchObject([4, { state: 'paused' }])
  drop('list.csv', rows)
  expect((await watch()).json()).toMatchObject({ done: 0, needsAttention: 0, waiting: 1 })
  const { run } = paused.json() as { run: string }
  expect((await here.withToken(['resume', run, '--json'])).code).toBe(0)
  expect((await watch()).json()).toMatchObject({ done: 1, waiting: 0 })
  expect(reportOf('done', 'list.csv')).toContain('byte for byte')
})

test('what cannot be read needs attention, and says why', async () => {
  writeFileSync(join(folder, 'list.csv'), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3, 0, 0, 0]))
  expect(await watch()).toMatchObject({ code: 2 })
  expect(listed('needs attention')).toEqual(['list.csv'])
  expect(reportOf('needs attention', 'list.csv').length).toBeGreaterThan(20)
})

test('where the sign-in has expired the file waits, and goes on when it is there again', async () => {
  drop(
    'list.csv',
    phones.slice(0, 5).map((phone) => [phone, 'later'] as const),
  )
  const environment = { ...here.sandbox.environment, ROLLCALL_TOKEN: 'expired' }
  const args = ['watch', folder, '--recipe', recipePath, '--once', '--json']
  const waits = await here.rollcall(args, { environment, clock: hurriedClock() })
  expect([waits.code, waits.json()]).toMatchObject([4, { done: 0, needsAttention: 0, waiting: 1 }])
  expect(listed('in progress')).toEqual(['list.csv', 'list.csv.rollcall.json'])
  expect((await watch()).json()).toMatchObject({ done: 1, waiting: 0 })
  expect(existsSync(join(folder, 'done', 'list.csv'))).toBe(true)
})

test('a folder that is not there is told', async () => {
  const ended = await here.withToken(['watch', join(here.home, 'nowhere'), '--recipe', recipePath])
  expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining('There is no folder')])
})

test('where the open app watches the folder, a single look says so and ends well; where another program does, it is to be tried later', async () => {
  drop(
    'list.csv',
    phones.slice(0, 5).map((phone) => [phone, 'once'] as const),
  )
  const { account } = (await watch()).json() as { account: string }
  const letGo = await claimFolder(folder, account)
  const ended = await watch()
  expect([ended.code, ended.json()]).toEqual([0, { account, folder, byApp: true, done: 0, needsAttention: 0, waiting: 0 }])
  const told = await here.withToken(['watch', folder, '--recipe', recipePath, '--once'], { clock: hurriedClock() })
  expect(told.stdout + told.stderr).toContain('The open app watches')
  // Who goes on watching has to be told that they cannot.
  const lasting = await here.withToken(['watch', folder, '--recipe', recipePath, '--json'], { clock: hurriedClock() })
  expect(lasting.code).toBe(5)
  await letGo()
  for (const other of [null, 'another account']) {
    const letOtherGo = await claimFolder(folder, other)
    expect((await watch()).code).toBe(5)
    await letOtherGo()
  }
})
