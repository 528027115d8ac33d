import type { CallKind } from '../../model/kinds.ts'
import type { CallOutcome, ServiceCall } from '../../model/runs/service-call.ts'
import type { RunReason } from '../../store/runs/runs.ts'
import { refusedReason } from '../words/pause-words.ts'

/** These say nothing of the single row: the plan of the account, the role, or the service itself does not allow or offer it. */
const aboutAllRows = new Set([402, 403, 405, 501, 505])
/** Calls of one kind that are refused in a row, in the same way, before the run stops. */
const refusalsInARow = 3
/** The same for refusals that may be about the row's own value, where no call of the kind has gone well. */
const firstRefusals = 10
/** The same where calls of the kind have gone well: files hold rows that are all wrong in the same way, one after the other. */
const laterRefusals = 30
/** Refusals with good answers between them stop the run where there are this many of them among the latest calls of a kind. */
const latest = { calls: 50, refused: 40, refusedAboutAll: 25 } as const

interface Refusals {
  status: number
  inARow: number
}

/** Watches for refusals that every further row would meet too. */
export function createRefusalWatch() {
  const refusals = new Map<CallKind, Refusals>()
  const gone = new Set<CallKind>()
  const shares = createRefusalShares()

  return {
    /** Call with each outcome. Returns why the run should stop, or null. */
    note({ kind }: Pick<ServiceCall, 'kind'>, outcome: CallOutcome): RunReason | null {
      if (outcome.kind === 'done') {
        gone.add(kind)
        refusals.delete(kind)
        shares.note(kind, 'done')
        return null
      }
      if (outcome.kind === 'retry' || outcome.kind === 'signIn' || outcome.status === null) return null
      if (outcome.status >= 200 && outcome.status < 300) return null
      // Where it cannot be told whether it was carried out, only a refusal counts, and what would meet every row.
      const isRefused = outcome.kind === 'failed' || outcome.refusal !== undefined
      if (!isRefused && !aboutAllRows.has(outcome.status)) return null
      const { status } = outcome
      const error = (outcome.kind === 'unknown' ? outcome.refusal : undefined) ?? outcome.error
      const before = refusals.get(kind)
      const inARow = before?.status === status ? before.inARow + 1 : 1
      refusals.set(kind, { status, inARow })
      const isAboutAll = aboutAllRows.has(status) || status < 400
      const share = shares.note(kind, isAboutAll ? 'aboutAll' : 'refused')
      const enough = isAboutAll ? refusalsInARow : gone.has(kind) ? laterRefusals : firstRefusals
      const seen = inARow >= enough ? inARow : share
      if (seen === null) return null
      refusals.delete(kind)
      return refusedReason(error, seen)
    },
  }
}

/** How many of the latest calls of each kind were refused. */
function createRefusalShares() {
  const ends = new Map<CallKind, ('done' | 'refused' | 'aboutAll')[]>()
  return {
    /** Answers how many of how many were refused, where that is too much to go on, and begins anew then. */
    note(kind: CallKind, end: 'done' | 'refused' | 'aboutAll'): { refused: number; of: number } | null {
      const of = [...(ends.get(kind) ?? []), end].slice(-latest.calls)
      ends.set(kind, of)
      const aboutAll = of.filter((one) => one === 'aboutAll').length
      const refused = aboutAll + of.filter((one) => one === 'refused').length
      if (refused < latest.refused && aboutAll < latest.refusedAboutAll) return null
      ends.delete(kind)
      return { refused, of: of.length }
    },
  }
}
