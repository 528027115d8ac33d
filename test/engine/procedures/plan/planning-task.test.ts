import { expect, test } from 'vitest'
import type { PlanProgress } from '../../../../src-main/engine/contract.ts'
import { recipe } from '../../store/stored-things.ts'
import { practiceEngine } from '../practice-engine.ts'

const names = recipe({ match: { by: 'phone', column: 'Phone', country: 'US' }, fields: [{ to: 'name', from: ['Name'] }], notFound: 'skip' })
const lines = Array.from({ length: 40 }, (_, n) => `+1212555${String(n).padStart(4, '0')},Person ${n}`)

test.each([
  ['cannot sign in while it looks contacts up', 'failed', 'sign_in.needed'],
  ['is cancelled in another window', 'cancelled', 'cancelled'],
])('whoever looks at a plan that %s is told that it has ended, and the plan says why', async (_how, state, code) => {
  const { sandbox, engine, call, openFile } = await practiceEngine({ contacts: 5 })
  const file = await openFile('list.csv', `Phone,Name\n${lines.join('\n')}\n`)
  const told: PlanProgress[] = []
  const ended = new Promise<void>((resolve) => {
    engine.onAnyEvent((event, payload) => {
      if (event !== 'plan.progress') return
      told.push(payload as PlanProgress)
      if ((payload as PlanProgress).phase === 'done') resolve()
    })
  })
  sandbox.setFaults(code === 'cancelled' ? 'latency=50' : 'expire-token-after=15')
  const begun = await call('plans.start', { fileId: file.id, recipe: names, lookup: 'always', wait: false })
  expect(begun.state).toBe('building')
  if (code === 'cancelled') await call('plans.cancel', { planId: begun.id })
  await ended
  expect(told.filter(({ phase }) => phase === 'done')).toEqual([expect.objectContaining({ planId: begun.id })])
  expect(await call('plans.get', { planId: begun.id })).toMatchObject({ state, ...(state === 'failed' && { error: { code } }) })
})
