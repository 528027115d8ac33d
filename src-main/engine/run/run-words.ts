import type { RowFailure } from '../model/runs/row-outcome.ts'
import type { RunReason } from '../store/runs/runs.ts'
import type { Hold, Trouble } from './dispatch/pacing.ts'

/** Why a run stopped before its end, in the words of an office. */
export const stopReasons = {
  paused: { code: 'run.paused', message: 'You paused this run.', hint: 'Resume it: it goes on exactly where it stopped.' },
  cancelled: {
    code: 'run.cancelled',
    message: 'You cancelled this run.',
    hint: 'What was done stays done. Plan the file again to do the rest.',
  },
  closed: {
    code: 'run.closed',
    message: 'Rollcall was closed while this run was under way.',
    hint: 'Resume it: it goes on exactly where it stopped.',
  },
  decided: { code: 'run.decided', message: 'You decided that some rows are to be sent again.', hint: 'Resume the run to send them.' },
  interrupted: {
    code: 'run.interrupted',
    message: 'Rollcall ended unexpectedly while this run was under way.',
    hint: 'Resume it: it goes on exactly where it stopped.',
  },
} as const satisfies Record<string, RunReason>

/** Why a run pauses by itself after waiting did not help. */
export const troubleReasons: Readonly<Record<Trouble, RunReason>> = {
  rate_limited: {
    code: 'service.rate_limited',
    message: 'The service has asked to slow down for an hour and did not let up.',
    hint: 'Resume later, or set a lower number of requests per minute for this account. No row was marked as failed for it.',
  },
  failed: {
    code: 'service.failed',
    message: 'The service failed many times in a row.',
    hint: 'Wait until the service works again, then resume. No row was marked as failed for it.',
  },
  unreachable: {
    code: 'service.unreachable',
    message: 'The service could not be reached for a while.',
    hint: 'Check the internet connection and the address of the service, then resume. No row was marked as failed for it.',
  },
  lost: {
    code: 'service.no_answer',
    message: 'Many calls in a row were sent without any answer being seen.',
    hint: 'Check in the service whether they arrived, and the internet connection; then resume. Those rows are listed as unknown.',
  },
}

export const holdWords: Readonly<Record<Hold['kind'], string>> = {
  retry_after: 'The service asked to wait.',
  backoff: 'The service has problems; Rollcall tries again shortly.',
  network: 'There is no connection to the service; Rollcall tries again shortly.',
  rate_cap: 'Keeping to the requests per minute that are set for this account.',
}

/** A call that must not happen twice and was under way when Rollcall ended. */
export const crashedCallFailure = {
  code: 'service.no_answer',
  message: 'Rollcall ended while this was on its way. Whether it arrived cannot be told.',
  hint: 'Look in the service before you try it again: it must not happen twice.',
} as const

/** A message or a creation that reading back could not reconcile; `lost` is what was said when it was lost. */
export function cannotTellFailure(lost: RowFailure | null): RowFailure {
  return {
    code: 'service.no_answer',
    message: lost?.message ?? 'This left and no answer was seen. Whether it arrived cannot be told.',
    hint: 'Rollcall looked for it, and the service does not show for certain whether it arrived. Look at the contact there; then mark the row as done, or send it again.',
  }
}

/** A message or a creation that got lost each time it was sent. */
export function neverArrivedFailure(lost: RowFailure | null, times: number): RowFailure {
  return {
    code: 'service.no_answer',
    message: `This was sent ${times} times and never arrived. ${lost?.message ?? 'No answer was seen.'}`,
    hint: 'It is not at the service, so it can be sent again: try the failed rows later.',
  }
}

/** A record that somebody changed between the preview and the write. */
export function changedFailure(labels: readonly string[]): RowFailure {
  return {
    code: 'held.changed',
    message: `Somebody has changed ${labels.join(', ')} of this contact since the preview. Nothing was overwritten.`,
    hint: 'Plan the file again to see the contact as it is now.',
  }
}

/** Another run has sent the same message since this one was planned. */
export const heldElsewhereFailure = {
  code: 'held.elsewhere',
  message: 'Another run has sent this message since the preview. It was not sent a second time.',
  hint: 'Look at that run in the history. Plan this file again to see what is left.',
} as const

/** Somebody, or another run, has created the contact since this one was planned. */
export const heldExistsFailure = {
  code: 'held.exists',
  message: 'This contact has been created since the preview. It was not created a second time.',
  hint: 'Plan the file again: the row then changes the contact that is there.',
} as const

/** What the service accepted without applying it: fields by what they are called. */
export function notAppliedFailure(labels: readonly string[]): RowFailure {
  return {
    code: 'service.not_applied',
    message: `The service accepted the change but did not apply it: ${labels.join(', ')}.`,
    hint: 'Look at the contact in the service, and at what your role there may change. Then import the row again.',
  }
}

/** The run stops where the first call of a kind, or several in a row, lost something. */
export function lossReason(labels: readonly string[], line: number): RunReason {
  return {
    code: 'run.not_applied',
    message: `The service accepts changes without applying them: ${labels.join(', ')} (line ${line}). The run stopped before doing that to more contacts.`,
    hint: 'Look at that contact in the service. When the cause is mended, resume; or cancel the run and leave those columns out.',
  }
}

/** The run stops where a refusal would meet every further row as well. */
export function refusedReason(refusal: { message: string; hint: string; serviceText: string | null }, calls: number): RunReason {
  const said = refusal.serviceText === null ? '' : ` The service says: ${refusal.serviceText}`
  return {
    code: 'run.refused',
    message: `${refusal.message}${said} That was the answer to ${calls} calls in a row, so the run stopped before asking the same for more rows.`,
    hint: `${refusal.hint} Then resume the run, and try its failed rows again; or cancel it.`,
  }
}

export const contactGoneFailure = {
  code: 'service.not_found',
  message: 'The contact cannot be found at the service any more.',
  hint: 'Look for it in the service. Read the contacts again and plan the file once more.',
} as const

export const conversationGoneFailure = {
  code: 'service.not_found',
  message: 'The message was imported, but its conversation cannot be found, so it was not resolved.',
  hint: 'Resolve the conversation in the service itself.',
} as const
