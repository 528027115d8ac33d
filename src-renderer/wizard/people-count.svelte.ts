import { onDestroy } from 'svelte'
import type { PeopleCount, Recipe } from '../../src-main/engine/contract.ts'
import { call, EngineError, on } from '../engine.ts'
import { type Failure, failureOf } from '../app/failure.ts'
import { share } from '../words/format.ts'

const request = `people-${Math.random().toString(36).slice(2)}`

/** Whom the file of an import is about, and how many of them the account has. The newest question counts. */
export function createPeopleCount() {
  let count = $state.raw<PeopleCount | null>(null)
  let failure = $state.raw<Failure | null>(null)
  let part = $state('')
  let isCounting = $state(false)
  let latest = ''
  let countedFileId = ''
  let running: Promise<void> = Promise.resolve()

  async function read(key: string, fileId: string, recipe: Recipe): Promise<void> {
    latest = key
    isCounting = true
    failure = null
    part = ''
    try {
      const next = await call('mapping.people', { fileId, recipe, request })
      if (key === latest) count = next
    } catch (error) {
      if (key !== latest) return
      count = null
      if (!(error instanceof EngineError && error.code === 'cancelled')) failure = failureOf(error)
    } finally {
      if (key === latest) isCounting = false
    }
  }

  const endListening = on('mapping.progress', (now) => {
    if (now.request === request) part = share(now.bytesRead, now.bytesTotal)
  })
  onDestroy(() => {
    endListening()
    latest = ''
    call('mapping.stop', { request }).catch(() => undefined)
  })

  return {
    /** Counts unless that was counted already. What the count does not depend on changes nothing. `revision`: of the file's cells. */
    load(fileId: string, recipe: Recipe, revision: unknown): void {
      const { kind, source, match, only } = recipe
      const key = JSON.stringify([fileId, kind, source, match, only, revision])
      if (key === latest) return
      if (fileId !== countedFileId) count = null
      countedFileId = fileId
      running = read(key, fileId, recipe)
    },
    /** Counts once more, as after a sync. */
    again(fileId: string, recipe: Recipe): void {
      running = read(`${latest} `, fileId, recipe)
    },
    /** Ends when nothing is being counted any more. */
    settled: (): Promise<void> => running,
    forget(): void {
      latest = ''
      count = null
    },
    /** Null until the first count is done. */
    get count() {
      return count
    },
    get isCounting() {
      return isCounting
    },
    /** How far a count is that takes a moment; else empty. */
    get part() {
      return isCounting ? part : ''
    },
    get failure() {
      return failure
    },
  }
}
export type People = ReturnType<typeof createPeopleCount>

/** What most people of a file want done with it: bring everybody in where most are new; null while that is not known. */
export function suggestedMode(count: PeopleCount | null): 'updateAndAdd' | 'update' | null {
  if (count === null || count.open > 0 || count.people === 0) return null
  return count.added > count.known ? 'updateAndAdd' : 'update'
}
