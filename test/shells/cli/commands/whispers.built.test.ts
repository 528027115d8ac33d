import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cliWithSandbox } from '../../../helpers/cli-with-sandbox.ts'
import { rollcall as runProgram } from '../../../helpers/run-rollcall.ts'

const here = cliWithSandbox(60)
const rollcall = (...args: string[]) => runProgram(args, { home: here.home, environment: here.sandbox.environment })

function write(name: string, text: string): string {
  const path = join(here.home, name)
  writeFileSync(path, text)
  return path
}

test('a list of notes becomes whispers by its suggested recipe, once, whatever is lost on the way', async () => {
  const phones = (await here.sandbox.customers()).slice(0, 4).map(({ phone }) => phone)
  const file = write(
    'notes.csv',
    `Phone,Date,Internal Note\n${phones.map((phone, at) => `"${phone}",2026-03-0${at + 1},"Called, wants to be called back on day ${at}."\n`).join('')}`,
  )
  const recipe = join(here.home, 'notes.json')
  const suggested = await rollcall('recipe', 'suggest', file, '--kind', 'whispers', '--out', recipe, '--json')
  expect(suggested.json()).toMatchObject({ kind: 'whispers' })
  const before = await here.sandbox.counts()
  await here.sandbox.setFaults('drop-after@send-by-phone=0.5,seed=3')
  const ran = await rollcall('run', file, '--recipe', recipe, '--yes', '--json')
  await here.sandbox.setFaults('')
  expect(ran.json()).toMatchObject({ state: 'finished', rows: 4, done: 4, unknown: 0, calls: 4 })
  expect(ran.code).toBe(0)
  const again = await rollcall('run', file, '--recipe', recipe, '--yes', '--json')
  expect(again.json()).toMatchObject({ state: 'finished', unchanged: 4, calls: 0 })
  const undone = await rollcall('undo', String(ran.json().run), '--yes', '--json')
  expect(undone.code).toBe(2)
  expect(JSON.stringify(undone.json())).toContain('Whispers that were written cannot be taken back')
  const after = await here.sandbox.counts()
  expect([
    after.whispers - before.whispers,
    after.messagesSent - before.messagesSent,
    after.messagesImported - before.messagesImported,
  ]).toEqual([4, 0, 0])
})
