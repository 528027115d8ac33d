import type { AccountSettings } from '../../src-main/engine/contract.ts'
import { session } from './session.svelte.ts'

export type Look = Pick<AccountSettings, 'theme' | 'textSize'>

let tried = $state.raw<Look | null>(null)

/** Theme and size of text: as saved, or as somebody tries them in the settings. */
export const look = {
  get current(): Look {
    const { theme = 'system', textSize = 'normal' } = tried ?? session.account?.settings ?? {}
    return { theme, textSize }
  },
  /** Null: as saved. */
  try(next: Look | null): void {
    tried = next
  },
}
