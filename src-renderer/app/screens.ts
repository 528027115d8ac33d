import { stepScreens } from '../wizard/step-screens.ts'

/** Each screen loads its own code when it is first shown: what comes first is there soonest. */
export const screens = {
  changes: () => import('../contacts/ChangesPage.svelte'),
  contacts: () => import('../contacts/ContactsPage.svelte'),
  damaged: () => import('../settings/DamagedAccount.svelte'),
  history: () => import('../history/HistoryPage.svelte'),
  ledger: () => import('../ledger/LedgerPage.svelte'),
  keySheet: () => import('./keys/KeySheet.svelte'),
  palette: () => import('./palette/Palette.svelte'),
  run: () => import('../history/RunPage.svelte'),
  settings: () => import('../settings/SettingsPage.svelte'),
  signIn: () => import('../settings/SignInPage.svelte'),
  stopTexts: () => import('../contacts/StopTextsDialog.svelte'),
  tour: () => import('./tour/TourCard.svelte'),
  undo: () => import('../undo/UndoPage.svelte'),
  wizard: () => import('../wizard/Wizard.svelte'),
}

/** Loads the others while nothing else is to be done, so that they open at once, and without an engine too. */
export function loadScreensAhead(): void {
  const whenIdle = window.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 200))
  const left: (() => Promise<unknown>)[] = [...Object.values(screens), ...Object.values(stepScreens)]
  const next = (): void => {
    const load = left.shift()
    // What cannot be loaded now says so when it is opened.
    if (load !== undefined)
      void load().then(
        () => whenIdle(next),
        () => undefined,
      )
  }
  whenIdle(next)
}
