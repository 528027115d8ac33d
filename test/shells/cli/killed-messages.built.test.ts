import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { startRollcall } from '../../helpers/run-rollcall.ts'
import { inOrder, oddCustomers, rowOutcomes, test, total } from './odd-office.ts'

test('a process killed again and again sends every message once', async ({ begin }) => {
  const { service, options, rollcall, messages, arrived } = await begin(oddCustomers(12), { delayMs: 15 })
  const { file, recipe, texts } = messages(12, 6)
  const plan = await rollcall('plan', file, '--recipe', recipe)
  let command = ['run', String(plan.object.plan), '--yes']
  for (const after of [5, 20, 40]) {
    const running = startRollcall([...command, '--json'], options())
    while (service.effects.length < after) {
      if (running.process.exitCode !== null) throw new Error((await running.ended).stderr)
      await wait(2)
    }
    running.process.kill('SIGKILL')
    await running.ended
    const [run] = (await rollcall('history')).object.runs as Record<string, unknown>[]
    expect(run).toMatchObject({ state: 'paused', rows: 72 })
    expect(total(run ?? {}, rowOutcomes)).toBe(72)
    command = ['resume', String(run?.run)]
  }
  // What was killed before it arrived goes again only when it can arrive no more: two minutes, which take no time in this process.
  const finished = await rollcall(...command)
  expect(finished.object).toMatchObject({ state: 'finished', rows: 72, done: 72, unknown: 0 })
  expect(finished.code).toBe(0)
  expect(arrived()).toEqual(inOrder(texts))
})
