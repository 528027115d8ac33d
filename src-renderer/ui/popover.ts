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

/** Calls back when something outside of the element scrolls: a popover would stay behind. Answers what ends it. */
export function onScrollOutside(element: HTMLElement, moved: () => void): () => void {
  const scrolled = (event: Event) => {
    if (event.target instanceof Node && !element.contains(event.target)) moved()
  }
  addEventListener('scroll', scrolled, { capture: true, passive: true })
  return () => removeEventListener('scroll', scrolled, { capture: true })
}
