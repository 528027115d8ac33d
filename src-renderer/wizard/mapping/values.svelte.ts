import { onDestroy } from 'svelte'
import type { Input, ValueCounts } from '../../../src-main/engine/contract.ts'
import { call, EngineError } from '../../engine.ts'
import { type Failure, failureOf } from '../../failure.ts'

export type ValuesAsked = Omit<Input<'mapping.values'>, 'request'>

let asked = 0

/** The different values of a column, counted in the whole file. Leaving the screen ends the count. */
export function createValues() {
  const request = `values-${(asked += 1)}`
  let counts = $state.raw<ValueCounts | null>(null)
  let failure = $state.raw<Failure | null>(null)
  let latest = ''

  /** Counts anew, unless this is what was counted last. */
  async function load(input: ValuesAsked): Promise<void> {
    const key = JSON.stringify(input)
    if (key === latest) return
    latest = key
    failure = null
    try {
      const next = await call('mapping.values', { ...input, request })
      if (key === latest) counts = next
    } catch (error) {
      if (key === latest && !(error instanceof EngineError && error.code === 'cancelled')) failure = failureOf(error)
    }
  }

  onDestroy(() => {
    latest = ''
    call('mapping.stop', { request }).catch(() => undefined)
  })

  return {
    load,
    /** Null until the first count is done. */
    get counts() {
      return counts
    },
    get failure() {
      return failure
    },
  }
}
