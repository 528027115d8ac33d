/** `held`: the contact changed between the preview and the write. */
export const endedOutcomes = ['done', 'failed', 'unknown', 'held'] as const

export type EndedOutcome = (typeof endedOutcomes)[number]

/** Why a row failed or is unknown, as the person reads it. */
export interface RowFailure {
  code: string
  message: string
  hint: string
}

/** Stands in a failure's message between the number of one person of a group and what is said of them. */
export const ofThisGroup = ', of this group: '
