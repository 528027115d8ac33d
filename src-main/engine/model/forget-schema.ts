import { z } from 'zod'

/** What is to be forgotten: an import, all that were over so many days ago, or everything of the account. */
export const forgetScopeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('run'), runId: z.string().min(1).max(200) }),
  z.object({ kind: z.literal('olderThan'), days: z.int().min(0).max(36_500) }),
  z.object({ kind: z.literal('account') }),
])
export type ForgetScope = z.infer<typeof forgetScopeSchema>

export const forgetPreviewSchema = z.object({
  /** Imports with all that belongs together with them: undos, later tries, rows released later. */
  imports: z.array(z.object({ runId: z.string().nullable(), fileName: z.string(), atSeconds: z.number(), rows: z.int() })),
  /** Copies of files that go. */
  copies: z.int(),
  /** Files whose copies stay, because an import that stays has the same bytes. */
  keptCopies: z.array(z.string()),
  /** Backups of before, and databases in whose place one was put: all of them go. */
  backups: z.int(),
  /** Files that are still there and that Rollcall does not touch: the person's own, and those that were written for them. */
  outOfReach: z.array(z.string()),
  /** Runs that can still go on: nothing is forgotten before they are over. */
  unfinished: z.array(z.object({ runId: z.string(), fileName: z.string() })),
  ledgerRecords: z.int(),
  /** Until when the ledger is to be kept; before that it has to be exported before the account is forgotten. Null where it has no record. */
  ledgerKeptUntilSeconds: z.number().nullable(),
})
export type ForgetPreview = z.infer<typeof forgetPreviewSchema>

export const forgottenSchema = forgetPreviewSchema.pick({ imports: true, copies: true, keptCopies: true, outOfReach: true }).extend({
  /** What the data took less afterwards, backups included. */
  freedBytes: z.int(),
  /** Why the room that became free in the database was not given back to the disk; null where it was. */
  notGivenBack: z.string().nullable(),
  /** Which files could not be removed yet, and when they are; null where all were. */
  notRemoved: z.string().nullable(),
  /** Where the ledger was written before an account was forgotten. */
  ledgerPath: z.string().nullable(),
})
export type Forgotten = z.infer<typeof forgottenSchema>
