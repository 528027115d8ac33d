import { flushSync, onDestroy } from 'svelte'
import type { RowPages } from './row-pages.svelte.ts'
import { contentHeight, isScaled, isStuck, placeAt, rowsInSight, scrolled, topShowing, type ScrollSizes } from './scaled-scroll.ts'

const scrollEndMs = 160
const overscan = 6
/** How long rows are filled in one frame. Laying them out takes about as long again, so that a frame stays within 16 ms. */
const fillMs = 5
/** How many rows are filled between two looks at the clock. */
const rowsAtOnce = 3

/** The elements of a row in sight. They are lent to another row when theirs leaves the sight: texts change, elements stay. */
class RowSlot<Row> {
  readonly number: number
  row = $state.raw<Row | null>(null)
  /** The index that `row` is of; while it is not the index shown, the row waits and what it shows is hidden. */
  filledFor = $state(-1)

  constructor(number: number) {
    this.number = number
  }
}

interface Options<Row> {
  pages: () => RowPages<Row>
  rowHeight: () => number
  headerHeight: number
}

/**
 * The rows in sight of a list of any length, and its scrolling. However fast it is scrolled, a frame fills no more rows than
 * there is time for; the others follow in the next frames. A row that stays in sight keeps its element where it is, so that
 * nothing of it is drawn again.
 */
export function createRowWindow<Row>({ pages, rowHeight, headerHeight }: Options<Row>) {
  const pool: RowSlot<Row>[] = []
  let viewport = $state<HTMLElement>()
  let height = $state(0)
  let place = $state.raw({ top: 0, scrollTop: 0 })
  let scrollEndTimer: ReturnType<typeof setTimeout> | undefined
  let frame = 0
  /** The frame that rows were filled in last, and for how long. */
  let filling = { frameMs: -1, spentMs: 0 }
  /** The slot that is the first one in the document. */
  let first = $state(0)

  const rows = $derived(pages().total ?? 0)
  const sizes = $derived<ScrollSizes>({ rows, rowHeight: rowHeight(), viewportHeight: Math.max(0, height - headerHeight) })
  const slots = $derived(Math.min(rows, Math.ceil(sizes.viewportHeight / sizes.rowHeight) + 2 * overscan + 1))
  const from = $derived(Math.min(rowsInSight(place, sizes, overscan).from, rows - slots))
  /** From the list's pixels to the element's. Stays the same while a wheel or a finger moves, so that rows stay in their places. */
  const shift = $derived(isScaled(sizes) ? Math.round(place.scrollTop - place.top) : 0)
  const lines = $derived(Array.from({ length: slots }, (_, at) => slotOf((first + at) % slots)))

  const slotOf = (number: number): RowSlot<Row> => (pool[number] ??= new RowSlot(number))

  $effect(() => pages().want(from, Math.max(from + slots, 1)))
  // Rows that come into sight are filled at once, before the browser lays them out; those that arrive between two frames with the next.
  $effect(() => {
    void [from, slots]
    queueMicrotask(fill)
  })
  $effect(() => {
    void pages().version
    fillNext()
  })
  $effect(() => {
    void slots
    awaitScrollEnd()
  })
  onDestroy(() => {
    cancelAnimationFrame(frame)
    frame = -1
    clearTimeout(scrollEndTimer)
  })

  /** As many rows as there is time for in this frame, those in sight first; the others in the next one. */
  function fill(): void {
    if (frame !== 0) return
    const frameMs = Number(document.timeline.currentTime)
    if (frameMs !== filling.frameMs) filling = { frameMs, spentMs: 0 }
    const startedMs = performance.now()
    const endMs = startedMs + fillMs - filling.spentMs
    const shown = rowsInSight(place, sizes, 0)
    const end = from + slots
    let filled = 0
    for (const index of [...range(shown.from, shown.to), ...range(shown.to, end), ...range(from, shown.from)]) {
      const row = pages().row(index)
      const slot = slotOf(index % slots)
      if (row === null) {
        if (slot.filledFor === index) slot.filledFor = -1
        continue
      }
      if (slot.filledFor === index && slot.row === row) continue
      if (filled % rowsAtOnce === 0) {
        flushSync()
        if (performance.now() >= endMs) {
          fillNext()
          break
        }
      }
      slot.row = row
      slot.filledFor = index
      filled += 1
    }
    flushSync()
    filling.spentMs += performance.now() - startedMs
  }

  function fillNext(): void {
    if (frame !== 0) return
    frame = requestAnimationFrame(() => {
      frame = 0
      fill()
    })
  }

  function moveTo(top: number): void {
    place = placeAt(top, sizes)
    if (!viewport) return
    viewport.scrollTop = place.scrollTop
    // The browser rounds; what it has is what the next delta is measured from.
    place = { ...place, scrollTop: viewport.scrollTop }
  }

  function awaitScrollEnd(): void {
    clearTimeout(scrollEndTimer)
    scrollEndTimer = setTimeout(() => {
      if (isScaled(sizes)) moveTo(place.top)
      // Who has the rows read aloud one after the other hears them in their order.
      first = slots === 0 ? 0 : from % slots
    }, scrollEndMs)
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
    /** The elements of rows, in the order of the document. */
    get lines() {
      return lines
    },
    /** The row that the slot is lent to. */
    indexOf: ({ number }: RowSlot<Row>): number => from + ((((number - from) % slots) + slots) % slots),
    /** Where a row is in the element that scrolls. */
    topOf: (index: number): number => shift + index * sizes.rowHeight,
    get contentHeight() {
      return contentHeight(sizes)
    },
    /** How many rows a page up or down goes. */
    get rowsPerPage() {
      return Math.max(1, Math.floor(sizes.viewportHeight / sizes.rowHeight) - 1)
    },
    isInSight: (index: number): boolean => index >= from && index < from + slots,
    onscroll(): void {
      if (!viewport || viewport.scrollTop === place.scrollTop) return
      place = scrolled(place, viewport.scrollTop, sizes)
      if (isStuck(place, sizes)) moveTo(place.top)
      awaitScrollEnd()
    },
    toStart: (): void => moveTo(0),
    /** Brings a row into sight with the least movement. */
    show(index: number): void {
      const top = topShowing(index, place, sizes)
      if (top === place.top) return
      moveTo(top)
      awaitScrollEnd()
    },
  }
}
function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index)
}
