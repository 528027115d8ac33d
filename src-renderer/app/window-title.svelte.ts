import { shortAccountName } from '../words/account-words.ts'
import { sectionTitles } from '../words/settings/setting-places.ts'
import { pageTitles as titles } from '../words/app/app-frame-words.ts'
import type { Route } from './route.svelte.ts'
import { session } from './session.svelte.ts'

let detail = $state<string | null>(null)

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
