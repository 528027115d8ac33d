import type { WhyNotTexted } from '../../kinds/kind-descriptor.ts'
import { ofThisGroup, type RowFailure } from '../../model/runs/row-outcome.ts'

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

/** A text went to the contact while the row was sent, and to the next contact went none. */
export const textedNote = {
  code: 'service.texted',
  message: 'This is done. About that time a text was sent to the contact.',
  hint: 'Look at the conversation in the service: a colleague or another program may have written it.',
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

/** Nothing was written to them that is shown, by a service that may not show its questions. */
export const askedUnshownFailure: RowFailure = {
  code: 'held.restored',
  message:
    'A backup of this account was restored, and this person may have been asked since it was made: this service is not known to show its questions in conversations.',
  hint: 'Look at the contact at the service. Where they were not asked, ask them there.',
}

/** What a row says whose contact was asked for consent: what the service was seen to do. */
export function askedNote(message: string): RowFailure {
  return { code: 'consent.asked', message, hint: 'Nothing to do: their answer shows at the next sync.' }
}
