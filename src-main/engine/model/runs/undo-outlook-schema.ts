import { z } from 'zod'

/** Why a change cannot be undone, whatever the contact is like by now. */
export const impossibleReasons = ['message', 'whisper', 'resolved', 'created', 'notShown', 'notKnown', 'notAsked'] as const
export type ImpossibleReason = (typeof impossibleReasons)[number]

/** What of a run could be undone, as far as its own records tell: what somebody has edited since is not looked at. */
export const undoOutlookSchema = z.object({
  changes: z.int(),
  /** What comes back without a question. */
  possible: z.int(),
  /** What would allow texts again: it comes back once somebody has released it. */
  held: z.int(),
  /** Of the others, the most frequent first. */
  impossible: z.array(z.object({ reason: z.enum(impossibleReasons), changes: z.int() })),
})
export type UndoOutlook = z.infer<typeof undoOutlookSchema>
