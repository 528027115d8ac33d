/** What pacing decides by; all times are those of `Clock.monotonicMs`. */
export interface PacingSettings {
  /** Calls under way at once, at most. */
  concurrency: number
  requestsPerMinute: number | null
}

/**
 * A call that did not go well. `rate_limited`: the service asked for less. `failed`: it had a problem of its own.
 * `unreachable`: no answer, and the call may be sent again. `lost`: no answer, and it must not be sent again.
 */
export type Trouble = 'rate_limited' | 'failed' | 'unreachable' | 'lost'

export interface TroubleReport {
  trouble: Trouble
  status: number | null
  /** What the service asked for, in milliseconds. */
  afterMs: number | null
  /** When the call had left. */
  sentAtMs: number
  /** Of a call that has reached the service, and was not answered: that others can be read says nothing of it. */
  isOfCall?: boolean
}

export interface Hold {
  kind: 'retry_after' | 'backoff' | 'network' | 'rate_cap'
  untilMs: number
  /** The service asked for so long that a person decides what to do. */
  isLong?: boolean
}

type OwnHold = Exclude<Hold['kind'], 'rate_cap'>

/** What all runs of the account share, as it is now; see `shared-pacing.ts`. */
export interface SharedLimits {
  /** How many calls this run may have under way. */
  room: number
  /** When the requests-per-minute cap lets the next call leave; null where none has left yet. */
  nextSlotMs: number | null
  /** What the service asked another run to wait for. */
  held: AskedHold | null
}

/** A pause that the service asked for: it is for all calls of the account. */
export interface AskedHold {
  kind: 'retry_after' | 'backoff'
  untilMs: number
}

/** Bad answers in a row, without a good one between them, that mean the service or the network rather than single calls. */
export const outageAfter: Record<Trouble, number> = { rate_limited: Number.POSITIVE_INFINITY, failed: 10, unreachable: 3, lost: 3 }
/** Consecutive lost calls before the run pauses: each attempt costs a row whose outcome nobody knows. */
export const lostInARow = 10

const firstBackoffMs = 500
const longestBackoffMs = 60_000
const minuteMs = 60_000
/** How far the requests-per-minute cap lets calls catch up when they leave late. */
const capSlackMs = 100
/** The cap's minute is so much longer that no minute holds more, catching up included. */
const capMinuteMs = minuteMs + capSlackMs + 1
/** Where other runs have all calls under way that the account allows, it is looked again after this. */
const roomPollMs = 50

/** A single request of the service to wait longer than this is for a person to decide; it does not wear out the patience. */
export const longestHoldMs = 60 * minuteMs

/** Exponential, half of it random: `random` is in [0, 1), `attempt` counts from 1. In milliseconds. */
export function backoffMs(attempt: number, random: number): number {
  const ceiling = Math.min(longestBackoffMs, firstBackoffMs * 2 ** (attempt - 1))
  return Math.round(ceiling / 2 + (ceiling / 2) * random)
}

/** How much waiting in all a trouble is worth before the run pauses, in milliseconds. Longer where it has worked before. */
export function patienceMs(trouble: Trouble, hasWorked: boolean): number {
  switch (trouble) {
    case 'rate_limited':
      return 60 * minuteMs
    case 'failed':
      return minuteMs
    case 'unreachable':
    case 'lost':
      return hasWorked ? 10 * minuteMs : minuteMs
  }
}

/**
 * Adaptive concurrency: halved when the service asks for less (429, 503), grown by one for each round of calls that go
 * well. One pause for all calls when the service asks for it or cannot be reached. In an outage one call at a time tries,
 * until one goes well. Calls that left together and fail together count as one round.
 */
export class Pacing {
  private readonly settings: PacingSettings
  /** At least 1. */
  private limit: number
  private hasWorked = false
  private holdUntilMs = Number.NEGATIVE_INFINITY
  private holdKind: OwnHold = 'backoff'
  private isAskedHold = false
  private isLongHold = false
  private nextSlotMs = Number.NEGATIVE_INFINITY
  private trouble: Trouble | null = null
  private isOfCall = false
  /** Bad answers since the last good one, and the rounds in which they came. */
  private streak = 0
  private rounds = 0
  private roundAtMs = Number.NEGATIVE_INFINITY
  /** What all calls have waited for since the last good answer. The time that the computer slept does not count. */
  private waitedMs = 0
  private room = Number.POSITIVE_INFINITY
  private roomAtMs = Number.NEGATIVE_INFINITY

  constructor(settings: PacingSettings) {
    this.settings = settings
    this.limit = settings.concurrency
  }

  /** How many calls the account allows at once. */
  get mostCalls(): number {
    return this.settings.concurrency
  }

  /** How many calls may be under way at once now. */
  get concurrency(): number {
    return Math.min(this.room, this.isOutage ? 1 : Math.floor(this.limit))
  }

  /** When the requests-per-minute cap lets the next call leave; null where none has left yet. */
  get nextCallMs(): number | null {
    return this.nextSlotMs === Number.NEGATIVE_INFINITY ? null : this.nextSlotMs
  }

