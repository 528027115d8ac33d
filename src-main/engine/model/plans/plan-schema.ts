import { z } from 'zod'
import { attentionSchema } from './attention-schema.ts'
import { importKinds } from '../kinds.ts'
import { recipeSchema } from '../recipes/recipe-schema.ts'
import { issueGroupSchema, rowIssueSchema } from './row-issue.ts'
import { correctionEffectSchema } from '../files/corrected-row-schema.ts'

export const rowClasses = ['send', 'unchanged', 'held', 'skipped', 'invalid'] as const
export type RowClass = (typeof rowClasses)[number]

/** Guards that hold a row because of what the row itself says. */
export const rowGuards = ['consent', 'direction', 'keyword', 'noConsent', 'notReachable', 'edited'] as const
/** Guards that hold rows because of what all rows of the file add up to. */
export const fileGuards = ['withdraw', 'clear', 'mass', 'sending'] as const
/** What stops rows until a person releases them; see plan/guards. A row with several keeps them in this order. */
export const guards = [...rowGuards, ...fileGuards] as const
export type Guard = (typeof guards)[number]

/**
 * Why consent needs a person's OK: how the contact opted out of messages, that nobody confirmed the words, that
 * another row about the contact says of it what cannot be read, that the column is left
 * out which told who refused, or that an undo would bring it about.
 */
export const optOuts = [
  'consent',
  'blocked',
  'unreachable',
  'ledger',
  'doNotText',
  'posts',
  'unreadable',
  'unconfirmed',
  'columnGone',
  'unheard',
  'undo',
] as const
export type OptOut = (typeof optOuts)[number]

/** When somebody agreed or refused. `precision`: a day, a time of day as clocks showed it there, or a moment. */
export const consentDateSchema = z.object({ atMs: z.number(), precision: z.enum(['day', 'local', 'moment']) })
export type ConsentDate = z.infer<typeof consentDateSchema>

/** Whether the service is asked about contacts that are not cached. See `--lookup`. */
export const lookups = ['missing', 'always', 'never'] as const
export type Lookup = (typeof lookups)[number]

export const fieldValueSchema = z.union([z.string(), z.boolean(), z.array(z.string()), z.null()])
export type FieldValue = z.infer<typeof fieldValueSchema>

/** One field of one contact, old -> new. `beforeKnown` is false where the service does not tell the present value. */
export const fieldChangeSchema = z.object({
  /** `name`, `tags`, …, `consent`, `message`, or `custom:` and the uuid. */
  field: z.string(),
  label: z.string(),
  before: fieldValueSchema,
  beforeKnown: z.boolean(),
  after: fieldValueSchema,
})
export type FieldChange = z.infer<typeof fieldChangeSchema>

export const updateSchema = z.object({
  email: z.string().exactOptional(),
  name: z.string().exactOptional(),
  notes: z.string().exactOptional(),
  tags: z.object({ handling: z.enum(['add', 'remove', 'replace']), tags: z.array(z.string()) }).exactOptional(),
  archived: z.boolean().exactOptional(),
  blocked: z.boolean().exactOptional(),
  unreachable: z.boolean().exactOptional(),
  customFields: z.record(z.string(), z.string()).exactOptional(),
})

/** What is sent. A whisper is a call of its own. */
const outgoingSchema = z.object({ as: z.literal('message'), body: z.string(), attachments: z.array(z.string()), resolve: z.boolean() })

/** Calls that are sent just as they are planned. */
export const sentAsPlanned = [
  z.object({
    kind: z.literal('createCustomer'),
    customer: z.object({
      phone: z.string(),
      name: z.string().exactOptional(),
      email: z.string().exactOptional(),
      notes: z.string().exactOptional(),
      tags: z.array(z.string()).exactOptional(),
      customFields: z.record(z.string(), z.string()).exactOptional(),
    }),
  }),
  z.object({ kind: z.literal('setConsent'), uuid: z.string().nullable(), phone: z.string().nullable(), consent: z.boolean() }),
  z.object({
    kind: z.enum(['importMessage', 'writeWhisper']),
    phone: z.string(),
    groupUuid: z.string().nullable(),
    body: z.string(),
    attachments: z.array(z.string()),
  }),
  z.object({
    kind: z.literal('sendToPhone'),
    phone: z.string(),
    groupUuid: z.string().nullable(),
    post: outgoingSchema,
    /** The file shows that the contact agreed. */
    hasAgreed: z.literal(true).exactOptional(),
    /** Where the contact lives, in the file's words: see `zonesOfText`. */
    timeZone: z.string().exactOptional(),
  }),
  z.object({
    kind: z.literal('sendToGroup'),
    /** Of all people of the group, each once. */
    phones: z.array(z.string()).min(1),
    /** Their identifiers, in the same order. */
    uuids: z.array(z.string()),
    groupUuid: z.string(),
    post: outgoingSchema,
    /** As in `sendToPhone`, of all of them. */
    hasAgreed: z.literal(true).exactOptional(),
    timeZone: z.string().exactOptional(),
  }),
  z.object({ kind: z.literal('requestConsent'), uuid: z.string(), phone: z.string(), timeZone: z.string().exactOptional() }),
] as const

