import { shortAccountName } from '../words/account-words.ts'
import { sectionTitles } from '../settings/setting-places.ts'
import type { Route } from './route.svelte.ts'
import { session } from './session.svelte.ts'

let detail = $state<string | null>(null)

const titles: Record<Route['page'], string> = {
  start: 'Imports',
  import: 'Import',
  run: 'Import',
  undo: 'Undo',
  changes: 'What changed',
  contacts: 'Contacts',
  history: 'History',
  ledger: 'Consent ledger',
  settings: 'Settings',
  'sign-in': 'Sign in',
}

/** What a page says of itself beside its name, such as the file that is imported; null when it goes. */
export function setPageTitle(title: string | null): void {
  detail = title
}

/** Where one is, in which account: `Contacts · Practice · Rollcall`. */
export function windowTitle(to: Route): string {
  const { page } = to
  const section = page === 'settings' && to.section ? ` · ${sectionTitles[to.section]}` : ''
  const where = page === 'import' || page === 'run' || page === 'undo' ? (detail ?? titles[page]) : `${titles[page]}${section}`
  return [where, ...(session.account === null ? [] : [shortAccountName(session.account)]), 'Rollcall'].join(' · ')
}
