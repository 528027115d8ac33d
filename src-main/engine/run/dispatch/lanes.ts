/** Something that waits its turn in a lane. */
export interface LaneItem {
  lane: string
}

interface Lane<T> {
  name: string
  items: T[]
  isBusy: boolean
  /** Whether its head had its turn before. */
  isBegun: boolean
  /** Monotonic; the lane's head may not go before. */
  notBeforeMs: number
}

/**
 * Rows of the same contact one after the other, in the order they were added; rows of different contacts in parallel.
 * A lane that has its turn is busy until it is released. What has begun goes on before anything else begins.
 */
export function createLanes<T extends LaneItem>() {
  const lanes = new Map<string, Lane<T>>()
  /** Lanes with a head that may go now, in the order in which they became so. */
  const ready = new Set<Lane<T>>()
  const begun = new Set<Lane<T>>()
  const delayed = new Set<Lane<T>>()
  let waiting = 0
  /** No delayed lane is due before that; at most this is too early. */
  let earliestMs = Number.POSITIVE_INFINITY

  function wake(lane: Lane<T>, nowMs: number): void {
    if (lane.items.length === 0) {
      lanes.delete(lane.name)
      delayed.delete(lane)
      return
    }
    if (nowMs < lane.notBeforeMs) {
      delayed.add(lane)
      earliestMs = Math.min(earliestMs, lane.notBeforeMs)
    } else {
      delayed.delete(lane)
      if (lane.isBegun) begun.add(lane)
      else ready.add(lane)
    }
  }

  /** Thousands of lanes may wait for the morning: they are not looked through for each row that goes. */
  function wakeDue(nowMs: number): void {
    if (nowMs < earliestMs) return
    earliestMs = Number.POSITIVE_INFINITY
    for (const lane of delayed) {
      if (nowMs >= lane.notBeforeMs) wake(lane, nowMs)
      else earliestMs = Math.min(earliestMs, lane.notBeforeMs)
    }
  }

  return {
    add(item: T): void {
      const lane = lanes.get(item.lane) ?? { name: item.lane, items: [], isBusy: false, isBegun: false, notBeforeMs: 0 }
      lanes.set(item.lane, lane)
      lane.items.push(item)
      waiting += 1
      if (!lane.isBusy && !delayed.has(lane) && !begun.has(lane)) ready.add(lane)
    },

    /** The next head whose lane is free; its lane is busy from now on. */
    take(nowMs: number): T | null {
      wakeDue(nowMs)
      const [lane = firstOf(ready)] = begun
      if (lane === undefined) return null
      const [head = null] = lane.items
      ready.delete(lane)
      begun.delete(lane)
      lane.isBusy = true
      return head
    },

    /** Takes this head before all others; null when it must wait or its lane is busy. */
    takeThis(item: T, nowMs: number): T | null {
      const lane = laneOf(item)
      if (lane.isBusy || nowMs < lane.notBeforeMs) return null
      ready.delete(lane)
      begun.delete(lane)
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
      lane.isBegun = false
      lane.notBeforeMs = 0
      wake(lane, nowMs)
    },

    /** The head stays where it is and goes again, not before `notBeforeMs` (monotonic). */
    release(item: T, notBeforeMs: number, nowMs: number): void {
      const lane = laneOf(item)
      lane.isBusy = false
      lane.isBegun = true
      lane.notBeforeMs = notBeforeMs
      wake(lane, nowMs)
    },

    /** The head of a lane that waits for its time waits until another one. */
    postpone(item: T, notBeforeMs: number): void {
      const lane = laneOf(item)
      if (delayed.has(lane)) lane.notBeforeMs = notBeforeMs
      earliestMs = Math.min(earliestMs, notBeforeMs)
    },

    /** Whether no other item waits behind the head of a lane. */
    isLast: (item: T): boolean => laneOf(item).items.length === 1,
    /** Items added and not finished. */
    size: (): number => waiting,
    hasReady: (nowMs: number): boolean => ready.size + begun.size > 0 || [...delayed].some((lane) => nowMs >= lane.notBeforeMs),
    /** Whether any lane waits until its time comes. */
    hasDelayed: (): boolean => delayed.size > 0,
    /** Whether all lanes that wait until their time comes have a head like that. */
    isEachDelayed: (is: (head: T) => boolean): boolean => [...delayed].every(({ items: [head] }) => head !== undefined && is(head)),
    readyCount: (): number => ready.size + begun.size,
    /** When the next delayed lane may go, after `nowMs`; null when none has to wait. */
    nextDueMs(nowMs: number): number | null {
      let dueMs = Number.POSITIVE_INFINITY
      for (const { notBeforeMs } of delayed) if (notBeforeMs > nowMs) dueMs = Math.min(dueMs, notBeforeMs)
      return dueMs === Number.POSITIVE_INFINITY ? null : dueMs
    },
  }

  function laneOf(item: T): Lane<T> {
    const lane = lanes.get(item.lane)
    if (lane === undefined || lane.items[0] !== item) throw new Error(`${item.lane} is not at the head of its lane.`)
    return lane
  }
}

function firstOf<T>(set: ReadonlySet<T>): T | undefined {
  const [first] = set
  return first
}
