import { expect, test } from 'vitest'
import type { PlanProgress } from '../../../../src-main/engine/model/plans/plan-schema.ts'
import { createPlanMeter } from '../../../../src-main/engine/plan/build/plan-meter.ts'
import { clock } from '../planning.ts'

test('progress is told ten times a second at most, and the end at once', () => {
  let nowMs = 0
  const told: [number, PlanProgress['phase'], number][] = []
  const meter = createPlanMeter('plan', 100, { ...clock, monotonicMs: () => nowMs }, ({ phase, rowsRead }) =>
    told.push([nowMs, phase, rowsRead]),
  )
  for (const atMs of [0, 50, 99, 100, 150, 200]) {
    nowMs = atMs
    meter.read(1, atMs)
  }
  meter.tell('done')
  expect(told).toEqual([
    [0, 'reading', 1],
    [100, 'reading', 4],
    [200, 'reading', 6],
    [200, 'done', 6],
  ])
})
