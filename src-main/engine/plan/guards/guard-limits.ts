import type { fileGuards } from '../../model/plans/plan-schema.ts'
import type { Recipe } from '../../model/recipes/recipe-schema.ts'
import type { PastList } from '../../store/plans/past-lists.ts'

/** When the guards stop rows. Giving consent to somebody who opted out needs no limit: one is too many. */
export interface GuardLimits {
  /** `mass`: a plan may change this many contacts, whatever the size of the account. */
  massContacts: number
  /** `mass`: beyond that, it may change this share of the account's contacts. */
  massShare: number
  /** `mass`: a plan may create this many contacts, whatever the size of the account. */
  newContacts: number
  /** `mass`: beyond that, it may create this share of the account's contacts; accounts with fewer than `newInAccountOf` are just being filled. */
  newShare: number
  newInAccountOf: number
  /** `mass`: whether it holds, where that is decided already: by all rows of the plan of which some are planned again. */
  isMassive?: boolean
  /** `sending`: so many people are texted without a typed number, as the recipe says; nobody where it is absent. */
  sendingContacts?: number
  /** `clear`: a plan may empty fields of this many contacts. */
  clearContacts: number
  /** `withdraw`: a plan may take consent from this many contacts, or block or unsubscribe them. */
  withdrawContacts: number
  /** `withdraw`: beyond that, this share of its contacts that agree to texts now. */
  withdrawShare: number
}

export const guardLimits: GuardLimits = {
  massContacts: 500,
  massShare: 0.5,
  newContacts: 100,
  newShare: 0.25,
  newInAccountOf: 100,
  clearContacts: 20,
  withdrawContacts: 20,
  withdrawShare: 0.05,
}

/**
 * A recipe may know better what is usual: by its own limits, and for withdrawals by the lists that were run with it before. A list with so
 * few contacts that agreed that the guard had nothing to say tells nothing of a large one: one contact who withdrew is all of them.
 */
export function guardLimitsOf({ limits = {} }: Pick<Recipe, 'limits'>, past: readonly PastList[]): GuardLimits {
  const { withdrawn, release = {} } = limits
  const usual = guardLimits
  const telling = past.filter(({ agreeing }) => agreeing > usual.withdrawContacts)
  const largest = Math.max(0, ...telling.map((list) => list.withdrawn / list.agreeing))
  return {
    ...usual,
    massContacts: Math.max(usual.massContacts, release.mass ?? 0),
    newContacts: Math.max(usual.newContacts, release.mass ?? 0),
    ...(release.sending !== undefined && { sendingContacts: release.sending }),
    clearContacts: Math.max(usual.clearContacts, release.clear ?? 0),
    withdrawContacts: Math.max(usual.withdrawContacts, release.withdraw ?? 0),
    withdrawShare: withdrawn ?? Math.max(usual.withdrawShare, 2 * largest),
  }
}

/** Limits by which the guards of files hold some rows of a plan just as they were seen to hold all of it. */
export function decidedLimits(
  { sendingContacts, ...usual }: GuardLimits,
  isHeld: Readonly<Record<(typeof fileGuards)[number], boolean>>,
): GuardLimits {
  const never = Number.MAX_SAFE_INTEGER
  return {
    ...usual,
    ...(!isHeld.sending && sendingContacts !== undefined && { sendingContacts }),
    clearContacts: isHeld.clear ? -1 : never,
    withdrawContacts: isHeld.withdraw ? -1 : never,
    withdrawShare: isHeld.withdraw ? -1 : usual.withdrawShare,
    isMassive: isHeld.mass,
  }
}
