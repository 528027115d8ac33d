/** So many pages are under way at once, at most: as much as a browser would ask of a service at once, and less. */
const mostPages = 4
/** After so many pages without a complaint, one more may be under way. */
const calmPages = 100

/** How many pages may be under way: as many as are allowed, one alone as soon as the service asks to slow down. */
export interface ReadAheadPace {
  width(): number
  onPage(): void
  onBusy(): void
}

export function createReadAheadPace(): ReadAheadPace {
  let width = mostPages
  let calm = 0
  return {
    width: () => width,
    onPage() {
      calm += 1
      if (calm < calmPages || width >= mostPages) return
      width += 1
      calm = 0
    },
    onBusy() {
      width = 1
      calm = 0
    },
  }
}

/**
 * Gives pages in order and asks for those that follow meanwhile, `width()` of them at most. What became of a page shows
 * only when its turn comes: failures of pages after the end are never seen.
 */
export function createReadAhead<T>(fetch: (page: number) => Promise<T>, width: () => number): (page: number) => Promise<T> {
  const underWay = new Map<number, Promise<T>>()
  const ask = (page: number): Promise<T> => {
    const asked = underWay.get(page) ?? fetch(page)
    underWay.set(page, asked)
    asked.catch(() => undefined)
    return asked
  }
  return (page) => {
    const asked = ask(page)
    for (let next = page + 1; next < page + width(); next += 1) void ask(next)
    underWay.delete(page)
    return asked
  }
}
