import { liveWithSchema } from './model/runs/live-with.ts'
import { z } from 'zod'
import { accountColors, accountSchema, settingsChangeSchema, signInStepSchema } from './model/account-schema.ts'
import { backupSchema, backupsSchema, restoredSchema } from './model/backup-schema.ts'
import { forgetPreviewSchema, forgetScopeSchema, forgottenSchema } from './model/forget-schema.ts'
import { contactSchema, syncStatusSchema } from './model/contacts/address-book-schema.ts'
import { draftSchema, draftStateSchema } from './model/recipes/draft-schema.ts'
import { damageProgressSchema, damageReportSchema } from './damage/damage-schema.ts'
import { ledgerFormats, ledgerParts, personToSealSchema, shownLedgerRecordSchema, verificationSchema } from './model/ledger-schema.ts'
import {
  columnGuessSchema,
  listedRecipeSchema,
  mappingPreviewSchema,
  previewedRowSchema,
  savedRecipeSchema,
  targetChoiceSchema,
} from './mapping/preview/mapping-schema.ts'
import { importKinds } from './model/kinds.ts'
import { recipeSchema } from './model/recipes/recipe-schema.ts'
import { valueCountsSchema, valueReadingSchema } from './mapping/preview/values-schema.ts'
import { recipeFitSchema, replacementSchema } from './mapping/recipe/recipe-fit-schema.ts'
import { peopleCountSchema, previewedContactSchema } from './plan/estimate/estimate-schema.ts'
import { messageFilterSchema, openedConversationSchema, plannedConversationSchema } from './plan/read/conversation-schema.ts'
import { groupDetailSchema, groupsPageSchema } from './plan/duplicates/group-schema.ts'
import {
  guards,
  lookups,
  planProgressSchema,
  planRowSchema,
  planSeenSchema,
  retriedOutcomes,
  planSummarySchema,
  rowClasses,
} from './model/plans/plan-schema.ts'
import { listComparisonSchema } from './model/plans/list-figures.ts'
import { planFiguresSchema, rowEffectSchema } from './model/plans/plan-figures.ts'
import { pastRunSchema, resultFileSchema, rowOutcomes, runProgressSchema, runRowSchema, runSummarySchema } from './model/runs/run-schema.ts'
import { runFiguresSchema } from './model/runs/figures-schema.ts'
import { undoOutlookSchema } from './model/runs/undo-outlook-schema.ts'
import { correctionSchema } from './model/files/correction-schema.ts'
import { fileCorrectionSchema, fileSchema } from './model/files/file-schema.ts'
import { dialectChoiceSchema, inspectionSchema, sourceRowSchema } from './model/files/source-schema.ts'

