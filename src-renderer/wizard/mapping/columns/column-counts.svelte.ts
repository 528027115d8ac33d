import { onDestroy } from 'svelte'
import type { Input, ValueCounts } from '../../../../src-main/engine/contract.ts'
import { call, EngineError, on } from '../../../engine.ts'
import { type Failure, failureOf } from '../../../app/failure.ts'
import { share } from '../../../words/format.ts'

export type ValuesAsked = Omit<Input<'mapping.values'>, 'request'>
export type Values = ReturnType<typeof createValues>

/** Other windows count too. */
const ownWindow = Math.random().toString(36).slice(2)
let asked = 0

/** The different values of a column, counted in the whole file. Leaving the screen ends the count. */
export function createValues() {
  const request = `values-${ownWindow}-${(asked += 1)}`
  let counts = $state.raw<ValueCounts | null>(null)
  let failure = $state.raw<Failure | null>(null)
  let part = $state('')
  let isStopped = $state(false)
  let latest = ''

  /** Counts anew, unless this is what was counted last. */
  async function load(input: ValuesAsked): Promise<void> {
    const key = JSON.stringify(input)
    if (key !== latest) await count(key)
  }

  async function count(key: string): Promise<void> {
    latest = key
    failure = null
    isStopped = false
    try {
      const next = await call('mapping.values', { ...(JSON.parse(key) as ValuesAsked), request })
      if (key === latest) counts = next
    } catch (error) {
      if (key === latest && !(error instanceof EngineError && error.code === 'cancelled')) failure = failureOf(error)
    } finally {
      if (key === latest) part = ''
    }
  }

  function end(): void {
    call('mapping.stop', { request }).catch(() => undefined)
  }

  const endListening = on('mapping.progress', (now) => {
    if (now.request === request && !isStopped) part = share(now.bytesRead, now.bytesTotal)
  })
  onDestroy(() => {
    endListening()
    latest = ''
    end()
  })

  return {
    load,
    /** Ends the count; nothing is known then until it is begun again. */
    stop(): void {
      isStopped = true
      counts = null
      part = ''
      end()
    },
    again: (): void => void count(latest),
    /** Null until the first count is done. */
    get counts() {
      return counts
    },
    /** How far a count is that takes a moment; else empty. */
    get part() {
      return part
    },
    get isStopped() {
      return isStopped || failure !== null
    },
    get failure() {
      return failure
    },
  }
}
