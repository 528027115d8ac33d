import type { DraftState } from '../../src-main/engine/contract.ts'

const key = (draftId: string) => `rollcall-unsaved-${draftId}`

/**
 * Keeps what the engine has not confirmed yet, for as long as this window lives: a reload can come between a change and
 * its saving, and a page that goes cannot wait for an answer.
 */
export function keepUnsaved(draftId: string, state: DraftState): void {
  try {
    sessionStorage.setItem(key(draftId), JSON.stringify(state))
  } catch {
    // Storage is full or forbidden: the engine is told in a moment anyway.
  }
}

export function forgetUnsaved(draftId: string): void {
  try {
    sessionStorage.removeItem(key(draftId))
  } catch {
    // As above.
  }
}

/** What was not saved before the page went; null when everything was. */
export function takeUnsaved(draftId: string): DraftState | null {
  try {
    const text = sessionStorage.getItem(key(draftId))
    // Written by `keepUnsaved` in this window; the engine checks it again when it is saved.
    return text === null ? null : (JSON.parse(text) as DraftState)
  } catch {
    return null
  }
}