export type { Account, AccountColor, AccountSettings, SignInStep } from './model/account-schema.ts'
export type { Contact, SyncStatus } from './model/contacts/address-book-schema.ts'
export type { Draft, DraftState, DraftStep } from './model/recipes/draft-schema.ts'
export type { DamageProgress, DamageReport, Finding, AppliedRepair, Severity } from './damage/damage-schema.ts'
export type { ErrorAnswer, ErrorCode } from './model/errors.ts'
export type { LedgerFormat, PersonToSeal, ShownLedgerRecord, Verification } from './model/ledger-schema.ts'
export type {
  ColumnGuess,
  MappingPreview,
  PreviewedRow,
  ListedRecipe,
  SavedRecipe,
  TargetChoice,
} from './mapping/preview/mapping-schema.ts'
export type { ImportKind, RunKind } from './model/kinds.ts'
export type { FieldRule, Recipe, Target } from './model/recipes/recipe-schema.ts'
export type { TextStep } from './model/recipes/step-schema.ts'
export type { ValueCounts } from './mapping/preview/values-schema.ts'
export type { MissingThing, RecipeFit, Replacement } from './mapping/recipe/recipe-fit-schema.ts'
export type { PeopleCount, PreviewedContact } from './plan/estimate/estimate-schema.ts'
export type { PlannedConversation } from './plan/read/conversation-schema.ts'
export type { DuplicateGroup, GroupDetail } from './plan/duplicates/group-schema.ts'
export type { FieldChange, FieldValue, Guard, PlanProgress, PlanRow, PlanSummary, RowClass } from './model/plans/plan-schema.ts'
export type { ListComparison } from './model/plans/list-figures.ts'
export type { PlanFigures, RowEffect } from './model/plans/plan-figures.ts'
export type { RowIssue } from './model/plans/row-issue.ts'
export type { UndoOutlook } from './model/runs/undo-outlook-schema.ts'
export type { LiveWith } from './model/runs/live-with.ts'
export type { FailureGroup, PastRun, RowOutcome, RunProgress, RunRow, RunState, RunSummary, RunWait } from './model/runs/run-schema.ts'
export type { RunFigures } from './model/runs/figures-schema.ts'
export type { CorrectionEffect } from './model/files/corrected-row-schema.ts'
export type { Correction } from './model/files/correction-schema.ts'
export type { FileCorrection, ImportFile } from './model/files/file-schema.ts'
export type { DialectChoice, FileNotice, Inspection, SourceColumn, SourceRow } from './model/files/source-schema.ts'

const nothing = z.object({})
const id = z.string().min(1).max(200)
const offset = z.int().min(0)
const limit = z.int().min(1).max(500)

/** `through`: the newest number of the corrections of a file, and of their being undone. */
const correctionsThrough = z.object({ through: z.int() })
const sheet = z.string().min(1).max(100).optional()
const correctionNumbers = z.array(z.int().min(1)).max(100_000)

const damageWanted = {
  fileId: id,
  dialect: dialectChoiceSchema.prefault({}),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
}

function procedure<I extends z.ZodType, O extends z.ZodType>(input: I, output: O) {
  return { input, output }
}

