import type { Clock } from '../../model/clock.ts'
import type { RunShare } from '../../store/runs/shared-pace.ts'
import type { Store } from '../../store/open-store.ts'
import { tablesOf } from '../../store/tables.ts'
import type { Pacing } from './pacing.ts'

type OtherRun = RunShare & { id: string }

interface OwnRun {
  id: string
  /** How many calls the account allows at once. */
  concurrency: number
  servedAtMs: number
}

/**
 * How many calls a run may have under way beside the others of its account: an equal share of those allowed, as far as the others leave
 * it free. Where there are more runs than calls allowed, they take turns.
 */
export function roomBeside({ id, concurrency, servedAtMs }: OwnRun, others: readonly OtherRun[]): number {
  const free = Math.max(0, concurrency - others.reduce((sum, { inFlight }) => sum + (inFlight ?? concurrency), 0))
  const wanting = others.filter(({ wantsCalls }) => wantsCalls)
  const runs = wanting.length + 1
  if (runs <= concurrency) return Math.min(Math.floor(concurrency / runs), free)
  const isFirst = ({ servedAtMs: at, id: other }: OtherRun) => at < servedAtMs || (at === servedAtMs && other < id)
  return wanting.some((other) => other.inFlight === 0 && isFirst(other)) ? 0 : Math.min(1, free)
}

/** Keeps the pacing of a run and what all runs of its account share the same. Both functions are for the transaction in which calls are about to leave. */
export function createSharedPacing(options: { store: Store; runId: string; clock: Clock; pacing: Pacing }) {
  const { runId, clock, pacing } = options
  const concurrency = pacing.mostCalls
  const { sharedPace } = tablesOf(options.store)
  let told: RunShare = { inFlight: null, wantsCalls: true, servedAtMs: 0 }
  let others: OtherRun[] = []
  /** From the monotonic clock to the one on the wall. */
  let offsetMs = 0
  /** The pause that was taken over or told last, by the wall clock. */
  let knownPauseMs: number | null = null
  /** The one that was told last, by the monotonic clock. */
  let toldHoldMs: number | null = null

  return {
    /** Before calls leave: takes over what the others did. */
    adopt(nowMs: number): void {
      const wallMs = clock.nowMs()
      offsetMs = wallMs - nowMs
      others = sharedPace.others(runId, wallMs)
      const room = others.length === 0 ? Number.POSITIVE_INFINITY : roomBeside({ id: runId, concurrency, ...told }, others)
      const { nextCallMs, pause } = sharedPace.pace()
      const nextSlotMs = nextCallMs === null ? null : nextCallMs - offsetMs
      // What somebody does not want to wait for any longer is not taken over again.
      const news = others.length > 0 && pause !== null && pause.untilMs !== knownPauseMs ? pause : null
      if (news !== null) knownPauseMs = news.untilMs
      const held = news === null ? null : { kind: news.by, untilMs: news.untilMs - offsetMs }
      pacing.adopt({ room, nextSlotMs, held }, nowMs)
    },

    /** After it was decided what leaves: `hasSent` says whether anything does. */
    tell({ inFlight, isReady, hasSent }: { inFlight: number; isReady: boolean; hasSent: boolean }): void {
      const wantsCalls = inFlight > 0 || isReady
      const isCrowded = others.length >= concurrency
      const share = {
        // Alone, a run does not write down each of its calls.
        inFlight: others.length > 0 || inFlight === 0 ? inFlight : null,
        wantsCalls,
        servedAtMs: isCrowded && hasSent ? clock.nowMs() : told.servedAtMs,
      }
      if (share.inFlight !== told.inFlight || share.wantsCalls !== told.wantsCalls || share.servedAtMs !== told.servedAtMs) {
        sharedPace.tell(runId, share)
        told = share
      }
      const nextSlotMs = pacing.nextCallMs
      if (hasSent && nextSlotMs !== null) sharedPace.setNextCall(nextSlotMs + offsetMs)
      const hold = pacing.askedHold
      if (hold === null || hold.untilMs === toldHoldMs) return
      toldHoldMs = hold.untilMs
      knownPauseMs = Math.round(hold.untilMs + offsetMs)
      sharedPace.setPause({ untilMs: knownPauseMs, by: hold.kind })
    },
  }
}
