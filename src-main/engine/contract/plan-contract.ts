import { z } from 'zod'
import { correctionSchema } from '../model/files/correction-schema.ts'
import { listComparisonSchema } from '../model/plans/list-figures.ts'
import { planFiguresSchema, rowEffectSchema } from '../model/plans/plan-figures.ts'
import { guards, lookups, planRowSchema, retriedOutcomes, planSummarySchema, rowClasses } from '../model/plans/plan-schema.ts'
import { recipeSchema } from '../model/recipes/recipe-schema.ts'
import { undoOutlookSchema } from '../model/runs/undo-outlook-schema.ts'
import { groupDetailSchema, groupsPageSchema } from '../plan/duplicates/group-schema.ts'
import { messageFilterSchema, openedConversationSchema, plannedConversationSchema } from '../plan/read/conversation-schema.ts'
import { correctionNumbers, id, limit, offset, procedure } from './procedure.ts'

/** Plans: made, reviewed, released and revised; and what an undo comes to. */
export const planProcedures = {
  /** Starts planning and answers at once; see `plan.progress`, or `wait` for the finished plan. */
  'plans.start': procedure(
    z.object({ fileId: id, recipe: recipeSchema, lookup: z.enum(lookups).default('missing'), wait: z.boolean().default(false) }),
    planSummarySchema,
  ),
  /**
   * Plans just the rows that failed, or were held, in a run that is over: afresh, with the same recipe, from Rollcall's copy of the file.
   * Guards hold again what they held. `wait` as for `plans.start`.
   */
  'plans.retry': procedure(
    z.object({ runId: id, outcome: z.enum(retriedOutcomes).default('failed'), wait: z.boolean().default(false) }),
    planSummarySchema,
  ),
  /**
   * Works out what taking a run back comes to, as a plan of its own (see its `undo` and `issues`), which `runs.start` carries
   * out. The run has to be over, and not of messages. `wait` as for `plans.start`.
   */
  'undo.plan': procedure(z.object({ runId: id, wait: z.boolean().default(false) }), planSummarySchema),
  /** What of a run could be undone, as far as its own records tell; null for a long run, of which only `undo.plan` tells. */
  'undo.outlook': procedure(z.object({ runId: id }), undoOutlookSchema.nullable()),
  /**
   * Releases what a guard holds; `contacts` is the guard's number, as the person typed it in. Of guard `consent` only rows are
   * released whose evidence in the file is dated after the refusal. Refused once the plan has a run. See `plan.releasing`;
   * `plans.cancel` leaves everything as it was.
   */
  'plans.release': procedure(z.object({ planId: id, guard: z.enum(guards), contacts: z.int().min(0) }), planSummarySchema),
  /**
   * Releases all file guards at once; `contacts` is the number of contacts that nothing else holds (`fileHeld`), as the person typed
   * it in. Rows that a row guard holds stay held. Refused once the plan has a run.
   */
  'plans.releaseFile': procedure(z.object({ planId: id, contacts: z.int().min(0) }), planSummarySchema),
  /**
   * Releases single rows, by their lines in the file, from the guards that look at each row alone. `evidence`, for rows that give
   * permission to somebody who refused: how and when the contact agreed again, and when it refused where Rollcall cannot know that.
   * All of the rows or none. Refused once the plan has a run.
   */
  'plans.releaseRows': procedure(
    z.object({
      planId: id,
      lines: z.array(z.int().min(1)).min(1).max(1000),
      evidence: z.object({ text: z.string().max(2000), date: z.string().max(100), refusedDate: z.string().max(100).optional() }).optional(),
    }),
    planSummarySchema,
  ),
  /**
   * Corrects the plan's file, or undoes corrections by their numbers, and brings the plan to the file's corrections as they
   * are then: it comes to what planning the file anew would. `rows`: how many rows were planned again. Guards that were released
   * hold again; with `hold`, rows that were released one by one stay so where they stay as they are, but for those on these lines.
   * Refused once the plan has a run. See `plan.progress`; `plans.cancel` leaves everything as it was.
   */
  'plans.revise': procedure(
    z.object({
      planId: id,
      corrections: z.array(correctionSchema).max(100).default([]),
      undo: correctionNumbers.default([]),
      hold: z.array(z.int().min(1)).max(1000).optional(),
    }),
    z.object({ plan: planSummarySchema, rows: z.int() }),
  ),
  'plans.cancel': procedure(z.object({ planId: id }), planSummarySchema),
  'plans.get': procedure(z.object({ planId: id }), planSummarySchema),
  /** The rows about one contact, where there are several; `open`: just those of which none counts until somebody decides. */
  'plans.groups': procedure(
    z.object({ planId: id, search: z.string().max(200).default(''), open: z.boolean().default(false), offset, limit }),
    groupsPageSchema,
  ),
  /** One of these groups with its rows side by side, read from the file as it is corrected. Leaving out all rows but one picks that one: see `plans.revise`. */
  'plans.group': procedure(z.object({ planId: id, group: z.int().min(1) }), groupDetailSchema),
  /** What the rows that will change do, counted over all of them: of a very long file that takes some seconds, once. */
  'plans.figures': procedure(z.object({ planId: id }), planFiguresSchema),
  /** What its list comes to, beside the last lists that were run with its recipe; null of a plan that is not ready. */
  'plans.lists': procedure(z.object({ planId: id }), listComparisonSchema.nullable()),
  'plans.rows': procedure(
    z.object({
      planId: id,
      class: z.enum(rowClasses).optional(),
      /** Rows that only file guards hold count as `send`, not as `held`: they wait for a number, not for an answer to each. */
      asReviewed: z.boolean().default(false),
      /** Just the rows that will change and do this. */
      effect: rowEffectSchema.optional(),
      /** Contacts that are there already come before new ones. */
      updatedFirst: z.boolean().default(false),
      issueCode: z.string().optional(),
      search: z.string().max(200).default(''),
      /** Just the rows with any issue. */
      withIssues: z.boolean().default(false),
      /** Just the rows in which something was corrected. */
      corrected: z.boolean().default(false),
      /** With each row's cells. */
      withCells: z.boolean().default(false),
      offset,
      limit,
    }),
    z.object({ rows: z.array(planRowSchema), total: z.int() }),
  ),
  /** The conversations that the plan's messages go to, those with the latest message first. */
  'plans.conversations': procedure(
    messageFilterSchema.extend({ planId: id, offset, limit }),
    z.object({ rows: z.array(plannedConversationSchema), total: z.int() }),
  ),
  /** One of these under the same filter, by its number, with a page of its messages; null where none goes there. */
  'plans.conversation': procedure(
    messageFilterSchema.extend({ planId: id, phone: z.string().max(100), offset, limit }),
    openedConversationSchema.nullable(),
  ),
} as const
