import { tick } from 'svelte'

/** Gives the focus to an element where nothing has it any more, because what had it is gone; else leaves it. Nothing moves. */
export async function focusIfLost(element: () => HTMLElement | null | undefined): Promise<void> {
  await tick()
  if (document.activeElement === null || document.activeElement === document.body) element()?.focus({ preventScroll: true })
}

/** For buttons that take themselves away with what they belong to: to the last control of what is left around them. */
export function keepFocusNear(event: MouseEvent): void {
  const path = event.composedPath().filter((one) => one instanceof HTMLElement)
  void focusIfLost(() => {
    const left = path.find(({ isConnected }) => isConnected)
    return left === path[0] ? null : [...(left?.querySelectorAll<HTMLElement>('select, button') ?? [])].at(-1)
  })
}

/** For a whole screen: to its title, where nothing has the focus any more. */
export function focusTitleIfLost(): void {
  void focusIfLost(() => {
    const title = document.querySelector('h1')
    if (title) title.tabIndex = -1
    return title
  })
}
