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

test('a list with dispositions resolves its conversations by the suggested recipe; once more it has nothing to do, and no way back', async () => {
  const phones = (await here.sandbox.customers()).slice(0, 5).map(({ phone }) => phone)
  const file = write(
    'done.csv',
    `Phone,Disposition\n${phones.map((phone, at) => `"${phone}",${at === 4 ? 'Nonsense' : 'Answered'}\n`).join('')}`,
  )
  const recipe = join(here.home, 'done.json')
  const suggested = await rollcall('recipe', 'suggest', file, '--out', recipe, '--json')
  expect(suggested.json()).toMatchObject({ kind: 'resolve', columns: [{ to: 'match' }, { column: 'Disposition', to: 'disposition' }] })
  const before = await here.sandbox.counts()
  const ran = await rollcall('run', file, '--recipe', recipe, '--yes', '--json')
  const { done, unchanged } = ran.json() as { done: number; unchanged: number }
  expect(ran.json()).toMatchObject({ state: 'finished', rows: 5, invalid: 1, failed: 0, unknown: 0 })
  expect([ran.code, done + unchanged]).toEqual([6, 4])
  const after = await here.sandbox.counts()
  expect([after.resolves - before.resolves, after.messagesSent - before.messagesSent]).toEqual([done, 0])
  const again = await rollcall('run', file, '--recipe', recipe, '--yes', '--json')
  expect(again.json()).toMatchObject({ done: 0, unchanged: 4, invalid: 1, calls: 0 })
  const undone = await rollcall('undo', String(ran.json().run), '--yes', '--json')
  expect(undone.code).toBe(2)
  expect(JSON.stringify(undone.json())).toContain('cannot be opened again by Rollcall')
})
