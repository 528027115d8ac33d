import { onDestroy } from 'svelte'
import type { Input, PreviewedRow, Recipe } from '../../../../src-main/engine/contract.ts'
import { call, EngineError } from '../../../engine.ts'
import { type Failure, failureOf } from '../../../app/failure.ts'

export type RowAsked = Input<'mapping.row'>['at']

const request = 'one-row'

/** One row of the file as the recipe makes it. The newest question counts; leaving the screen ends it. */
export function createPreviewedRow() {
  let row = $state.raw<PreviewedRow | null>(null)
  let failure = $state.raw<Failure | null>(null)
  let isLooking = $state(false)
  /** What was asked for and is not there. */
  let missing = $state.raw<RowAsked | null>(null)
  let latest = 0

  async function load(fileId: string, recipe: Recipe, at: RowAsked): Promise<void> {
    const own = (latest += 1)
    isLooking = true
    failure = null
    missing = null
    try {
      const found = (await call('mapping.row', { fileId, recipe, at, request })).row
      if (own !== latest) return
      if (found === null) missing = at
      else row = found
    } catch (error) {
      if (own === latest && !(error instanceof EngineError && error.code === 'cancelled')) failure = failureOf(error)
    } finally {
      if (own === latest) isLooking = false
    }
  }

  function stop(): void {
    latest += 1
    isLooking = false
    call('mapping.stop', { request }).catch(() => undefined)
  }
  onDestroy(stop)

  return {
    load,
    stop,
    get row() {
      return row
    },
    get failure() {
      return failure
    },
    get isLooking() {
      return isLooking
    },
    get missing() {
      return missing
    },
  }
}
