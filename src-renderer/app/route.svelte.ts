import type { DraftStep } from '../../src-main/engine/contract.ts'

export type Route =
  | { page: 'start' }
  | { page: 'import'; draftId: string; step: DraftStep }
  | { page: 'run'; runId: string }
  | { page: 'undo'; planId: string }
  | { page: 'contacts' }
  | { page: 'history' }
  | { page: 'ledger' }
  | { page: 'settings' }
  | { page: 'sign-in' }

const draftSteps: readonly string[] = ['file', 'mapping', 'review', 'run', 'results'] satisfies DraftStep[]

/** The screen that an address names; the start page for anything unknown. */
export function routeOf(hash: string): Route {
  const [page, id, step] = hash.replace(/^#\/?/, '').split('/').map(decodeURIComponent)
  switch (page) {
    case 'import':
      return id ? { page, draftId: id, step: step && draftSteps.includes(step) ? (step as DraftStep) : 'file' } : { page: 'start' }
    case 'run':
      return id ? { page, runId: id } : { page: 'history' }
    case 'undo':
      return id ? { page, planId: id } : { page: 'history' }
    case 'contacts':
    case 'history':
    case 'ledger':
    case 'settings':
    case 'sign-in':
      return { page }
    default:
      return { page: 'start' }
  }
}

export function hashOf(route: Route): string {
  switch (route.page) {
    case 'start':
      return '#/'
    case 'import':
      return `#/import/${encodeURIComponent(route.draftId)}/${route.step}`
    case 'run':
      return `#/run/${encodeURIComponent(route.runId)}`
    case 'undo':
      return `#/undo/${encodeURIComponent(route.planId)}`
    default:
      return `#/${route.page}`
  }
}

let current = $state.raw<Route>(routeOf(location.hash))
window.addEventListener('hashchange', () => (current = routeOf(location.hash)))

export const route = {
  get current() {
    return current
  },
}

/** Shows a screen; `replace` leaves no entry to go back to. */
export function go(to: Route, options: { replace?: boolean } = {}): void {
  const hash = hashOf(to)
  if (hash === location.hash) return
  if (options.replace) history.replaceState(null, '', hash)
  else history.pushState(null, '', hash)
  current = to
}