/**
 * One call to the service, as planned. `updateCustomer` without a uuid follows a `createCustomer` of the same row and
 * takes the uuid from its answer.
 */
export const plannedCallSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('updateCustomer'), uuid: z.string().nullable(), customer: updateSchema }),
  ...sentAsPlanned,
  z.object({
    kind: z.literal('resolveConversation'),
    phone: z.string(),
    /** Where no post of the row tells the department; null for the service's default. */
    groupUuid: z.string().nullable().exactOptional(),
    /** The disposition. */
    with: z.object({ uuid: z.string(), name: z.string() }).exactOptional(),
    /** The row is about nothing else: it does not follow its messages. */
    isAsked: z.literal(true).exactOptional(),
  }),
])
export type PlannedCall = z.infer<typeof plannedCallSchema>

/** The part of a plan's row that is stored as JSON; absent for rows that are unchanged without any issue. */
export const rowDetailSchema = z.object({
  changes: z.array(fieldChangeSchema).optional(),
  calls: z.array(plannedCallSchema).optional(),
  issues: z.array(rowIssueSchema).optional(),
  evidence: z.record(z.string(), z.string()).optional(),
  /** Identifies a message, so that a second import of the same history is noticed. */
  fingerprint: z.string().optional(),
  /** How the contact has opted out, where the row gives consent nevertheless. */
  optOut: z.enum(optOuts).optional(),
  /** Of such a row: by when the contact had refused, as far as anything but the record tells, and when it agreed by the file. */
  refusedAtMs: z.number().optional(),
  agreedAt: consentDateSchema.optional(),
  /** What a person has released the row from. `agreedAtMs`: when the evidence for it says that the contact agreed. */
  released: z.object({ guards: z.array(z.enum(guards)), agreedAtMs: z.number().nullable() }).optional(),
  /** The contact asked for no more messages, by a keyword or on a day that the file names. */
  isOptOutExplicit: z.literal(true).optional(),
  /** The row refuses texts for a number that no call goes to: kept in the account's do-not-text list. */
  refuses: z.literal(true).optional(),
  /** Of a row that cannot be used: whom it is about, in the file's words. */
  name: z.string().optional(),
  /** The line of the row that counts instead of this duplicate. */
  winnerLine: z.int().optional(),
  /** The other lines that were merged into this row: the first hundred of `mergedRows`. */
  mergedLines: z.array(z.int()).optional(),
  mergedRows: z.int().optional(),
  /** The cell by which the recipe's `only` leaves the row out; null where it must not be kept. */
  filtered: z.object({ column: z.string(), value: z.string().nullable() }).optional(),
})
export type RowDetail = z.infer<typeof rowDetailSchema>

export const planRowSchema = z.object({
  /** From 1, in file order, blank lines not counted. */
  row: z.int(),
  line: z.int(),
  class: z.enum(rowClasses),
  /** Why a row is held, skipped or unchanged, in words; null for the others. */
  reason: z.string().nullable(),
  /** The guards that hold it; absent where none does. */
  heldBy: z.array(z.enum(guards)).exactOptional(),
  contact: z.object({ uuid: z.string().nullable(), name: z.string().nullable(), phone: z.string().nullable() }).nullable(),
  changes: z.array(fieldChangeSchema),
  issues: z.array(rowIssueSchema),
  /** Of a row that guard `consent` holds: how the contact has refused, when as far as that is known, and what the file has as evidence. */
  refusal: z
    .object({
      optOut: z.enum(optOuts),
      refusedAtSeconds: z.number().exactOptional(),
      agreedAtSeconds: z.number().exactOptional(),
      evidence: z.record(z.string(), z.string()),
    })
    .exactOptional(),
  /** The row's cells, as corrected, where they were asked for. */
  cells: z.array(z.string()).optional(),
  /** What was corrected in the row; absent where nothing was. */
  corrections: z.array(correctionEffectSchema).optional(),
  /** Of a message with a time: when it was sent, by the file's clocks. */
  sentAtSeconds: z.number().exactOptional(),
  /** Of a text to somebody: how many SMS messages it takes, for each person. */
  segments: z.int().exactOptional(),
  /** Of a row about a group: how many people it has. */
  people: z.int().exactOptional(),
})
export type PlanRow = z.infer<typeof planRowSchema>

