import type { Attachment } from 'svelte/attachments'

const canHaveFocus = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, summary, [tabindex]:not([tabindex="-1"])'

/** Lets the keyboard scroll what is taller than its room: where nothing inside can have the focus, the element itself can. */
export const scrollByKeys: Attachment<HTMLElement> = (element) => {
  function look(): void {
    const isNeeded = element.scrollHeight > element.clientHeight && element.querySelector(canHaveFocus) === null
    if (isNeeded) element.tabIndex = 0
    else if (document.activeElement !== element) element.removeAttribute('tabindex')
  }
  const sizes = new ResizeObserver(look)
  sizes.observe(element)
  const contents = new MutationObserver(look)
  contents.observe(element, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] })
  look()
  return () => {
    sizes.disconnect()
    contents.disconnect()
  }
}
