import { momentText } from '../text/moment-text.ts'
import type { PostKind } from '../kinds/calls/call-descriptor.ts'
import type { WhyNotTexted } from '../kinds/kind-descriptor.ts'
import type { OptOut } from '../model/plans/plan-schema.ts'
import { ofThisGroup, type RowFailure } from '../model/runs/row-outcome.ts'
import type { RunReason } from '../store/runs/runs.ts'
import type { Hold, Trouble } from './dispatch/pacing.ts'
import type { Alterations } from './late/service-profile.ts'
import { serviceSays } from '../text/service-says.ts'

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

/** A call that must not happen twice and was under way when Rollcall ended. */
export const crashedCallFailure = {
  code: 'service.no_answer',
  message: 'Rollcall ended while this was on its way. Whether it arrived cannot be told.',
  hint: 'Look in the service before you try it again: it must not happen twice.',
} as const

/** Why reading back could not reconcile a call. `otherPost`: something is there that it may have become. */
export type WhyUntold = 'group' | 'refused' | 'unread' | 'otherPost' | 'uncertain'

const untoldWords: Readonly<Record<WhyUntold, string>> = {
  group: 'The service does not show by their numbers what a group was sent.',
  refused: 'The service does not let Rollcall look for it.',
  unread: 'What the service answers to looking for it cannot be read.',
  otherPost:
    'The conversation holds a message that belongs to no row and came since then: it may be this one, with its text altered by the service.',
  uncertain: 'The service does not show enough to tell it from others.',
}

/** A message or a creation that reading back could not reconcile; `lost` is what was said when it was lost. */
export function cannotTellFailure(lost: RowFailure | null, why: WhyUntold): RowFailure {
  return {
    code: 'service.no_answer',
    message: `${lost?.message ?? 'This left and no answer was seen. Whether it arrived cannot be told.'} ${untoldWords[why]}`,
    hint:
      why === 'group'
        ? 'Look in the service at the conversation of these people; then mark the row as done, or try it again.'
        : 'Rollcall looked for it, and the service does not show for certain whether it arrived. Look at the contact there; then mark the row as done, or try it again.',
  }
}

