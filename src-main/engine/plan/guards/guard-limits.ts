/** When the guards stop rows. Giving consent to somebody who opted out needs no limit: one is too many. */
export interface GuardLimits {
  /** `mass`: a plan may change this many contacts, whatever the size of the account. */
  massContacts: number
  /** `mass`: beyond that, it may change this share of the account's contacts. */
  massShare: number
  /** `clear`: a plan may empty fields of this many contacts. */
  clearContacts: number
}

export const guardLimits: GuardLimits = { massContacts: 500, massShare: 0.5, clearContacts: 100 }
