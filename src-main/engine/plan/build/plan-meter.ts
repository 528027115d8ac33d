import type { Clock } from '../../model/clock.ts'
import type { PlanProgress } from '../../model/plans/plan-schema.ts'

const progressEveryMs = 100

export type PlanMeter = ReturnType<typeof createPlanMeter>

/** Counts how far a plan has come, and tells it a few times a second and at the end. */
export function createPlanMeter(planId: string, bytesTotal: number, clock: Clock, onProgress?: (progress: PlanProgress) => void) {
  const progress: PlanProgress = { planId, phase: 'reading', rowsRead: 0, bytesRead: 0, bytesTotal, lookedUp: 0, lookUps: 0 }
  let toldAtMs = Number.NEGATIVE_INFINITY
  const tell = (phase: PlanProgress['phase']): void => {
    const nowMs = clock.monotonicMs()
    if (phase !== 'done' && nowMs - toldAtMs < progressEveryMs) return
    toldAtMs = nowMs
    onProgress?.({ ...progress, phase })
  }
  return {
    tell,
    read(rows: number, bytesRead: number): void {
      progress.rowsRead += rows
      progress.bytesRead = bytesRead
      tell('reading')
    },
    /** The service is to be asked so often more. */
    expect(lookUps: number): void {
      progress.lookUps += lookUps
    },
    answered(answers: number): void {
      progress.lookedUp += answers
      progress.lookUps = Math.max(progress.lookUps, progress.lookedUp)
      tell('looking_up')
    },
  }
}
