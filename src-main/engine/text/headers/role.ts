/**
 * What a column is by its header alone. `optedOut` is consent the other way round, `optedOutDate` says since when, and of
 * `consentStatus` only the values tell.
 */
export type Role =
  | 'firstName'
  | 'lastName'
  | 'secondLastName'
  | 'nameParticle'
  | 'fullName'
  | 'email'
  | 'phone'
  | 'uuid'
  | 'notes'
  | 'tags'
  | 'archived'
  | 'blocked'
  | 'unreachable'
  | 'consent'
  | 'optedOut'
  | 'optedOutDate'
  | 'consentStatus'
  | 'evidence'
  | 'whisper'
  | 'body'
  | 'sentAt'
  | 'attachments'
  | 'disposition'
  | 'timeZone'