/** Every procedure of the engine, once. Shells carry them; `engine.ts` implements them. */
export const procedures = {
  'app.info': procedure(nothing, z.object({ version: z.string(), home: z.string(), practice: z.boolean() })),

  'accounts.list': procedure(nothing, z.object({ accounts: z.array(accountSchema), currentId: z.string().nullable() })),
  /**
   * Makes the account the current one; the procedures below concern it. `remember`: the next start opens it, too. `lookOnly`:
   * whatever is wrong with its data; nothing is written then.
   */
  'accounts.open': procedure(
    z.object({ accountId: id, remember: z.boolean().default(true), lookOnly: z.boolean().default(false) }),
    accountSchema,
  ),
  /** What runs have learnt of the current account's service, in sentences; none where nothing is known. */
  'accounts.learnt': procedure(nothing, z.array(z.string())),
  'accounts.update': procedure(
    z.object({
      accountId: id,
      name: z.string().min(1).max(100).optional(),
      operator: z.string().max(200).optional(),
      /** Throws `usage` where another account has it. */
      color: z.enum(accountColors).optional(),
      settings: settingsChangeSchema.optional(),
    }),
    accountSchema,
  ),

  'backups.list': procedure(z.object({ accountId: id }), backupsSchema),
  'backups.make': procedure(z.object({ accountId: id }), backupSchema),
  /**
   * Puts a backup, the newest unless one is named, in the place of the account's data; `asIs` takes the present data instead,
   * where it can be read. What was there is kept. Nobody may have the account open. Nothing that must not happen twice is sent
   * afterwards before it was looked for at the service.
   */
  'backups.restore': procedure(
    z.object({ accountId: id, name: z.string().max(200).optional(), asIs: z.boolean().default(false) }),
    restoredSchema,
  ),

  /** Starts a sign-in; the service sends a code. The password is not kept beyond the sign-in. */
  'signIn.start': procedure(
    z.object({
      baseUrl: z.string().min(1),
      accountName: z.string().max(100).optional(),
      email: z.string().min(1),
      password: z.string().min(1),
      apiKey: z.string().min(1),
      mfaCode: z.string().optional(),
      tokenIn: z.enum(['header', 'parameter']).default('header'),
      keep: z.boolean().default(false),
    }),
    signInStepSchema,
  ),
  'signIn.submitCode': procedure(z.object({ signInId: id, code: z.string().min(1) }), signInStepSchema),
  /** Signs in with a token from the service's developer settings, checked with one harmless request. */
  'signIn.pasteToken': procedure(
    z.object({
      baseUrl: z.string().min(1),
      accountName: z.string().max(100).optional(),
      operator: z.string().max(200).optional(),
      token: z.string().min(1),
      tokenIn: z.enum(['header', 'parameter']).default('header'),
      keep: z.boolean().default(false),
    }),
    signInStepSchema,
  ),
  'signIn.signOut': procedure(z.object({ accountId: id }), nothing),

  /**
   * Reads custom fields, departments and all contacts into the cache. Goes on where an earlier sync broke off, where that can
   * be done without overlooking anybody, unless it is to be made `anew`. Answers when it has started; see `sync.progress`.
   */
  'sync.start': procedure(z.object({ anew: z.boolean().default(false) }), syncStatusSchema),
  'sync.cancel': procedure(nothing, syncStatusSchema),
  'sync.status': procedure(nothing, syncStatusSchema),

  'contacts.page': procedure(
    z.object({ offset, limit, search: z.string().max(200).default('') }),
    z.object({ contacts: z.array(contactSchema), total: z.int() }),
  ),
  /** The words of the latest messages with which somebody refused texts, if that is their last word; asks the service. */
  'contacts.lastRefusal': procedure(
    z.object({ phone: z.string().max(100) }),
    z.object({ text: z.string(), atSeconds: z.number().nullable() }).nullable(),
  ),
  /** Writes the cached contacts as CSV, or as a workbook where the path ends in `.xlsx`. Never over an existing file unless `overwrite`. */
  'contacts.export': procedure(
    z.object({ path: z.string().min(1), overwrite: z.boolean().default(false) }),
    z.object({ path: z.string(), rows: z.int() }),
  ),

  /** Gives up every file that is being written, of contacts, results or the ledger: what asked for one answers `cancelled`, and nothing is left of it. */
  'exports.stop': procedure(nothing, nothing),

  /** Takes a copy of the file into the account's data; everything later works on that copy. */
  'files.open': procedure(z.object({ path: z.string().min(1), name: z.string().max(255).optional() }), fileSchema),
  /** Opens the person's own file anew, as it is now. Throws `file.not_found` where its place is not known, or empty. */
  'files.reopen': procedure(z.object({ fileId: id }), fileSchema),
  /** Ends the opening of files and the first look at them: what asked for it answers `cancelled`, at once. */
  'files.stop': procedure(nothing, nothing),
  /** `corrections`: how many corrections of the file hold; the rows are as corrected. */
  'files.inspect': procedure(
    z.object({ fileId: id, dialect: dialectChoiceSchema.prefault({}) }),
    z.object({ file: fileSchema, inspection: inspectionSchema, corrections: z.int() }),
  ),

  /** The rows on these lines as they were corrected, in the order of the file; those that it has not are left out. */
  'files.rows': procedure(
    z.object({ fileId: id, dialect: dialectChoiceSchema.prefault({}), lines: z.array(z.int().min(1)).max(500) }),
    z.object({ rows: z.array(sourceRowSchema) }),
  ),

  'mapping.targets': procedure(
    z.object({ kind: z.enum(importKinds) }),
    z.object({ targets: z.array(targetChoiceSchema), departments: z.array(z.object({ uuid: z.string(), name: z.string() })) }),
  ),
  /** A recipe for the file, found by its headers and values; `saved` are the person's own recipes that fit or nearly do, best first. */
  'mapping.suggest': procedure(
    z.object({ fileId: id, dialect: dialectChoiceSchema.prefault({}), kind: z.enum(importKinds).optional() }),
    z.object({
      kind: z.enum(importKinds),
      /** What the file seems to be, whatever kind was asked for. */
      detected: z.enum(importKinds),
      recipe: recipeSchema,
      columns: z.array(columnGuessSchema),
      saved: z.array(savedRecipeSchema.extend({ fit: recipeFitSchema })),
    }),
  ),
  'mapping.preview': procedure(z.object({ fileId: id, recipe: recipeSchema }), mappingPreviewSchema),
  /**
   * What becomes of one row: that of a number (from 1), the first on or below a line, or the first behind a row (0 for the
   * beginning) that has an issue. Null where there is none. `request`: a name of the caller's, see `mapping.stop`.
   */
  'mapping.row': procedure(
    z.object({
      fileId: id,
      recipe: recipeSchema,
      at: z.union([z.object({ row: z.int().min(1) }), z.object({ line: z.int().min(1) }), z.object({ issueAfter: z.int().min(0) })]),
      request: id.optional(),
    }),
    z.object({ row: previewedRowSchema.nullable() }),
  ),
  /** The different values that a rule would read in the whole file, with the number of rows that have them. See `mapping.progress`. */
  'mapping.values': procedure(
    z.object({ fileId: id, dialect: dialectChoiceSchema.prefault({}), reading: valueReadingSchema, request: id.optional() }),
    valueCountsSchema,
  ),
  /**
   * Counts whom the file's rows are about and how many of them the account has. At most 500 people are looked up at the service for
   * it; of more, those that neither the cache nor a recent sync tells stay open. See `mapping.progress`.
   */
  'mapping.people': procedure(z.object({ fileId: id, recipe: recipeSchema, request: id.optional() }), peopleCountSchema),
  /** What some consecutive rows, from a number (from 1) on, would make of their contacts as these are cached, each row seen alone. */
  'mapping.contacts': procedure(
    z.object({ fileId: id, recipe: recipeSchema, from: z.int().min(1), count: z.int().min(1).max(20), request: id.optional() }),
    z.object({ contacts: z.array(previewedContactSchema), hasMore: z.boolean() }),
  ),
  /** Ends what was asked for under this name: it answers `cancelled`. */
  'mapping.stop': procedure(z.object({ request: id }), nothing),

  /** The corrections of a file, in the order in which they were made. They belong to its bytes: the same file opened again has them. */
  'corrections.list': procedure(
    z.object({ fileId: id, sheet, offset, limit }),
    correctionsThrough.extend({ corrections: z.array(fileCorrectionSchema), total: z.int() }),
  ),
  'corrections.add': procedure(z.object({ fileId: id, sheet, corrections: z.array(correctionSchema).min(1).max(100) }), correctionsThrough),
  /** Undoes corrections as one step; without numbers, the last one that is not undone. */
  'corrections.undo': procedure(z.object({ fileId: id, sheet, numbers: correctionNumbers.optional() }), correctionsThrough),
  /** What a replacement would do to the file as it is corrected so far. Asking again for the same file gives up what is under way. */
  'corrections.tryReplace': procedure(
    z.object({
      fileId: id,
      dialect: dialectChoiceSchema.prefault({}),
      correction: correctionSchema.refine((correction) => correction.kind === 'replace', 'not a replacement'),
    }),
    z.object({ cells: z.int(), rows: z.int(), samples: z.array(z.object({ line: z.int(), before: z.string(), after: z.string() })) }),
  ),

  /**
   * Looks through the whole file for what spreadsheets and exports damage, and answers when it has started; see
   * `damage.progress`, or `wait` for its end. A check of the same file in another way ends. `country`: the account's unless given.
   */
  'damage.check': procedure(z.object({ ...damageWanted, wait: z.boolean().default(false) }), damageReportSchema),
  /** What the check has found so far; state `none` where there was none, or where the file was corrected since. */
  'damage.findings': procedure(z.object(damageWanted), damageReportSchema),
  /** Answers when the check of this file is not under way any more. */
  'damage.cancel': procedure(z.object({ fileId: id }), nothing),

  'recipes.list': procedure(nothing, z.object({ recipes: z.array(listedRecipeSchema) })),
  /** Saves under the recipe's name; an existing one of that name is replaced only when `replace`. */
  'recipes.save': procedure(
    z.object({ recipe: recipeSchema, fileId: id.optional(), replace: z.boolean().default(false) }),
    savedRecipeSchema,
  ),
  'recipes.remove': procedure(z.object({ recipeId: id }), nothing),
  /** Compares a recipe with a file, read as the recipe says, and with the account. `recipeId`: the saved one that it comes from. */
  'recipes.fit': procedure(
    z.object({ recipe: recipeSchema, fileId: id, recipeId: id.optional() }),
    z.object({ fit: recipeFitSchema, columns: z.array(z.string()) }),
  ),
  /** The recipe with other columns, fields or a department instead of missing ones. Throws `recipe.misfit` where it cannot do without one. */
  'recipes.adapt': procedure(z.object({ recipe: recipeSchema, replacements: z.array(replacementSchema).max(10_000) }), recipeSchema),
  'recipes.rename': procedure(z.object({ recipeId: id, name: z.string().trim().min(1).max(200) }), savedRecipeSchema),
  /** Reads a recipe's text; every mistake is named with its path. */
  'recipes.parse': procedure(z.object({ text: z.string().max(1_000_000) }), recipeSchema),

  /** Imports that are being prepared or were started. Of several of the same content, of which none was started, the one changed last; those that nobody has changed for 30 days are gone. */
  'drafts.list': procedure(nothing, z.object({ drafts: z.array(draftSchema) })),
  'drafts.get': procedure(z.object({ draftId: id }), draftSchema),
  'drafts.create': procedure(z.object({ state: draftStateSchema }), draftSchema),
  'drafts.save': procedure(z.object({ draftId: id, state: draftStateSchema }), draftSchema),
  'drafts.remove': procedure(z.object({ draftId: id }), nothing),

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
  /** Writes the result file and the failed-rows file into the folder, never over an existing file. */
  'runs.writeResults': procedure(z.object({ runId: id, folder: z.string().min(1) }), z.object({ files: z.array(resultFileSchema) })),
  /** What forgetting would remove, and the files that it cannot reach. */
  'forget.preview': procedure(z.object({ accountId: id, scope: forgetScopeSchema }), forgetPreviewSchema),
  /**
   * Forgets imports with their rows, texts, copies of files and backups of before; fingerprints, refusals, the ledger and what runs
   * came to stay. Of an account everything else goes too, and its sign-in; its ledger, where it has records, is written to
   * `ledgerPath` first, as JSON that can be verified, or with `exportsLedger` to a file in the data folder.
   */
  'forget.carryOut': procedure(
    z.object({
      accountId: id,
      scope: forgetScopeSchema,
      ledgerPath: z.string().min(1).optional(),
      exportsLedger: z.boolean().default(false),
    }),
    forgottenSchema,
  ),
  'history.list': procedure(nothing, z.object({ runs: z.array(pastRunSchema) })),

  /** Consent changes, the newest first. The search finds pieces of numbers, names, files, operators, runs, times and evidence. */
  'ledger.page': procedure(
    z.object({
      offset,
      limit,
      search: z.string().max(200).default(''),
      /** Just the records of the contact with this uuid. */
      contact: id.optional(),
      /** Just the records from then on. */
      sinceMs: z.int().optional(),
      /** Just the records that were written under this name. */
      operator: z.string().max(200).optional(),
      only: z.enum(ledgerParts).optional(),
    }),
    z.object({ records: z.array(shownLedgerRecordSchema), total: z.int() }),
  ),
  /** How many of the records that such a query finds are in each part. */
  'ledger.counts': procedure(
    z.object({
      search: z.string().max(200).default(''),
      contact: id.optional(),
      sinceMs: z.int().optional(),
      operator: z.string().max(200).optional(),
    }),
    z.object({ given: z.int(), withdrawn: z.int(), noEvidence: z.int() }),
  ),
  /** Under which names records were written. */
  'ledger.operators': procedure(nothing, z.object({ operators: z.array(z.string()) })),
  /** Somebody as last read from the service (null where it was not), what the ledger says of them last, and how many records there are. */
  'ledger.contact': procedure(
    z.object({ contact: id }),
    z.object({ now: contactSchema.nullable(), last: shownLedgerRecordSchema.nullable(), records: z.int() }),
  ),
  /** Writes the whole ledger: as CSV to be read, as JSON that can be verified on its own. Never over an existing file unless `overwrite`. */
  'ledger.export': procedure(
    z.object({ path: z.string().min(1), format: z.enum(ledgerFormats), overwrite: z.boolean().default(false) }),
    z.object({ path: z.string(), records: z.int() }),
  ),
  /** The records that tell who somebody is, with the numbers and uuids that stand in them. */
  'ledger.person': procedure(
    z.object({ person: personToSealSchema }),
    z.object({ records: z.int(), phones: z.array(z.string()), contacts: z.array(z.string()) }),
  ),
  /**
   * Removes number, name and evidence of somebody from the ledger, which verifies as before and says so in a record; backups of before go.
   * Refusals of that person hold as before. `records`: how many there are, as the person typed it in.
   */
  'ledger.seal': procedure(z.object({ person: personToSealSchema, records: z.int().min(0) }), z.object({ records: z.int() })),
  /** Reads the whole ledger and tells the first record that is not as it was written. */
  'ledger.verify': procedure(nothing, verificationSchema),
} as const

