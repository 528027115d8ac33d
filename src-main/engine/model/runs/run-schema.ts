import { z } from 'zod'
import { liveWithSchema } from './live-with.ts'
import { runKinds } from '../kinds.ts'
import { attentionSchema } from '../plans/attention-schema.ts'
import { undoneFieldsSchema } from './undone-row.ts'

/** `pausing`, `cancelling`: calls that have left are waited for. `interrupted`: the process that executed it is gone; `resume` continues. */
export const runStates = ['running', 'pausing', 'cancelling', 'paused', 'interrupted', 'cancelled', 'finished'] as const
export type RunState = (typeof runStates)[number]

/** A call's states: pending -> sent -> done | failed | unknown; sent -> pending when it is repeated. See `call-states.ts`. */
export const callStates = ['pending', 'sent', 'done', 'failed', 'unknown'] as const
export type CallState = (typeof callStates)[number]

/** What became of a row. The counts of these always add up to the rows read. */
export const rowOutcomes = ['done', 'failed', 'unknown', 'pending', 'unchanged', 'held', 'skipped', 'invalid'] as const
export type RowOutcome = (typeof rowOutcomes)[number]

export const runCountsSchema = z.object({
  rows: z.int(),
  done: z.int(),
  failed: z.int(),
  unknown: z.int(),
  pending: z.int(),
  unchanged: z.int(),
  held: z.int(),
  skipped: z.int(),
  invalid: z.int(),
  /** Calls answered by the service with success or refusal, repeats not counted. */
  calls: z.int(),
})
export type RunCounts = z.infer<typeof runCountsSchema>

/** What a run waits for, beside answers. */
export const runWaitSchema = z.object({
  kind: z.enum(['retry_after', 'backoff', 'network', 'sign_in', 'rate_cap', 'late_calls', 'late_reads', 'quiet_hours', 'daily_cap']),
  untilMs: z.number().nullable(),
  message: z.string(),
  /** It takes so long that a person decides: wait, pause, or, where the service has asked for it, try now. */
  isLong: z.boolean().exactOptional(),
})
export type RunWait = z.infer<typeof runWaitSchema>

export const failureGroupSchema = z.object({
  code: z.string(),
  message: z.string(),
  hint: z.string(),
  rows: z.int(),
  line: z.int(),
})
export type FailureGroup = z.infer<typeof failureGroupSchema>

export const runProgressSchema = runCountsSchema.extend({
  runId: z.string(),
  state: z.enum(runStates),
  callsPerSecond: z.number(),
  secondsLeft: z.number().nullable(),
  inFlight: z.int(),
  concurrency: z.int(),
  wait: runWaitSchema.nullable(),
})
export type RunProgress = z.infer<typeof runProgressSchema>

/**
 * Why a run stands still. `offers`: what Rollcall can send along so that it can live with what the service does. `untilMs`: until when the
 * service asked to wait.
 */
export const runReasonSchema = z.object({
  code: z.string(),
  message: z.string(),
  hint: z.string(),
  offers: z.array(liveWithSchema).optional(),
  untilMs: z.number().exactOptional(),
})

export const runSummarySchema = runCountsSchema.extend({
  id: z.string(),
  planId: z.string(),
  kind: z.enum(runKinds),
  fileName: z.string(),
  state: z.enum(runStates),
  /** Why it is paused or cancelled; null otherwise. */
  reason: runReasonSchema.nullable(),
  operator: z.string(),
  startedAtSeconds: z.number(),
  finishedAtSeconds: z.number().nullable(),
  /** Its recipe writes what the office wrote as whispers, beside the messages of the customers. */
  hasWhispers: z.literal(true).exactOptional(),
  failures: z.array(failureGroupSchema),
  /** What of a run that is over waits for a person; none where all is well, or while it can go on. */
  attention: z.array(attentionSchema).default([]),
  /** Rows of which only the refusal of texts counted, because another value cannot be used; they are in other counts too. Absent where there are none. */
  refusalOnly: z.int().exactOptional(),
  /** Left-out or unusable rows that refuse texts for numbers that are not in the account: on its do-not-text list. Absent where there are none. */
  doNotText: z.int().exactOptional(),
  /** Of an undo: the run that it undoes, and what became of the fields (not rows) of that run. A created contact counts as one. */
  undo: undoneFieldsSchema.extend({ undoesRunId: z.string() }).nullable().default(null),
  /** The undo that has undone this run or is about to: not cancelled, and not undone itself. */
  undoneByRunId: z.string().nullable().default(null),
  /** The run whose failed or held rows it took up; null for a run of a whole file. */
  retriesRunId: z.string().nullable().default(null),
  /** The run that took up what was held in this one: whatever is held still is held there. */
  releasedByRunId: z.string().nullable().default(null),
  /** When its rows and its file were forgotten: what it came to is all that is left. */
  forgottenAtSeconds: z.number().nullable().default(null),
})
export type RunSummary = z.infer<typeof runSummarySchema>

/** A run as the history lists it: why rows failed is asked for run by run. */
export const pastRunSchema = runSummarySchema.omit({ failures: true, attention: true, hasWhispers: true })
export type PastRun = z.infer<typeof pastRunSchema>

export const runRowSchema = z.object({
  row: z.int(),
  line: z.int(),
  outcome: z.enum(rowOutcomes),
  contact: z.object({ uuid: z.string().nullable(), name: z.string().nullable(), phone: z.string().nullable() }).nullable(),
  /** The changes in words, such as `name, tags`. */
  changes: z.string(),
  error: z.string().nullable(),
  hint: z.string().nullable(),
})
export type RunRow = z.infer<typeof runRowSchema>

export const resultFileSchema = z.object({
  kind: z.enum(['results', 'failed']),
  path: z.string(),
  name: z.string(),
  rows: z.int(),
})
export type ResultFile = z.infer<typeof resultFileSchema>
