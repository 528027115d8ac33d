interface RowFeedOptions {
  /** Whether more rows are wanted; `now`: there are fewer than may leave at once. */
  wantsRows: () => 'no' | 'soon' | 'now'
  /** Reads the next piece of the plan. */
  refill: () => void
  /** There were too few rows: what was read may leave. */
  onRows: () => void
  /** Carries that out later, unless the run has stopped by then. */
  later: (work: () => void) => void
}

/** Reads rows from the plan while the answers to what has left are on their way: a piece at a time, as long as more are wanted. */
export function createRowFeed({ wantsRows, refill, onRows, later }: RowFeedOptions) {
  let isDue = false
  return { schedule }

  function schedule(): void {
    if (isDue || wantsRows() === 'no') return
    isDue = true
    later(() => {
      isDue = false
      const wasShort = wantsRows() === 'now'
      refill()
      if (wasShort) onRows()
      else schedule()
    })
  }
}