export type ProcedureName = keyof typeof procedures
/** What a caller passes: properties with a default may be left out. */
export type Input<P extends ProcedureName> = z.input<(typeof procedures)[P]['input']>
export type ParsedInput<P extends ProcedureName> = z.output<(typeof procedures)[P]['input']>
export type Output<P extends ProcedureName> = z.output<(typeof procedures)[P]['output']>

export const events = {
  'account.changed': accountSchema,
  'sync.progress': syncStatusSchema,
  /** While a file is made ready for its first look: unpacked, or its sheet written out. `share` is from 0 to 1. */
  'file.progress': z.object({ fileId: z.string(), share: z.number().min(0).max(1) }),
  /** While values are counted for somebody who gave the count a name. */
  'mapping.progress': z.object({ request: z.string(), bytesRead: z.int(), bytesTotal: z.int() }),
  'plan.progress': planProgressSchema,
  /** While the rows that a guard holds, and others do not, are counted. */
  'plan.releasing': z.object({ planId: z.string(), guard: z.enum(guards), rowsCounted: z.int(), rows: z.int() }),
  'damage.progress': damageProgressSchema,
  'run.progress': runProgressSchema,
} as const

export type EventName = keyof typeof events
export type EventPayload<E extends EventName> = z.output<(typeof events)[E]>

export type Answer<T> = { ok: true; value: T } | { ok: false; error: import('./model/errors.ts').ErrorAnswer }

/** The engine as a shell sees it, near or behind a port. */
export interface EngineClient {
  call<P extends ProcedureName>(procedure: P, input: Input<P>): Promise<Answer<Output<P>>>
  /** Returns the function that ends it. */
  on<E extends EventName>(event: E, listener: (payload: EventPayload<E>) => void): () => void
  close(): Promise<void>
}
