/** `held`: the contact changed between the preview and the write. */
export const endedOutcomes = ['done', 'failed', 'unknown', 'held'] as const

export type EndedOutcome = (typeof endedOutcomes)[number]

/** Why a row failed or is unknown, as the person reads it. */
export interface RowFailure {
  code: string
  message: string
  hint: string
}
