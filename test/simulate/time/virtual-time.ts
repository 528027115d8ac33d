import { setImmediate } from 'node:timers/promises'

interface Event {
  atMs: number
  order: number
  happen: () => void
}

/** Rounds of the event loop without any sign of work after which everybody is waiting. */
const quietRounds = 3

/**
 * Time that passes only when everybody waits for it. What is due happens one after the other, in the order of its time; after
 * each event all work that it set off is done before the next one happens.
 */
export class VirtualTime {
  nowMs = 0
  private events: Event[] = []
  private scheduled = 0
  private work = 0

  /** The world does something: to be called by whatever the engine's code uses, so that time does not pass meanwhile. */
  noteWork(): void {
    this.work += 1
  }

  /** Calls `happen` after `delayMs`, unless the answered function was called before. */
  after(delayMs: number, happen: () => void): () => void {
    this.noteWork()
    const event = { atMs: this.nowMs + Math.max(0, delayMs), order: (this.scheduled += 1), happen }
    let from = 0
    let to = this.events.length
    while (from < to) {
      const middle = (from + to) >> 1
      const other = this.events[middle]
      if (other !== undefined && other.atMs <= event.atMs) from = middle + 1
      else to = middle
    }
    this.events.splice(from, 0, event)
    return () => {
      const at = this.events.indexOf(event)
      if (at >= 0) this.events.splice(at, 1)
    }
  }

  sleep(delayMs: number): Promise<void> {
    return new Promise((resolve) => void this.after(delayMs, resolve))
  }

  /** Lets time pass until the work is done. Throws when nothing is left that could end it, or at `limitMs`. */
  async passUntilDone<T>(work: Promise<T>, limitMs: number): Promise<T> {
    let isDone = false
    const end = () => {
      isDone = true
      this.noteWork()
    }
    work.then(end, end)
    for (;;) {
      await this.settle()
      if (isDone) return work
      const event = this.events.shift()
      if (event === undefined) throw new Error('Everybody waits, and nothing is due.')
      if (event.atMs > limitMs) throw new Error(`It does not come to an end within ${limitMs / 60_000} minutes.`)
      this.nowMs = Math.max(this.nowMs, event.atMs)
      event.happen()
    }
  }

  private async settle(): Promise<void> {
    let seen = -1
    for (let quiet = 0; quiet < quietRounds; quiet += 1) {
      await setImmediate()
      if (this.work !== seen) quiet = 0
      seen = this.work
    }
  }
}