/** A message or a creation that got lost each time it was sent. */
export function neverArrivedFailure(lost: RowFailure | null, times: number): RowFailure {
  return {
    code: 'service.no_answer',
    message: `This was tried ${times} times and never arrived. ${lost?.message ?? 'No answer was seen.'}`,
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

/** Somebody who was to get permission refuses, as is known by now. */
export function refusedFailure(how: OptOut): RowFailure {
  return {
    code: 'held.refused',
    message: `${refusedWhere[how] ?? 'This contact has refused texts.'} No permission was given.`,
    hint: 'Plan the file again: the row is held there, and needs evidence that is dated after the refusal.',
  }
}

/** Somebody who was to be texted is not, as is known by now. */
export function notTextedFailure(why: WhyNotTexted | 'noConsent' | 'notReachable'): RowFailure {
  return {
    code: 'held.refused',
    message: `${notTextedWords[why]} No message was sent.`,
    hint: 'Plan the file again to see the contact as it is now. Nobody who refused is texted.',
  }
}

/** The same of one person of a group, for whom all of it is sent nothing. */
export function ofGroup(phone: string, failure: RowFailure): RowFailure {
  return { ...failure, message: `${phone}${ofThisGroup}${failure.message}` }
}

const notTextedWords: Readonly<Record<WhyNotTexted | 'noConsent' | 'notReachable', string>> = {
  refused: 'This contact has refused texts.',
  refused_ledger: 'By the consent ledger this contact has refused texts.',
  do_not_text: 'The number of this contact is on the do-not-text list.',
  refused_posts: 'The latest messages of this contact refuse texts.',
  refused_in_file: 'The file says that this contact has refused texts.',
  blocked: 'This contact is blocked.',
  archived: 'This contact is archived.',
  unsubscribed: 'This contact is unsubscribed.',
  noConsent: 'Nothing shows any more that this contact agreed to texts.',
  notReachable: 'The service says by now that this contact cannot be reached by SMS.',
}

/** The service does not show somebody who was to be texted. */
export const unreadBeforeTextFailure = {
  code: 'held.refused',
  message: 'The service does not show this contact, so whether they refuse texts cannot be told. No message was sent.',
  hint: 'Ask for a role in the service that may read contacts, then plan the file again.',
} as const

const refusedWhere: Partial<Record<OptOut, string>> = {
  posts: 'The latest messages of this contact refuse texts.',
  ledger: 'By the consent ledger this contact has refused texts.',
  doNotText: 'The number of this contact is on the do-not-text list.',
}

/** Another run has sent the same message since this one was planned. */
export const heldElsewhereFailure = {
  code: 'held.elsewhere',
  message: 'Another run has sent this message since the preview. It was not sent a second time.',
  hint: 'Look at that run in the history. Plan this file again to see what is left.',
} as const

/** Of a row that is done: what it asks for is as another run has left it. */
export const doneElsewhereNote = {
  code: 'done.elsewhere',
  message: 'Another run has done the same since the preview. It was not done a second time.',
  hint: 'Nothing is left to do.',
} as const

/** Of a row that sent nothing for that reason, and should have: what the other run had done is not there. */
export const notDoneElsewhereFailure = {
  code: 'service.not_applied',
  message: 'Another run had done the same, so nothing was sent. That run has found since that the service does not have it.',
  hint: 'Look at that run in the history. Then import the row again.',
} as const

/** Another run has begun to send the same message, or to create the same contact, and has not ended: it may be paused. */
export function claimedElsewhereFailure(runId: string): RowFailure {
  return {
    code: 'held.claimed',
    message: `Another run is sending the same, and has not ended: run ${runId}. It was not sent a second time.`,
    hint: 'Look at that run in the history: let it finish, resume it or cancel it. Then plan this file again to see what is left.',
  }
}

/** The account's records were put back to an earlier state; whether the message was sent since then cannot be told. */
export const heldRestoredFailure = {
  code: 'held.restored',
  message:
    'A backup of this account was restored, and since it was made something was added to this conversation that may be this message.',
  hint: 'Look at the conversation at the service. Where the message is missing, add it there by hand.',
} as const

/** An earlier run has sent the message, and the service did not show it; whether it has come since then cannot be told. */
export const heldMissingFailure = {
  code: 'held.restored',
  message:
    'This message was sent before and the service did not show it, and since then something was added to this conversation that may be it.',
  hint: 'Look at the conversation at the service. Where the message is missing, add it there by hand.',
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

/** The service took a text and stored another one: of this contact always, or because it is too long. */
export function alteredFailure(labels: readonly string[], characters: number | null): RowFailure {
  const what = labels.join(', ')
  return {
    code: 'service.not_applied',
    message:
      characters === null
        ? `The service stored another text than was asked for: ${what}. It did so before with this one.`
        : `The service cut ${what} after ${characters} characters.`,
    hint: 'Shorten or change the text in the file, or leave it as the service has it. Importing it again comes to the same.',
  }
}

/** The service stored other texts than were asked for, and somebody chose to live with that. */
export function storedNote(labels: readonly string[]): RowFailure {
  return {
    code: 'service.altered',
    message: `This is done, and the service stored another text than was asked for: ${labels.join(', ')}.`,
    hint: 'Look at the contact in the service. Importing it again comes to the same.',
  }
}

/** A text went to the contact while the row was sent, and to the next contact went none. */
export const textedNote = {
  code: 'service.texted',
  message: 'This is done. About that time a text was sent to the contact.',
  hint: 'Look at the conversation in the service: a colleague or another program may have written it.',
} as const

/** The conversation of a message was resolved before it was imported. */
export const resolvedAgainNote = {
  code: 'conversation.resolved',
  message: 'The conversation was resolved before, and the message opened it. It was resolved again.',
  hint: 'Nothing is to be done.',
} as const
export const notResolvedAgainNote = {
  code: 'conversation.open',
  message: 'The conversation was resolved before, and the message opened it. The service did not let Rollcall resolve it again.',
  hint: 'Resolve the conversation in the service itself.',
} as const

/** The conversation of a message was resolved before it was imported, and the run is over. */
export const leftOpenNote = {
  code: 'conversation.open',
  message: 'The conversation was resolved before, and the message opened it. The run ended before it was resolved again.',
  hint: 'Resolve the conversation in the service itself.',
} as const

/** The run was canceled between two calls of a row. */
export const cancelledPartlyFailure = {
  code: 'run.cancelled',
  message: 'The run was canceled before all of this row was done.',
  hint: 'Import the same file again: only what is missing is sent.',
} as const

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

/** A message, a whisper or a text is there, with another text. */
export function otherTextNote(as: PostKind): RowFailure {
  return { code: 'service.altered', ...otherTextWords[as] }
}

const otherTextWords: Readonly<Record<PostKind, Pick<RowFailure, 'message' | 'hint'>>> = {
  import: {
    message: 'The message was imported, and the service stored its text differently.',
    hint: 'Look at the conversation in the service. Importing it again would add it a second time.',
  },
  whisper: {
    message: 'The whisper was written, and the service stored its text differently.',
    hint: 'Look at the conversation in the service. Writing it again would add it a second time.',
  },
  message: {
    message: 'The text was sent, and the service stored other words than these: what was read may differ, too.',
    hint: 'Look at the conversation in the service. Sending it again would text the same people a second time.',
  },
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

/** Of somebody who was to be asked for consent. */
export const agreedMeanwhileFailure: RowFailure = {
  code: 'held.edited',
  message: 'Not asked: the contact has agreed to texts since the preview.',
  hint: 'Nothing to do: they may be texted.',
}
export const consentNotShownFailure: RowFailure = {
  code: 'held.edited',
  message: 'Not asked: the service does not show whether this contact has agreed or refused.',
  hint: 'Look at the contact in the service, and ask them there if that is right.',
}

export const askedRestoredFailure: RowFailure = {
  code: 'held.restored',
  message:
    'A backup of this account was restored, and since it was made something was written to this person that may have asked them already.',
  hint: 'Look at the conversation at the service. Where they were not asked, ask them there.',
}

/** What a row says whose contact was asked for consent: what the service was seen to do. */
export function askedNote(message: string): RowFailure {
  return { code: 'consent.asked', message, hint: 'Nothing to do: their answer shows at the next sync.' }
}
