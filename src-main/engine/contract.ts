import { z } from 'zod'
import { accountProcedures } from './contract/account-contract.ts'
import { contactProcedures } from './contract/contact-contract.ts'
import { conversationProcedures } from './contract/conversation-contract.ts'
import { fileProcedures } from './contract/file-contract.ts'
import { ledgerProcedures } from './contract/ledger-contract.ts'
import { mappingProcedures } from './contract/mapping-contract.ts'
import { planProcedures } from './contract/plan-contract.ts'
import { runProcedures } from './contract/run-contract.ts'
import { scheduleProcedures } from './contract/schedule-contract.ts'
import { damageProgressSchema } from './damage/damage-schema.ts'
import { accountSchema } from './model/account-schema.ts'
import { syncStatusSchema } from './model/contacts/address-book-schema.ts'
import { conversationsProgressSchema } from './model/contacts/shown-conversation-schema.ts'
import { guards, planProgressSchema } from './model/plans/plan-schema.ts'
import { runProgressSchema } from './model/runs/run-schema.ts'
import { unattendedFileSchema } from './model/runs/unattended-schema.ts'

export type { Account, AccountColor, AccountSettings, SignInStep } from './model/account-schema.ts'
export type { Contact, SyncStatus } from './model/contacts/address-book-schema.ts'
export type { ContactDetail } from './model/contacts/contact-record-schema.ts'
export type {
  ConversationsExported,
  ConversationsWantedInput,
  ConversationView,
  ShownPost,
} from './model/contacts/shown-conversation-schema.ts'
export type { Difference, DifferenceKind, DifferencePeriod } from './model/contacts/differences-schema.ts'
export type { ContactFilterInput, SearchFlagCounts } from './model/contacts/contact-filter-schema.ts'
export type { Stopped, StopWay } from './model/contacts/stop-schema.ts'
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
export type { KeptEntry, ScheduleAsked, ShownSchedule } from './model/runs/schedule-schema.ts'
export type { UnattendedFile, UnattendedOutcome, WatchedFolder } from './model/runs/unattended-schema.ts'
export type { CorrectionEffect } from './model/files/corrected-row-schema.ts'
export type { Correction } from './model/files/correction-schema.ts'
export type { FileCorrection, ImportFile } from './model/files/file-schema.ts'
export type { DialectChoice, FileNotice, Inspection, SourceColumn, SourceRow } from './model/files/source-schema.ts'
/** Every procedure of the engine, once. Shells carry them; `engine.ts` implements them. */
export const procedures = {
  ...accountProcedures,
  ...contactProcedures,
  ...conversationProcedures,
  ...fileProcedures,
  ...mappingProcedures,
  ...planProcedures,
  ...runProcedures,
  ...ledgerProcedures,
  ...scheduleProcedures,
} as const

export type ProcedureName = keyof typeof procedures
/** What a caller passes: properties with a default may be left out. */
export type Input<P extends ProcedureName> = z.input<(typeof procedures)[P]['input']>
export type ParsedInput<P extends ProcedureName> = z.output<(typeof procedures)[P]['input']>
export type Output<P extends ProcedureName> = z.output<(typeof procedures)[P]['output']>

export const events = {
  'account.changed': accountSchema,
  'sync.progress': syncStatusSchema.extend({ accountId: z.string() }),
  /** While conversations are read for a file. */
  'conversations.progress': conversationsProgressSchema,
  /** While a file is made ready for its first look: unpacked, or its sheet written out. `share` is from 0 to 1. */
  'file.progress': z.object({ fileId: z.string(), share: z.number().min(0).max(1) }),
  /** While values are counted for somebody who gave the count a name. */
  'mapping.progress': z.object({ request: z.string(), bytesRead: z.int(), bytesTotal: z.int() }),
  'plan.progress': planProgressSchema,
  /** While the rows that a guard holds, and others do not, are counted. */
  'plan.releasing': z.object({ planId: z.string(), guard: z.enum(guards), rowsCounted: z.int(), rows: z.int() }),
  'damage.progress': damageProgressSchema,
  'run.progress': runProgressSchema,
  /** What became of a file that was imported by itself. `notice`: to be shown on this computer; it names nobody and no file. */
  'unattended.ended': z.object({
    accountId: z.string(),
    file: unattendedFileSchema,
    notice: z.object({ title: z.string(), body: z.string() }).nullable(),
  }),
  /** A watched folder or what waits for somebody is otherwise than before. */
  'unattended.changed': z.object({ accountId: z.string() }),
} as const

export type EventName = keyof typeof events
export type EventPayload<E extends EventName> = z.output<(typeof events)[E]>

export type Answer<T> = { ok: true; value: T } | { ok: false; error: import('./model/errors.ts').ErrorAnswer }

/** The engine as a shell sees it, near or behind a port. */
export interface EngineClient {
  /** `account`: what it is about where that is not the account in use, such as in a tab beside another one's. */
  call<P extends ProcedureName>(procedure: P, input: Input<P>, account?: string): Promise<Answer<Output<P>>>
  /** Returns the function that ends it. */
  on<E extends EventName>(event: E, listener: (payload: EventPayload<E>) => void): () => void
  /** Told once when the engine has ended by itself, also where it has already; absent where it cannot, or is started again. Returns the function that ends it. */
  onGone?(listener: () => void): () => void
  close(): Promise<void>
}
