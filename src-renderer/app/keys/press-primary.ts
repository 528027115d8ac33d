import { blockedWords } from '../../words/app/failure-words.ts'
import { announce } from '../announcer.svelte.ts'

/** Presses the one filled button: of the dialog where one is open, else of the page. */
export function pressPrimary(): void {
  const dialog = [...document.querySelectorAll<HTMLElement>('[role="dialog"]')].at(-1)
  const buttons = [...(dialog ?? document).querySelectorAll<HTMLButtonElement>('.button.primary')].filter((one) => one.checkVisibility())
  const primary = buttons.at(-1)
  if (primary === undefined) return
  if (primary.matches(':disabled')) announce(blockedWords.cannotBePressedYet(primary.innerText.trim()), { urgent: true })
  else primary.click()
}

/** Moves to the page's search; false where it has none. */
export function focusSearch(): boolean {
  const found = [...document.querySelectorAll<HTMLInputElement>('main input[type="search"]')].find((one) => one.checkVisibility())
  found?.focus()
  found?.select()
  return found !== undefined
}