export const planCountsSchema = z.object({
  rows: z.int(),
  send: z.int(),
  unchanged: z.int(),
  held: z.int(),
  skipped: z.int(),
  invalid: z.int(),
  calls: z.int(),
})
export type PlanCounts = z.infer<typeof planCountsSchema>

/** Rows of a run that can be planned once more, alone: those that failed, and those that were held. */
export const retriedOutcomes = ['failed', 'held'] as const
export type RetriedOutcome = (typeof retriedOutcomes)[number]

export const planStates = ['building', 'ready', 'failed', 'cancelled'] as const
export type PlanState = (typeof planStates)[number]

export const planProgressSchema = z.object({
  planId: z.string(),
  phase: z.enum(['reading', 'looking_up', 'comparing', 'done']),
  rowsRead: z.int(),
  bytesRead: z.int(),
  bytesTotal: z.int(),
  lookedUp: z.int(),
  lookUps: z.int(),
})
export type PlanProgress = z.infer<typeof planProgressSchema>

/**
 * Fields (not rows) that an undo concerns; a created contact counts as one. `kept`: somebody is known to have edited
 * them since. `held`: they would allow texts again, which a person has to release. `impossible`: they cannot be restored, and an
 * issue of the plan says why.
 */
export const plannedUndoSchema = z.object({
  restorable: z.int(),
  kept: z.int(),
  already: z.int(),
  held: z.int().default(0),
  impossible: z.int(),
})
export type PlannedUndo = z.infer<typeof plannedUndoSchema>

export const planSummarySchema = planCountsSchema.extend({
  id: z.string(),
  kind: z.enum(importKinds),
  fileId: z.string(),
  fileName: z.string(),
  state: z.enum(planStates),
  recipe: recipeSchema,
  createdAtSeconds: z.number(),
  issues: z.array(issueGroupSchema),
  /** Why rows are skipped, with counts. */
  skips: z.array(z.object({ reason: z.string(), rows: z.int() })),
  /**
   * The guards that stopped rows, with how many rows and contacts each of them stopped, and whether the person has
   * released it. `contacts` is the number to be typed in. A row that several guards stopped counts with each.
   */
  guards: z.array(z.object({ guard: z.enum(guards), rows: z.int(), contacts: z.int(), released: z.boolean(), message: z.string() })),
  /** What no guard holds but those of the file: released by one number, see `plans.releaseFile`. `contacts` is that number. */
  fileHeld: z.object({ rows: z.int(), contacts: z.int(), calls: z.int() }).default({ rows: 0, contacts: 0, calls: 0 }),
  /** Rows that are left out because their contact is not in the account. */
  notFound: z.int().default(0),
  /** How many rows change each field, held ones included. */
  fields: z.array(z.object({ field: z.string(), label: z.string(), rows: z.int() })),
  /** What a person should look at: rows that are held, and more unusable rows or unknown contacts than the recipe allows. */
  attention: z.array(attentionSchema).default([]),
  /** The file's SHA-256 where its list is unlike the recipe's last ones (`attention` says in what): a run has to accept it by that. */
  unlikeSha256: z.string().nullable().default(null),
  /** Distinct contacts that the calls concern; like `calls`, without what is held. */
  contacts: z.int(),
  /** Requests that only read from the service while it was made. */
  reads: z.int().default(0),
  /** Contacts that would get consent whose latest messages were not read, because they are too many; absent where all were. */
  postsUnasked: z.int().optional(),
  error: z.object({ code: z.string(), message: z.string(), hint: z.string() }).nullable(),
  /** The run that executes it, once there is one. */
  runId: z.string().nullable(),
  /** The corrections of the file that it was made with: those up to this number. */
  correctionsThrough: z.int().default(0),
  /** How many corrections that are. */
  corrections: z.int().default(0),
  /** How many contacts several rows are about; see `plans.groups`. */
  duplicateGroups: z.int().default(0),
  /** The run whose failed or held rows these are, and no others of the file; null for a plan of the whole file. */
  retriesRunId: z.string().nullable().default(null),
  /** Of such a plan, what became of its rows in that run. */
  retriedOutcome: z.enum(retriedOutcomes).default('failed'),
  /** The run that it undoes, with its rows alone; null for a plan of a file. */
  undoesRunId: z.string().nullable().default(null),
  /** What the undo will restore, as far as Rollcall knows. */
  undo: plannedUndoSchema.nullable().default(null),
})
export type PlanSummary = z.infer<typeof planSummarySchema>

/** What distinguishes a plan from itself before a correction or a release. */
export const planSeenSchema = planSummarySchema.pick({ send: true, held: true, calls: true, correctionsThrough: true })
export type PlanSeen = z.infer<typeof planSeenSchema>
