import { expect, test } from 'vitest'
import { makeScenario } from '../seed/make-scenario.ts'
import type { Scenario } from '../seed/scenario.ts'
import { shrinkScenario } from './shrink-scenario.ts'

test('a failing scenario shrinks to what it takes', async () => {
  const whole = { ...makeScenario(1, []), isRaced: true, faults: [fault(1), fault(2), fault(3), fault(4)] }
  const takes = ({ isRaced, faults, files }: Scenario) =>
    Promise.resolve(isRaced && faults.some(({ nth }) => nth === 3) && (files[0]?.rows.length ?? 0) > 0)
  const smallest = await shrinkScenario(whole, takes)
  expect(smallest).toMatchObject({
    isRaced: true,
    faults: [fault(3)],
    crashes: [],
    deeds: [],
    customers: [],
    isUndone: false,
    isRunAgain: false,
    concurrency: 1,
  })
  expect(smallest.files.map(({ rows }) => rows.length)).toEqual([1])
})

function fault(nth: number): Scenario['faults'][number] {
  return { on: 'write', nth, how: { kind: 'refused' } }
}
