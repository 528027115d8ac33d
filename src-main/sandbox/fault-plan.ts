import type { Fault, FaultKind, FaultSpec } from './fault-spec.ts'
import type { OperationName } from './operations/operation-names.ts'
import { createRandom } from './seed/random-bits.ts'

/** The faults that hit one request, at most one of each kind. */
export type FaultHits = ReadonlyMap<FaultKind, Fault>

export interface FaultPlan {
  /** Decides which faults hit the next request of this operation. The same spec and order of requests decide the same. */
  next(operation: OperationName): FaultHits
  /** A repeatable number in [0, 1), for amounts that vary. */
  random(): number
}

const nothing: FaultHits = new Map()

/** Turns a spec into decisions; every fault has its own repeatable stream of chances. */
export function createFaultPlan(spec: FaultSpec): FaultPlan {
  const seed = spec.seed ?? 1
  const states = spec.faults.map((fault, index) => ({
    fault,
    operations: fault.operations ? new Set<OperationName>(fault.operations) : null,
    random: createRandom(seed * 7919 + index),
    timesLeft: fault.times ?? Infinity,
    burstLeft: 0,
  }))
  const random = createRandom(seed * 7919 - 1)

  return {
    random,
    next(operation) {
      if (states.length === 0) return nothing
      const hits = new Map<FaultKind, Fault>()
      for (const state of states) {
        if (state.timesLeft === 0 || (state.operations && !state.operations.has(operation))) continue
        const probability = state.fault.probability ?? 1
        if (state.burstLeft > 0) state.burstLeft -= 1
        else if (probability < 1 && state.random() >= probability) continue
        else state.burstLeft = (state.fault.burst ?? 1) - 1
        if (hits.has(state.fault.kind)) continue
        state.timesLeft -= 1
        hits.set(state.fault.kind, state.fault)
      }
      return hits
    },
  }
}
