import { tick } from 'svelte'

/** Gives the focus to an element where nothing has it any more, because what had it is gone; else leaves it. Nothing moves. */
export async function focusIfLost(element: () => HTMLElement | null | undefined): Promise<void> {
  await tick()
  if (document.activeElement === null || document.activeElement === document.body) element()?.focus({ preventScroll: true })
}

/** The same for a whole screen: its title. */
export function focusTitleIfLost(): void {
  void focusIfLost(() => {
    const title = document.querySelector('h1')
    if (title) title.tabIndex = -1
    return title
  })
}