  /** The last pause that the service asked for; it may be over. */
  get askedHold(): AskedHold | null {
    const { holdKind: kind, holdUntilMs: untilMs } = this
    return this.isAskedHold && kind !== 'network' ? { kind, untilMs } : null
  }

  /** Whether the service or the network is down; failures then say nothing about single rows. */
  get isOutage(): boolean {
    return this.trouble !== null && this.streak >= outageAfter[this.trouble]
  }

  /** Null when a call may leave now; otherwise what all calls wait for. */
  holdAt(nowMs: number): Hold | null {
    if (nowMs < this.holdUntilMs) return { kind: this.holdKind, untilMs: this.holdUntilMs, ...(this.isLongHold && { isLong: true }) }
    if (nowMs < this.nextSlotMs) return { kind: 'rate_cap', untilMs: this.nextSlotMs }
    if (this.room === 0 && nowMs < this.roomAtMs) return { kind: 'rate_cap', untilMs: this.roomAtMs }
    return null
  }

  /** Takes over what runs of the account share; to be called right before calls leave. */
  adopt({ room, nextSlotMs, held }: SharedLimits, nowMs: number): void {
    const { requestsPerMinute } = this.settings
    this.room = room
    this.roomAtMs = nowMs + roomPollMs
    if (requestsPerMinute !== null && nextSlotMs !== null) {
      // Farther away it can be only where the clock on the wall was put back.
      this.nextSlotMs = Math.min(nextSlotMs, nowMs + capMinuteMs / requestsPerMinute)
    }
    if (held === null || held.untilMs <= this.holdUntilMs) return
    this.isLongHold = held.untilMs - nowMs > longestHoldMs
    this.holdUntilMs = held.untilMs
    this.holdKind = held.kind
    this.isAskedHold = true
  }

  /** Call for every request that leaves, so that the cap is kept. */
  onSent(nowMs: number): void {
    const { requestsPerMinute } = this.settings
    if (requestsPerMinute === null) return
    if (this.nextSlotMs === Number.NEGATIVE_INFINITY) this.nextSlotMs = nowMs
    this.nextSlotMs = Math.max(nowMs - capSlackMs, this.nextSlotMs) + capMinuteMs / requestsPerMinute
  }

  /** The service answered as it should, be it with a refusal of this one call. */
  onGood(): void {
    this.hasWorked = true
    this.trouble = null
    this.streak = 0
    this.rounds = 0
    this.waitedMs = 0
    this.limit = Math.min(this.settings.concurrency, this.limit + 1 / this.limit)
  }

  /** A read went well: the network is back. What calls suffer from is not over because of it. */
  onGoodRead(): void {
    if (this.trouble === null || (this.trouble === 'unreachable' && !this.isOfCall)) this.onGood()
  }

  onTrouble({ trouble, status, afterMs, sentAtMs, isOfCall = false }: TroubleReport, nowMs: number, random: number): void {
    this.trouble = trouble
    this.isOfCall = isOfCall
    this.streak += 1
    const isNewRound = sentAtMs >= this.roundAtMs
    if (isNewRound) {
      this.roundAtMs = nowMs
      this.rounds += 1
      if (status === 429 || status === 503) this.limit = Math.max(1, this.limit / 2)
    }
    if (afterMs !== null) this.hold('retry_after', nowMs + afterMs, nowMs)
    else if (trouble === 'rate_limited' && isNewRound) this.hold('backoff', nowMs + backoffMs(this.rounds, random), nowMs)
    else if (this.isOutage && (isNewRound || nowMs >= this.holdUntilMs)) {
      this.hold(trouble === 'failed' ? 'backoff' : 'network', nowMs + backoffMs(this.rounds, random), nowMs)
    }
  }

  /** What the run should pause for, leaving it to the person; null while waiting is still worth it. */
  givesUp(): Trouble | null {
    if (this.trouble === null) return null
    if (this.trouble === 'lost' && this.streak >= lostInARow) return 'lost'
    return this.waitedMs > patienceMs(this.trouble, this.hasWorked) ? this.trouble : null
  }

  /** Goes on waiting for what the service asked for before the run was paused. */
  holdAsAsked(untilMs: number): void {
    this.holdUntilMs = untilMs
    this.holdKind = 'retry_after'
    this.isLongHold = true
    this.isAskedHold = true
  }

  /** Somebody wants to try now, whatever was asked for. */
  release(): void {
    this.holdUntilMs = Number.NEGATIVE_INFINITY
    this.isAskedHold = false
  }

  private hold(kind: OwnHold, untilMs: number, nowMs: number): void {
    if (untilMs <= this.holdUntilMs) return
    this.isLongHold = untilMs - nowMs > longestHoldMs
    if (!this.isLongHold) this.waitedMs += untilMs - Math.max(nowMs, this.holdUntilMs)
    this.holdUntilMs = untilMs
    this.holdKind = kind
    this.isAskedHold = kind === 'retry_after' || this.trouble === 'rate_limited'
  }
}
