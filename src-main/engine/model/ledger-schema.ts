import { z } from 'zod'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const isoTime = z.string().regex(/^[+-]?\d{4,6}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

/** What is known of a consent before it was set: null when no request was made (section Resources, Customer). */
export const earlierConsentSchema = z.union([z.boolean(), z.null(), z.literal('unknown')])
export type EarlierConsent = z.infer<typeof earlierConsentSchema>

/** One consent change, before it has its place in a ledger. */
export const consentEntrySchema = z.strictObject({
  /** When the service's answer was there: ISO 8601, UTC, with milliseconds. */
  time: isoTime,
  /** The contact's uuid; null where the service told none. */
  contact: z.string().nullable(),
  /** E.164; null for a contact without a readable number. */
  phone: z.string().nullable(),
  from: earlierConsentSchema,
  to: z.boolean(),
  file: z.strictObject({ name: z.string(), sha256: z.string() }),
  line: z.int(),
  /** Cells of the evidence columns, by column name. */
  evidence: z.record(z.string(), z.string()),
  operator: z.string(),
  account: z.strictObject({ name: z.string(), baseUrl: z.string() }),
  /** The HTTP status, and what the service said, without secrets. */
  answer: z.strictObject({ status: z.int(), said: z.string().nullable() }),
  run: z.string(),
  row: z.int(),
})
export type ConsentEntry = z.infer<typeof consentEntrySchema>

/** A record of a ledger: everything that its hash covers. `version` is that of this layout. */
export const ledgerRecordSchema = z.strictObject({
  version: z.literal(1),
  /** The ledger's id; each ledger has its own. */
  ledger: z.string(),
  /** From 1, without gaps. */
  number: z.int().min(1),
  previousHash: sha256,
  ...consentEntrySchema.shape,
})
export type LedgerRecord = z.infer<typeof ledgerRecordSchema>

/** How far a ledger goes, kept apart from its records. `hash` is that of its last record, or its genesis. */
export const ledgerHeadSchema = z.object({ id: z.string().min(1), count: z.int().min(0), hash: sha256 })
export type LedgerHead = z.infer<typeof ledgerHeadSchema>

/** A record as a screen shows it; `contactName` is as the cache knows the contact now. */
export const shownLedgerRecordSchema = ledgerRecordSchema.extend({ hash: z.string(), contactName: z.string().nullable() })
export type ShownLedgerRecord = z.infer<typeof shownLedgerRecordSchema>

/**
 * `changed`: a record (or its place in the chain) is not as it was written. `truncated`: the last ones are missing.
 * `added`: there are more than were written. `foreign`: it belongs to another ledger. `head`: nothing tells how far it goes.
 */
export const ledgerProblems = ['changed', 'removed', 'truncated', 'reordered', 'duplicated', 'added', 'foreign', 'head'] as const
export type LedgerProblem = (typeof ledgerProblems)[number]

export const verificationSchema = z.object({
  ok: z.boolean(),
  /** How many records were read. */
  records: z.int(),
  firstProblem: z.object({ record: z.int(), kind: z.enum(ledgerProblems), message: z.string() }).nullable(),
  /** Hash of the last record, to be noted down; null for an empty ledger. */
  headHash: z.string().nullable(),
})
export type Verification = z.infer<typeof verificationSchema>

export const ledgerFormats = ['csv', 'json'] as const
export type LedgerFormat = (typeof ledgerFormats)[number]
