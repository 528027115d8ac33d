import { flushSync, onDestroy } from 'svelte'
import type { RowPages } from './row-pages.svelte.ts'
import { contentHeight, isScaled, isStuck, placeAt, rowsInSight, scrolled, topShowing, type ScrollSizes } from './scaled-scroll.ts'

const settledMs = 160
const overscan = 6
/** How long rows are filled in one frame. Laying them out takes about as long again, so that a frame stays within 16 ms. */
const fillMs = 5

/** The elements of a row in sight. They are lent to another row when theirs leaves the sight: texts change, elements stay. */
class RowSlot<Row> {
  row = $state.raw<Row | null>(null)
  /** The index that `row` is of; while it is not the index shown, the row waits and what it shows is hidden. */
  filledFor = $state(-1)
}

interface Options<Row> {
  pages: () => RowPages<Row>
  rowHeight: () => number
  headerHeight: number
}

/**
 * The rows in sight of a list of any length, and its scrolling. However fast it is scrolled, a frame fills no more rows than
 * there is time for; the others follow in the next frames.
 */
export function createRowWindow<Row>({ pages, rowHeight, headerHeight }: Options<Row>) {
  const pool: RowSlot<Row>[] = []
  let viewport = $state<HTMLElement>()
  let height = $state(0)
  let place = $state.raw({ top: 0, scrollTop: 0 })
  let settle: ReturnType<typeof setTimeout> | undefined
  let frame = 0

  const rows = $derived(pages().total ?? 0)
  const sizes = $derived<ScrollSizes>({ rows, rowHeight: rowHeight(), viewportHeight: Math.max(0, height - headerHeight) })
  const sight = $derived(rowsInSight(place, sizes, overscan))
  const from = $derived(sight.from)
  const to = $derived(sight.to)
  const slots = $derived(Math.ceil(sizes.viewportHeight / sizes.rowHeight) + 2 * overscan + 2)
  const indexes = $derived(Array.from({ length: to - from }, (_, index) => from + index))
  // Unscaled, the offset depends on the first row only, so that scrolling moves no element but the browser's own.
  const offset = $derived(isScaled(sizes) ? place.scrollTop - place.top + from * sizes.rowHeight : from * sizes.rowHeight)

  const slotAt = (index: number): RowSlot<Row> => (pool[index % slots] ??= new RowSlot())

  $effect(() => pages().want(from, Math.max(to, 1)))
  $effect(() => {
    void [from, to, slots, pages().version]
    if (frame === 0) frame = requestAnimationFrame(fill)
  })
  onDestroy(() => {
    cancelAnimationFrame(frame)
    clearTimeout(settle)
  })

  function fill(startedMs: number): void {
    frame = 0
    const list = pages()
    // The frame's own time stamp can lie before a long task; the budget counts from here.
    const endMs = Math.max(startedMs, performance.now()) + fillMs
    const shown = rowsInSight(place, sizes, 0)
    const [first, last] = [from, to]
    const nearFirst = [...range(shown.from, shown.to), ...range(shown.to, last), ...range(first, shown.from)]
    let filled = 0
    for (const index of nearFirst) {
      const row = list.row(index)
      const slot = slotAt(index)
      if (row === null) {
        if (slot.filledFor === index) slot.filledFor = -1
        continue
      }
      if (slot.filledFor === index && slot.row === row) continue
      if (filled > 0 && performance.now() >= endMs) {
        frame = requestAnimationFrame(fill)
        return
      }
      slot.row = row
      slot.filledFor = index
      flushSync()
      filled += 1
    }
  }

  function moveTo(top: number): void {
    place = placeAt(top, sizes)
    if (!viewport) return
    viewport.scrollTop = place.scrollTop
    // The browser rounds; what it has is what the next delta is measured from.
    place = { ...place, scrollTop: viewport.scrollTop }
  }

  return {
    get viewport() {
      return viewport
    },
    set viewport(element) {
      viewport = element
    },
    get height() {
      return height
    },
    set height(pixels) {
      height = pixels
    },
    get rows() {
      return rows
    },
    get indexes() {
      return indexes
    },
    get slots() {
      return slots
    },
    get offset() {
      return offset
    },
    get contentHeight() {
      return contentHeight(sizes)
    },
    /** How many rows a page up or down goes. */
    get rowsPerPage() {
      return Math.max(1, Math.floor(sizes.viewportHeight / sizes.rowHeight) - 1)
    },
    slotAt,
    isInSight: (index: number): boolean => index >= from && index < to,
    onscroll(): void {
      if (!viewport || viewport.scrollTop === place.scrollTop) return
      place = scrolled(place, viewport.scrollTop, sizes)
      if (!isScaled(sizes)) return
      if (isStuck(place, sizes)) return moveTo(place.top)
      clearTimeout(settle)
      settle = setTimeout(() => moveTo(place.top), settledMs)
    },
    toStart: (): void => moveTo(0),
    /** Brings a row into sight with the least movement. */
    show: (index: number): void => moveTo(topShowing(index, place, sizes)),
  }
}
export type RowWindow<Row> = ReturnType<typeof createRowWindow<Row>>

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index)
}
