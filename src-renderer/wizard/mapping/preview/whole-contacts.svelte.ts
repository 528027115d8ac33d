import { onDestroy } from 'svelte'
import type { PreviewedContact, Recipe } from '../../../../src-main/engine/contract.ts'
import { call, EngineError } from '../../../engine.ts'
import { type Failure, failureOf } from '../../../app/failure.ts'

const atOnce = 3
const afterMs = 250

/** Some rows of the file as whole contacts, before and after. They follow the recipe. */
export function createWholeContacts(fileId: () => string, recipe: () => Recipe) {
  const request = `contacts-${Math.random().toString(36).slice(2)}`
  let contacts = $state.raw<readonly PreviewedContact[]>([])
  let failure = $state.raw<Failure | null>(null)
  let from = $state(1)
  let hasMore = $state(false)
  let isRead = $state(false)
  let latest = 0

  async function load(current: Recipe, first: number): Promise<void> {
    const own = (latest += 1)
    try {
      const found = await call('mapping.contacts', { fileId: fileId(), recipe: current, from: first, count: atOnce, request })
      if (own !== latest) return
      contacts = found.contacts
      hasMore = found.hasMore
      failure = null
    } catch (error) {
      if (own !== latest || (error instanceof EngineError && error.code === 'cancelled')) return
      contacts = []
      failure = failureOf(error)
    } finally {
      if (own === latest) isRead = true
    }
  }

  $effect(() => {
    const [current, first] = [recipe(), from]
    const timer = setTimeout(() => void load(current, first), isRead ? afterMs : 0)
    return () => clearTimeout(timer)
  })
  onDestroy(() => {
    latest += 1
    call('mapping.stop', { request }).catch(() => undefined)
  })

  return {
    get contacts() {
      return contacts
    },
    get failure() {
      return failure
    },
    get isRead() {
      return isRead
    },
    get from() {
      return from
    },
    get hasMore() {
      return hasMore
    },
    next(): void {
      if (hasMore) from += atOnce
    },
    previous(): void {
      from = Math.max(1, from - atOnce)
    },
  }
}
export type WholeContacts = ReturnType<typeof createWholeContacts>
