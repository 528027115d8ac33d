import { call } from '../../engine.ts'
import { blockedWords } from '../../words/app/failure-words.ts'
import { beginImport } from '../../wizard/wizard-state.svelte.ts'
import { announce } from '../announcer.svelte.ts'
import { blocked } from '../blocked.svelte.ts'
import { failureOf } from '../failure.ts'
import { chooseFile } from '../intake.svelte.ts'
import { go } from '../route.svelte.ts'
import { session } from '../session.svelte.ts'
import { tour } from '../tour/tour.svelte.ts'
import type { ActionId } from './actions.ts'
import { overlays } from './overlays.svelte.ts'
import { focusSearch, pressPrimary } from './press-primary.ts'

/** Why an action cannot be done at present; null where it can. */
export function whyNot(id: ActionId): string | null {
  if (id === 'newImport' || id === 'openFile' || id === 'sync') return blocked.reason
  if (id === 'tour') return session.account?.practice ? blocked.reason : blockedWords.tourIsInPractice
  return null
}

const doers: Record<ActionId, () => unknown> = {
  newImport: () => beginImport(),
  openFile: () => chooseFile(),
  palette: () => overlays.show('palette'),
  find: () => focusSearch(),
  primary: () => pressPrimary(),
  imports: () => go({ page: 'start' }),
  contacts: () => go({ page: 'contacts' }),
  history: () => go({ page: 'history' }),
  ledger: () => go({ page: 'ledger' }),
  settings: () => go({ page: 'settings' }),
  preferences: () => go({ page: 'settings' }),
  sync: async () => {
    go({ page: 'contacts' })
    await call('sync.start', {})
  },
  stopTexts: () => overlays.show('stopTexts'),
  signIn: () => go({ page: 'sign-in' }),
  tour: () => tour.start(),
  keys: () => overlays.show('keys'),
}

/** Does it, or says why it cannot be done. Returns false where there was nothing to do it to. */
export function doAction(id: ActionId): boolean {
  const why = whyNot(id)
  if (why !== null) {
    announce(why, { urgent: true })
    return true
  }
  const done = doers[id]()
  if (done instanceof Promise) done.catch((error: unknown) => announce(failureOf(error).message, { urgent: true }))
  return done !== false
}
