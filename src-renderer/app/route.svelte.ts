import type { DraftStep } from '../../src-main/engine/contract.ts'

export type Route =
  | { page: 'start' }
  | { page: 'import'; draftId: string; step: DraftStep }
  | { page: 'run'; runId: string }
  | { page: 'undo'; planId: string }
  /** `search`: what the list shows at first. */
  | { page: 'contacts'; search?: string }
  | { page: 'changes' }
  | { page: 'history' }
  /** `contact`: the uuid of the one whose records are shown. */
  | { page: 'ledger'; contact?: string }
  | { page: 'settings'; section?: SettingsSection }
  | { page: 'sign-in' }

export const settingsSections = ['general', 'privacy', 'accounts', 'schedules', 'about'] as const
export type SettingsSection = (typeof settingsSections)[number]

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
      return id ? { page, search: id } : { page }
    case 'ledger':
      return id ? { page, contact: id } : { page }
    case 'settings': {
      const section = settingsSections.find((one) => one === id)
      return section ? { page, section } : { page }
    }
    case 'changes':
    case 'history':
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
    case 'contacts':
      return route.search ? `#/contacts/${encodeURIComponent(route.search)}` : '#/contacts'
    case 'ledger':
      return route.contact ? `#/ledger/${encodeURIComponent(route.contact)}` : '#/ledger'
    case 'settings':
      return route.section ? `#/settings/${route.section}` : '#/settings'
    default:
      return `#/${route.page}`
  }
}

let current = $state.raw<Route>(routeOf(location.hash))
/** Keeps the screen until somebody has decided about what is not saved there: true where it asks, and calls `leave` if need be. */
export type LeaveGuard = (to: Route | null, leave: () => void) => boolean
let guard: LeaveGuard | null = null

window.addEventListener('hashchange', () => {
  const to = routeOf(location.hash)
  const isKept = guard !== null && guard(to, () => go(to))
  if (isKept) history.replaceState(null, '', hashOf(current))
  else current = to
})

/** Returns the function that ends it. */
export function guardLeaving(next: LeaveGuard): () => void {
  guard = next
  return () => {
    if (guard === next) guard = null
  }
}

/** Does what takes the screen away, once it may. */
export function whenMayLeave(work: () => void): void {
  if (guard === null || !guard(null, work)) work()
}

export const route = {
  get current() {
    return current
  },
}

/** Shows a screen; `replace` leaves no entry to go back to. */
export function go(to: Route, options: { replace?: boolean } = {}): void {
  const hash = hashOf(to)
  if (hash === location.hash || guard?.(to, () => go(to, options))) return
  if (options.replace) history.replaceState(null, '', hash)
  else history.pushState(null, '', hash)
  current = to
}
