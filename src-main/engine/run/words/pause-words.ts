import { momentText } from '../../text/moment-text.ts'
import type { RunReason } from '../../store/runs/runs.ts'
import type { Hold, Trouble } from '../dispatch/pacing.ts'
import type { Alterations } from '../late/service-profile.ts'
import { serviceSays } from '../../text/service-says.ts'

/** Why a run stopped before its end, in the words of an office. */
export const stopReasons = {
  paused: { code: 'run.paused', message: 'You paused this run.', hint: 'Resume it: it goes on exactly where it stopped.' },
  cancelled: {
    code: 'run.cancelled',
    message: 'You canceled this run.',
    hint: 'What was done stays done. Plan the file again to do the rest.',
  },
  closed: {
    code: 'run.closed',
    message: 'Rollcall was closed while this run was under way.',
    hint: 'Resume it: it goes on exactly where it stopped.',
  },
  decided: { code: 'run.decided', message: 'You decided that some rows are to be tried again.', hint: 'Resume the run to try them.' },
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
    message: 'Many changes in a row got no answer.',
    hint: 'Check in the service whether they arrived, and the internet connection; then resume. Those rows are listed as unknown.',
  },
}

export const holdWords: Readonly<Record<Hold['kind'], string>> = {
  retry_after: 'The service asked to wait.',
  backoff: 'The service has problems; Rollcall tries again shortly.',
  network: 'There is no connection to the service; Rollcall tries again shortly.',
  rate_cap: 'Keeping to the requests per minute that are set for this account.',
}

/** What a run looks at that writes nothing meanwhile. */
export const lookWords = {
  written: 'Waiting until the service shows what was written: it shows it later, and Rollcall looks again.',
  answers: 'Looking whether anything answers the first messages; that takes some seconds.',
} as const

/** The service asked for a long time. */
export function askedWords(untilMs: number): string {
  return `The service asked to wait until ${momentText(untilMs)}.`
}

/** Why a run stands still that was paused, or closed, while the service had asked for a long time. */
export function askedToWaitReason(untilMs: number): RunReason {
  return {
    code: askedToWaitCode,
    message: `${askedWords(untilMs)} Until then it would turn every call away.`,
    hint: 'Resume the run after that, and it goes on exactly where it stopped; or try now whether the service answers already. No row was marked as failed for it.',
    untilMs,
  }
}

export const askedToWaitCode = 'service.asked_to_wait'

/** Rows whose contact has a call without an answer, which may still take effect. */
export function lateWords(rows: number): string {
  const what = rows === 1 ? 'a call without an answer' : `${rows} calls without an answer`
  return `Looking whether ${what} took effect after all; only ${rows === 1 ? 'its contact waits' : 'their contacts wait'}.`
}

/** So many lines are named. */
const mostOpenLines = 20

/** A run has stopped, and conversations are open until it is resumed: the lines of their last messages. */
export function leftOpenWords(lines: readonly number[]): string {
  const named = lines.slice(0, mostOpenLines).join(', ')
  const more = lines.length > mostOpenLines ? ` and ${lines.length - mostOpenLines} more` : ''
  return lines.length === 1
    ? `One conversation that was resolved before is open meanwhile (row ${named}); it is resolved again when the run is resumed.`
    : `${lines.length} conversations that were resolved before are open meanwhile (rows ${named}${more}); they are resolved again when the run is resumed.`
}

/** What a service says, without what may be somebody's: addresses, numbers of four digits or more, and what it quotes. */
function withoutPersonal(text: string): string {
  return text.replace(/"[^"]*"|“[^”]*”|\S+@\S+|\+?\d(?:[\s().-]*\d){3,}/g, '…')
}

/** The run stops where the first call of a kind, or several in a row, lost something. `serviceText`: what it said of that; null for nothing. */
export function lossReason(labels: readonly string[], line: number, serviceText: string | null): RunReason {
  const said = serviceText === null ? '' : ` The service says: ${withoutPersonal(serviceText).replace(/[.\s]*$/, '.')}`
  return {
    code: 'run.not_applied',
    message: `The service accepts changes without applying them: ${labels.join(', ')} (row ${line}).${said} The run stopped before doing that to more contacts.`,
    hint: 'Look at that contact in the service. When the cause is fixed, resume; or cancel the run and leave those columns out.',
  }
}

/** The same where all that got lost are texts, of which the service has stored others: Rollcall can live with that. */
export function alteredReason(labels: readonly string[], line: number, { cuts, escapes, alters }: Alterations): RunReason {
  const how = [
    ...(cuts.length > 0 ? [`it cuts them after ${[...new Set(cuts.map(({ characters }) => characters))].join(' or ')} characters`] : []),
    ...(escapes.length > 0 ? ['it writes & < > and quotes in another way (&amp; and the like)'] : []),
    ...(alters.length > 0 ? ['what it stores is another text'] : []),
  ]
  return {
    code: 'run.not_applied',
    message: `The service accepts changes without applying them as they are: it alters texts: ${labels.join(', ')} (row ${line}); ${how.join('; ')}. The run stopped before doing that to more contacts.`,
    hint: 'Look at that contact in the service. Rollcall can go on and take the texts as the service makes them. Resume the run with that (--live-with altered-texts), or cancel it.',
    offers: ['altered-texts'],
  }
}

/** The run stops where a refusal would meet every further row as well, or most of them: after so many in a row, or of the latest calls. */
export function refusedReason(
  refusal: { message: string; hint: string; serviceText: string | null },
  seen: number | { refused: number; of: number },
): RunReason {
  const said = refusal.serviceText === null ? '' : ` ${serviceSays(refusal.serviceText)}`
  const often =
    typeof seen === 'number' ? `That was the answer to ${seen} calls in a row` : `${seen.refused} of the last ${seen.of} calls were refused`
  return {
    code: 'run.refused',
    message: `${refusal.message}${said} ${often}, so the run stopped before asking the same for more rows.`,
    hint: `${refusal.hint} Then resume the run, and try its failed rows again; or cancel it.`,
  }
}
