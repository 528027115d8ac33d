import { z } from 'zod'
import { planSeenSchema } from '../model/plans/plan-schema.ts'
import { runFiguresSchema } from '../model/runs/figures-schema.ts'
import { liveWithSchema } from '../model/runs/live-with.ts'
import {
  pastRunSchema,
  resultFileSchema,
  rowOutcomes,
  runProgressSchema,
  runRowSchema,
  runSummarySchema,
} from '../model/runs/run-schema.ts'
import { id, limit, nothing, offset, procedure } from './procedure.ts'

/** Runs: started, paused, decided and reported. */
export const runProcedures = {
  /**
   * Starts the plan's run and answers at once; see `run.progress`, or `wait` for its end. `file.changed` when the person's own
   * file has changed since it was opened, `plan.changed` when the file has other corrections by now than the plan, unless it is
   * to be run `asPlanned`. `seen`: the plan as somebody agreed to it; `plan.changed` when it is another one by now, such as after
   * a release in another window. `plan.unlike` when the list is unlike the recipe's last ones, unless `acceptUnlike` is the SHA-256 of
   * its file.
   */
  'runs.start': procedure(
    z.object({
      planId: id,
      seen: planSeenSchema.optional(),
      asPlanned: z.boolean().default(false),
      acceptUnlike: z.string().max(64).optional(),
      wait: z.boolean().default(false),
    }),
    runSummarySchema,
  ),
  /**
   * `waits`: not before the moment until which the service asked to wait, see the summary's `reason`; else it is tried at once. `liveWith`: of
   * what the run offers, what is sent along from now on; see `model/runs/live-with.ts`.
   */
  'runs.resume': procedure(
    z.object({
      runId: id,
      waits: z.boolean().default(false),
      wait: z.boolean().default(false),
      liveWith: z.array(liveWithSchema).default([]),
    }),
    runSummarySchema,
  ),
  /** Does not wait any longer for what the service asked for. */
  'runs.tryNow': procedure(z.object({ runId: id }), nothing),
  /** Answers when no call is under way any more. */
  'runs.pause': procedure(z.object({ runId: id }), runSummarySchema),
  'runs.cancel': procedure(z.object({ runId: id }), runSummarySchema),
  /**
   * Rows of which nobody knows whether their call arrived: `check` looks for them at the service once more (see
   * `run.progress`), `done` takes the person's word that they arrived, `again` lets a resume send them again. All unknown
   * rows unless `rows` names some (by row number).
   */
  'runs.decide': procedure(
    z.object({
      runId: id,
      decision: z.enum(['check', 'done', 'again']),
      rows: z.array(z.int().min(1)).max(100_000).optional(),
      wait: z.boolean().default(false),
    }),
    runSummarySchema,
  ),
  'runs.get': procedure(z.object({ runId: id }), z.object({ summary: runSummarySchema, progress: runProgressSchema })),
  /**
   * The last run that imported these bytes by the recipe of that name, and was neither cancelled nor taken back; null where there is none.
   * `isOver`: it has come to its end, and does not wait for somebody.
   */
  'runs.ofSameFile': procedure(
    z.object({ sha256: z.string(), recipeName: z.string() }),
    z.object({ runId: z.string().nullable(), startedAtSeconds: z.number().nullable(), isOver: z.boolean() }),
  ),
  'runs.rows': procedure(
    z.object({ runId: id, outcome: z.enum(rowOutcomes).optional(), offset, limit }),
    z.object({ rows: z.array(runRowSchema), total: z.int() }),
  ),
  /** What the rows of a run that are done did, counted over all of them. */
  'runs.figures': procedure(z.object({ runId: id }), runFiguresSchema),
  /** Writes what a run came to as one page of HTML, whole in itself. Never over an existing file unless `overwrite`. */
  'runs.writeReport': procedure(
    z.object({ runId: id, path: z.string().min(1), overwrite: z.boolean().default(false) }),
    z.object({ path: z.string(), rows: z.int() }),
  ),
  /**
   * Writes the result file and the failed-rows file into the folder, never over an existing file unless `overwrite`. `name`: what they are
   * named after, instead of the imported file.
   */
  'runs.writeResults': procedure(
    z.object({
      runId: id,
      folder: z.string().min(1),
      name: z.string().min(1).max(1000).optional(),
      overwrite: z.boolean().default(false),
    }),
    z.object({ files: z.array(resultFileSchema) }),
  ),
  'history.list': procedure(nothing, z.object({ runs: z.array(pastRunSchema) })),
} as const
