import { assertNever, type ErrorCode } from '../../../engine/model/errors.ts'

/** What the command line ends with; scripts rely on it. */
export const exitCodes = { ok: 0, unexpected: 1, usage: 2, withFailures: 3, signInNeeded: 4, stopped: 5, rowsWait: 6, unlike: 7 } as const
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** The exit code for a command that ended with an error. */
export function exitCodeOf(code: ErrorCode): ExitCode {
  switch (code) {
    case 'usage':
    case 'file.not_found':
    case 'file.unreadable':
    case 'file.empty':
    case 'file.header_only':
    case 'file.binary':
    case 'file.changed':
    case 'recipe.invalid':
    case 'recipe.misfit':
    case 'account.unknown':
    case 'plan.unknown':
    case 'plan.not_ready':
    case 'plan.changed':
    case 'guard.wrong_count':
    case 'guard.evidence':
    case 'guard.not_held':
    case 'run.unknown':
    case 'run.state':
      return exitCodes.usage
    case 'account.none':
    case 'sign_in.needed':
    case 'sign_in.refused':
    case 'sign_in.code_wrong':
    case 'sign_in.no_token':
      return exitCodes.signInNeeded
    case 'service.unreachable':
    case 'service.refused':
    case 'service.failed':
    case 'service.rate_limited':
    case 'service.shape':
    case 'store.newer':
    case 'store.damaged':
    case 'store.full':
    case 'store.readonly':
    case 'internal':
      return exitCodes.unexpected
    case 'plan.unlike':
      return exitCodes.unlike
    // Another window or command is at it: the same command later.
    case 'run.locked':
    case 'cancelled':
      return exitCodes.stopped
    default:
      return assertNever(code)
  }
}

/** A run as far as the exit code tells of it. */
interface EndedRun {
  state: string
  failed: number
  unknown: number
  reason: { code: string } | null
  attention: readonly { code: string }[]
}

/** The exit code for what became of a run. A run that waits for a sign-in says so rather than that it was stopped. */
export function exitCodeOfRun({ state, failed, unknown, reason, attention }: EndedRun): ExitCode {
  if (state !== 'finished') return reason?.code.startsWith('sign_in.') ? exitCodes.signInNeeded : exitCodes.stopped
  if (failed + unknown > 0) return exitCodes.withFailures
  return attention.some(waits) ? exitCodes.rowsWait : exitCodes.ok
}

/** What an undo kept because somebody edited it since is reported, but it is as it should be and waits for nobody. */
function waits({ code }: { code: string }): boolean {
  return code !== 'undo.kept'
}

export const exitCodesHelp = `Exit codes:
  0  all well: every row is done, unchanged, or left out as the recipe says
  1  something unexpected, or a ledger that does not verify
  2  wrong usage, file or recipe
  3  finished, but rows failed or their outcome is unknown
  4  sign-in needed
  5  stopped before the end; "rollcall resume" continues a run, the same command anything else
  6  finished, and rows wait for somebody: any that are held, or more unusable rows (those too of which only the
     refusal of texts could be sent) or unknown contacts than the recipe's "limits" allow (none, and half of the rows; after three
     runs twice their largest shares); also rows that say both that a contact agreed and that they refused, or whose
     permission a column may refuse that the recipe does not read, all
     rows, where the recipe's filter ("only") fits none of them, and rows that it leaves out and that refuse texts,
     until the recipe says what becomes of these
  7  nothing was sent: the list is unlike the last ones of its recipe; --accept-unlike says that it is the right one
Where several fit: 1, 2, 4, 7, 5, 3, 6. "rollcall plan" ends with 0 or 2; what waits is in its "attention".`
