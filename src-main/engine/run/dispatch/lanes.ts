/** Something that waits its turn in a lane. */
export interface LaneItem {
  lane: string
}

interface Lane<T> {
  name: string
  items: T[]
  isBusy: boolean
  /** Monotonic; the lane's head may not go before. */
  notBeforeMs: number
}

/**
 * Rows of the same contact one after the other, in the order they were added; rows of different contacts in parallel.
 * A lane that has its turn is busy until it is released.
 */
export function createLanes<T extends LaneItem>() {
  const lanes = new Map<string, Lane<T>>()
  /** Lanes with a head that may go now, in the order in which they became so. */
  const ready = new Set<Lane<T>>()
  const delayed = new Set<Lane<T>>()
  let waiting = 0

  function wake(lane: Lane<T>, nowMs: number): void {
    if (lane.items.length === 0) {
      lanes.delete(lane.name)
      delayed.delete(lane)
      return
    }
    if (nowMs < lane.notBeforeMs) delayed.add(lane)
    else {
      delayed.delete(lane)
      ready.add(lane)
    }
  }

  return {
    add(item: T): void {
      const lane = lanes.get(item.lane) ?? { name: item.lane, items: [], isBusy: false, notBeforeMs: 0 }
      lanes.set(item.lane, lane)
      lane.items.push(item)
      waiting += 1
      if (!lane.isBusy && !delayed.has(lane)) ready.add(lane)
    },

    /** The next head whose lane is free; its lane is busy from now on. */
    take(nowMs: number): T | null {
      for (const lane of delayed) if (nowMs >= lane.notBeforeMs) wake(lane, nowMs)
      const [lane] = ready
      const head = lane?.items[0]
      if (lane === undefined || head === undefined) return null
      ready.delete(lane)
      lane.isBusy = true
      return head
    },

    /** Takes this head before all others; null when it must wait or its lane is busy. */
    takeThis(item: T, nowMs: number): T | null {
      const lane = laneOf(item)
      if (lane.isBusy || nowMs < lane.notBeforeMs) return null
      ready.delete(lane)
      delayed.delete(lane)
      lane.isBusy = true
      return item
    },

    /** The head is done with: the lane's next one may go. */
    finish(item: T, nowMs: number): void {
      const lane = laneOf(item)
      lane.items.shift()
      waiting -= 1
      lane.isBusy = false
      lane.notBeforeMs = 0
      wake(lane, nowMs)
    },

    /** The head stays where it is and goes again, not before `notBeforeMs` (monotonic). */
    release(item: T, notBeforeMs: number, nowMs: number): void {
      const lane = laneOf(item)
      lane.isBusy = false
      lane.notBeforeMs = notBeforeMs
      wake(lane, nowMs)
    },

    /** Items added and not finished. */
    size: (): number => waiting,
    hasReady: (nowMs: number): boolean => ready.size > 0 || [...delayed].some((lane) => nowMs >= lane.notBeforeMs),
    readyCount: (): number => ready.size,
    /** When the next delayed lane may go, after `nowMs`; null when none has to wait. */
    nextDueMs(nowMs: number): number | null {
      let dueMs: number | null = null
      for (const { notBeforeMs } of delayed) if (notBeforeMs > nowMs && (dueMs === null || notBeforeMs < dueMs)) dueMs = notBeforeMs
      return dueMs
    },
  }

  function laneOf(item: T): Lane<T> {
    const lane = lanes.get(item.lane)
    if (lane === undefined || lane.items[0] !== item) throw new Error(`${item.lane} is not at the head of its lane.`)
    return lane
  }
}
