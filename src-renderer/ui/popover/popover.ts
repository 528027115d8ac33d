import { placeNear } from './place-near.ts'

/** Puts an open popover (the browser's own, in the top layer) next to what it belongs to. */
export function placePopover(popover: HTMLElement, anchor: Element, align: 'start' | 'center' | 'end'): void {
  popover.style.maxHeight = ''
  const size = popover.getBoundingClientRect()
  const { left, top, maxHeight } = placeNear(anchor.getBoundingClientRect(), size, { width: innerWidth, height: innerHeight }, align)
  popover.style.left = `${left}px`
  popover.style.top = `${top}px`
  if (maxHeight < size.height) popover.style.maxHeight = `${maxHeight}px`
}

/**
 * Keeps an open popover next to what it belongs to while something else scrolls or the window changes its size, and closes it when that is out of sight.
 * Answers what ends it.
 */
export function followAnchor(
  popover: HTMLElement,
  anchor: () => Element | undefined,
  align: 'start' | 'center' | 'end',
  close: () => void,
): () => void {
  const moved = (event: Event) => {
    const element = anchor()
    if (!element || !popover.matches(':popover-open') || (event.target instanceof Node && popover.contains(event.target))) return
    const { top, bottom } = element.getBoundingClientRect()
    if (bottom < 0 || top > innerHeight) close()
    else placePopover(popover, element, align)
  }
  addEventListener('scroll', moved, { capture: true, passive: true })
  addEventListener('resize', moved)
  return () => {
    removeEventListener('scroll', moved, { capture: true })
    removeEventListener('resize', moved)
  }
}
