import { z } from 'zod'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const isoTime = z.string().regex(/^[+-]?\d{4,6}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

/** What is known of a consent before it was set: null when no request was made (section Resources, Customer). */
export const earlierConsentSchema = z.union([z.boolean(), z.null(), z.literal('unknown')])
export type EarlierConsent = z.infer<typeof earlierConsentSchema>

const evidence = z.record(z.string(), z.string())

/**
 * How it is known that a consent was set: by the service's answer alone, or because a read showed it afterwards. Null in records of
 * the first layout, which did not say.
 */
export const confirmations = ['answer', 'readBack'] as const
export type Confirmation = (typeof confirmations)[number]

const signature = {
  /** When the service's answer was there: ISO 8601, UTC, with milliseconds. */
  time: isoTime,
  operator: z.string(),
  account: z.strictObject({ name: z.string(), baseUrl: z.string() }),
}

/** A consent change without what is personal in it. */
const change = {
  ...signature,
  /** The contact's uuid; null where the service told none. */
  contact: z.string().nullable(),
  from: earlierConsentSchema,
  to: z.boolean(),
  /** These four are null where somebody set it by hand, without a file. */
  file: z.strictObject({ name: z.string(), sha256: z.string() }).nullable(),
  line: z.int().nullable(),
  /** The HTTP status, and what the service said, without secrets. Where no call was answered, that of the read which showed it. */
  answer: z.strictObject({ status: z.int(), said: z.string().nullable() }),
  run: z.string().nullable(),
  row: z.int().nullable(),
}

/** What of a record is about a person: kept beside the chain, which holds digests of it, salted so that nobody can try values. */
export const personalSchema = z.strictObject({
  salt: z.string().regex(/^[0-9a-f]{32}$/),
  /** E.164; null for a contact without a readable number. */
  phone: z.string().nullable(),
  name: z.string().nullable(),
  /** Cells of the evidence columns, by column name. */
  evidence,
})
export type Personal = z.infer<typeof personalSchema>

/** One consent change, before it has its place in a ledger. */
export const consentEntrySchema = z.strictObject({
  ...change,
  phone: personalSchema.shape.phone,
  name: personalSchema.shape.name,
  evidence,
  confirmed: z.enum(confirmations),
})
export type ConsentEntry = z.infer<typeof consentEntrySchema>
/** One that a row of a run set. */
export type RunConsentEntry = ConsentEntry & { run: string; row: number }

const place = {
  /** The ledger's id; each ledger has its own. */
  ledger: z.string(),
  /** From 1, without gaps. */
  number: z.int().min(1),
  previousHash: sha256,
}
/** A digest of the phone number under a key that never leaves the account: it tells the same number again, and nothing else. */
const subject = sha256.nullable()

/** A consent change: everything but `personal` is covered by the record's hash, and `personal` is by the digests. */
export const consentRecordSchema = z.strictObject({
  version: z.literal(2),
  kind: z.literal('consent'),
  ...place,
  ...change,
  subject,
  confirmed: z.enum(confirmations),
  digests: z.strictObject({ phone: sha256, name: sha256, evidence: sha256 }),
})
export type ConsentRecord = z.infer<typeof consentRecordSchema>

/** Says that what an earlier record says did not happen, or not as it says. */
export const correctionRecordSchema = z.strictObject({
  version: z.literal(2),
  kind: z.literal('correction'),
  ...place,
  ...signature,
  /** The number of the record that it corrects. */
  corrects: z.int().min(1),
  contact: z.string().nullable(),
  /** What the service shows instead. */
  found: earlierConsentSchema,
  run: z.string(),
})
export type CorrectionRecord = z.infer<typeof correctionRecordSchema>

/** Says that what is personal was removed from earlier records, which it names by number with the SHA-256 of what is left. */
export const sealingRecordSchema = z.strictObject({
  version: z.literal(2),
  kind: z.literal('sealing'),
  ...place,
  ...signature,
  sealed: z.record(z.string().regex(/^[1-9]\d*$/), sha256),
})
export type SealingRecord = z.infer<typeof sealingRecordSchema>

/** The first layout: its hash covers what is personal, too. */
export const firstRecordSchema = z.strictObject({
  version: z.literal(1),
  ...place,
  ...change,
  phone: personalSchema.shape.phone,
  evidence,
})
/** What is left of a record of the first layout whose person was sealed. Its hash is that of the whole one. */
export const strippedRecordSchema = z.strictObject({ version: z.literal(1), stripped: z.literal(true), ...place, ...change, subject })

/** A record of a ledger, in any layout. */
export const ledgerRecordSchema = z.union([
  consentRecordSchema,
  firstRecordSchema,
  correctionRecordSchema,
  sealingRecordSchema,
  strippedRecordSchema,
])
export type LedgerRecord = z.infer<typeof ledgerRecordSchema>

/** How far a ledger goes, kept apart from its records. `hash` is that of its last record, or its genesis. */
export const ledgerHeadSchema = z.object({ id: z.string().min(1), count: z.int().min(0), hash: sha256 })
export type LedgerHead = z.infer<typeof ledgerHeadSchema>

export const ledgerKinds = ['consent', 'correction', 'sealing'] as const

/** A record as it is shown and exported for reading, whatever its layout. What does not concern its kind is null. */
export const ledgerEntrySchema = z.object({
  number: z.int(),
  kind: z.enum(ledgerKinds),
  time: z.string(),
  contact: z.string().nullable(),
  phone: z.string().nullable(),
  /** The contact's name when it was recorded. */
  name: z.string().nullable(),
  /** What is personal was removed. */
  isSealed: z.boolean(),
  from: earlierConsentSchema,
  to: z.boolean().nullable(),
  /** The record that a correction corrects, and what the service shows instead. */
  corrects: z.int().nullable(),
  found: earlierConsentSchema.nullable(),
  /** How many records a sealing concerns. */
  sealed: z.int().nullable(),
  file: z.object({ name: z.string(), sha256: z.string() }).nullable(),
  line: z.int().nullable(),
  evidence,
  operator: z.string(),
  account: signature.account,
  answer: change.answer.nullable(),
  confirmed: z.enum(confirmations).nullable(),
  run: z.string().nullable(),
  row: z.int().nullable(),
  previousHash: z.string(),
  hash: z.string(),
})
export type LedgerEntry = z.infer<typeof ledgerEntrySchema>

/** `contactName` is as the cache knows the contact now. `correctedBy`: the number of the record that corrects it. */
export const shownLedgerRecordSchema = ledgerEntrySchema.extend({
  contactName: z.string().nullable(),
  correctedBy: z.int().nullable(),
})
export type ShownLedgerRecord = z.infer<typeof shownLedgerRecordSchema>

/** Records that a search narrows down to. `noEvidence`: consent that was set without any. */
export const ledgerParts = ['given', 'withdrawn', 'noEvidence'] as const
export type LedgerPart = (typeof ledgerParts)[number]

/** Whose records are sealed: whoever has this number or this uuid in them. */
export const personToSealSchema = z.union([
  z.object({ phone: z.string().min(1).max(50) }),
  z.object({ contact: z.string().min(1).max(200) }),
])
export type PersonToSeal = z.infer<typeof personToSealSchema>

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
