/**
 * Where a list of rows of one height is, however many rows it has. Browsers cap an element's height (Firefox near 17
 * million pixels, Chromium near 33), so beyond `heightAtMost` the scroll bar covers the list at a smaller scale: dragging
 * it moves by the scale, while a wheel, a key or a finger still moves pixel by pixel.
 */
export interface ScrollPlace {
  /** Of the list itself, in unscaled pixels. */
  top: number
  /** Of the element, as the browser has it. */
  scrollTop: number
}

export interface ScrollSizes {
  rows: number
  rowHeight: number
  viewportHeight: number
}

export const heightAtMost = 8_000_000

export function contentHeight({ rows, rowHeight }: ScrollSizes): number {
  return Math.min(rows * rowHeight, heightAtMost)
}

function furthest(sizes: ScrollSizes): { top: number; scrollTop: number } {
  return {
    top: Math.max(0, sizes.rows * sizes.rowHeight - sizes.viewportHeight),
    scrollTop: Math.max(0, contentHeight(sizes) - sizes.viewportHeight),
  }
}

export function isScaled(sizes: ScrollSizes): boolean {
  return sizes.rows * sizes.rowHeight > heightAtMost
}

/** The place after the browser scrolled to `scrollTop`. */
export function scrolled(place: ScrollPlace, scrollTop: number, sizes: ScrollSizes): ScrollPlace {
  const end = furthest(sizes)
  if (!isScaled(sizes)) return { top: clamp(scrollTop, end.top), scrollTop }
  const delta = scrollTop - place.scrollTop
  const isFine = Math.abs(delta) <= sizes.viewportHeight * 2
  const top = isFine ? place.top + delta : (scrollTop / end.scrollTop) * end.top
  return { top: clamp(top, end.top), scrollTop }
}

/** The place at `top`, with the scroll bar where it belongs. */
export function placeAt(top: number, sizes: ScrollSizes): ScrollPlace {
  const end = furthest(sizes)
  const inside = clamp(top, end.top)
  return { top: inside, scrollTop: isScaled(sizes) ? (inside / end.top) * end.scrollTop : inside }
}

/** Whether the scroll bar stands at an end although the list does not: then it has to be put right at once. */
export function isStuck(place: ScrollPlace, sizes: ScrollSizes): boolean {
  const end = furthest(sizes)
  const atTop = place.scrollTop <= 0 && place.top > 0
  const atEnd = place.scrollTop >= end.scrollTop - 1 && place.top < end.top - 1
  return isScaled(sizes) && (atTop || atEnd)
}

/** The rows to draw: those in sight and `overscan` more on either side. `to` is not included. */
export function rowsInSight(place: ScrollPlace, sizes: ScrollSizes, overscan: number): { from: number; to: number } {
  const from = Math.floor(place.top / sizes.rowHeight) - overscan
  const to = Math.ceil((place.top + sizes.viewportHeight) / sizes.rowHeight) + overscan
  return { from: clamp(from, sizes.rows), to: clamp(to, sizes.rows) }
}

/** The `top` that brings a row into sight with the least movement. */
export function topShowing(row: number, place: ScrollPlace, sizes: ScrollSizes): number {
  const rowTop = row * sizes.rowHeight
  if (rowTop < place.top) return rowTop
  const lowest = rowTop + sizes.rowHeight - sizes.viewportHeight
  return lowest > place.top ? lowest : place.top
}

function clamp(value: number, end: number): number {
  return Math.min(Math.max(0, value), Math.max(0, end))
}
