import type { PostKind } from '../../kinds/calls/call-descriptor.ts'
import type { OptOut } from '../../model/plans/plan-schema.ts'
import type { RowFailure } from '../../model/runs/row-outcome.ts'

/** A call that must not happen twice and was under way when Rollcall ended. */
export const crashedCallFailure = {
  code: 'service.no_answer',
  message: 'Rollcall ended while this was on its way. Whether it arrived cannot be told.',
  hint: 'Look in the service before you try it again: it must not happen twice.',
} as const

/**
 * Why reading back could not reconcile a call. `otherPost`: something is there that it may have become. `unshown`: nothing is there, and that
 * may be so of questions that were asked.
 */
export type WhyUntold = 'group' | 'unshown' | 'refused' | 'unread' | 'otherPost' | 'uncertain'

const untoldWords: Readonly<Record<WhyUntold, string>> = {
  group: 'The service does not show by their numbers what a group was sent.',
  unshown: 'Their conversation shows no question, but this service is not known to show its questions there.',
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

/** The run was canceled while it was to be seen whether the service had done what it answered. */
export const notSeenFailure = {
  code: 'service.not_seen',
  message: 'The service answered that this is done. It was not seen there yet when the run was canceled.',
  hint: 'Look at it in the service. Or plan the file again: what is there already is left as it is.',
} as const

/** The run was canceled between two calls of a row. */
export const cancelledPartlyFailure = {
  code: 'run.cancelled',
  message: 'The run was canceled before all of this row was done.',
  hint: 'Import the same file again: only what is missing is sent.',
} as const

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
