import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commandsWithSandbox } from '../../../helpers/commands-with-sandbox.ts'

const here = commandsWithSandbox(40)
const rollcall = (...args: string[]) => here.withToken(args)

test('texts are planned by a recipe that was asked for, let go row by row and by number, and kept from people after their latest day', async () => {
  const phones = (await here.sandbox.customers()).slice(0, 4).map(({ phone }) => phone)
  const path = join(here.home, 'people.csv')
  writeFileSync(
    path,
    `Phone,First name,Message\n${phones.map((phone, at) => `"${phone}",Name ${at},See you on Tuesday at ten\n`).join('')}`,
  )
  expect((await rollcall('recipe', 'suggest', path, '--json')).json()).not.toMatchObject({ kind: 'send' })
  const recipePath = join(here.home, 'texts.json')
  const suggested = await rollcall('recipe', 'suggest', path, '--kind', 'send', '--out', recipePath, '--json')
  expect(suggested.json()).toMatchObject({ kind: 'send', recipe: { duplicates: 'first', fields: [{ to: 'body', from: ['Message'] }] } })
  const recipe = JSON.parse(readFileSync(recipePath, 'utf8')) as Record<string, unknown>
  const own = join(here.home, 'own.json')
  const planWith = async (sending: Record<string, string>) => {
    writeFileSync(own, JSON.stringify({ ...recipe, sending: { business: 'Smile Dental', ...sending } }))
    return (await rollcall('plan', path, '--recipe', own, '--json')).json() as {
      plan: string
      held: number
      skipped: number
      invalid: number
      issues: { code: string }[]
    }
  }

  const planned = await planWith({})
  expect(planned.held + planned.skipped).toBe(4)
  const held = (await rollcall('held', planned.plan, '--json')).json() as { heldRows: { line: number; error: string }[] }
  const waiting = held.heldRows.filter(({ error }) => /agreed|reached/.test(error)).map(({ line }) => line)
  const rows = waiting.length === 0 ? [] : ['--release-row', waiting.join(',')]
  const wrong = await rollcall('run', planned.plan, ...rows, '--release', `sending=${planned.held + 1}`, '--yes', '--json')
  expect([wrong.code, JSON.stringify(wrong.json())]).toEqual([2, expect.stringContaining('guard.wrong_count')])

  const late = await planWith({ until: '2020-01-01' })
  expect(late.issues.map(({ code }) => code)).toEqual(['send.too_late'])
  expect([late.held, late.invalid + late.skipped]).toEqual([0, 4])
  const ran = await rollcall('run', late.plan, '--yes', '--json')
  expect(ran.json()).toMatchObject({ state: 'finished', invalid: late.invalid, failed: 0, done: 0 })
  expect((await here.sandbox.counts()).messagesSent).toBe(0)
  const undone = await rollcall('undo', String(ran.json().run), '--yes', '--json')
  expect([undone.code, JSON.stringify(undone.json())]).toEqual([2, expect.stringContaining('people have them on their phones')])
})
