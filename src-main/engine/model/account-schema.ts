import { z } from 'zod'

/** What tells the accounts of a computer apart at a glance. Practice has none of them: it is striped. */
export const accountColors = ['teal', 'plum', 'navy', 'moss', 'rose', 'stone'] as const
export type AccountColor = (typeof accountColors)[number]

function isZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone })
    return true
  } catch {
    return false
  }
}

/** What a person may set for an account. */
export const accountSettingsSchema = z.object({
  /** Two letters (ISO 3166-1): how numbers without a country code are read. */
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .default('US'),
  /** Calls under way at once, at most. */
  concurrency: z.int().min(1).max(64).default(8),
  requestsPerMinute: z.int().min(1).max(100_000).nullable().default(null),
  /** How long a complete sync is trusted to know every contact. */
  syncMaxAgeSeconds: z
    .int()
    .min(0)
    .default(24 * 60 * 60),
  /** A cached record older than this is read again right before it is written. */
  freshReadAfterSeconds: z
    .int()
    .min(0)
    .default(60 * 60),
  /** Before somebody gets consent whose record does not say it, their latest messages are looked through for a refusal. */
  readsLatestPosts: z.boolean().default(true),
  /** So many people are texted on one day at most, over all runs. */
  textsPerDay: z.int().min(1).max(100_000).default(2000),
  /** Where the account is (IANA): nobody is texted while it is night there, and its days are counted. Null: where this computer is. */
  timeZone: z.string().refine(isZone, 'is no time zone').nullable().default(null),
  /** So long after its last record the consent ledger is kept at least. */
  ledgerYears: z.int().min(1).max(100).default(5),
  /** Imports that are over are offered to be forgotten after so many months; null: they are kept. Nothing goes by itself. */
  keepImportsMonths: z.int().min(1).max(120).nullable().default(null),
  /** When somebody is told of an import that ran by itself. */
  tellOf: z.enum(['always', 'problems', 'never']).default('always'),
  /** Who gets an e-mail about it, too. */
  mailTo: z.email().max(200).nullable().default(null),
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  textSize: z.enum(['small', 'normal', 'large', 'largest']).default('normal'),
})
export type AccountSettings = z.infer<typeof accountSettingsSchema>

const settings = accountSettingsSchema.shape
/** Some of the settings, to be changed: what is absent stays as it is. Here no default takes its place, as it would in `partial()`. */
export const settingsChangeSchema = z.object({
  country: settings.country.unwrap().exactOptional(),
  concurrency: settings.concurrency.unwrap().exactOptional(),
  requestsPerMinute: settings.requestsPerMinute.unwrap().exactOptional(),
  syncMaxAgeSeconds: settings.syncMaxAgeSeconds.unwrap().exactOptional(),
  freshReadAfterSeconds: settings.freshReadAfterSeconds.unwrap().exactOptional(),
  readsLatestPosts: settings.readsLatestPosts.unwrap().exactOptional(),
  textsPerDay: settings.textsPerDay.unwrap().exactOptional(),
  timeZone: settings.timeZone.unwrap().exactOptional(),
  ledgerYears: settings.ledgerYears.unwrap().exactOptional(),
  keepImportsMonths: settings.keepImportsMonths.unwrap().exactOptional(),
  tellOf: settings.tellOf.unwrap().exactOptional(),
  mailTo: settings.mailTo.unwrap().exactOptional(),
  theme: settings.theme.unwrap().exactOptional(),
  textSize: settings.textSize.unwrap().exactOptional(),
} satisfies Record<keyof AccountSettings, z.ZodType>)

/** Kept as `<home>/accounts/<id>/account.json`. Never holds a token. */
export const accountRecordSchema = z.object({
  id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}$/),
  name: z.string().min(1),
  baseUrl: z.string(),
  email: z.string().nullable(),
  /** Who signs for runs and consent changes; empty until somebody says so. */
  operator: z.string(),
  /** Null where nobody has chosen one. */
  color: z.enum(accountColors).nullable().default(null),
  tokenIn: z.enum(['header', 'parameter']),
  practice: z.boolean(),
  createdAtSeconds: z.number(),
  /** The service no longer takes the token: somebody has to sign in again. */
  signInExpired: z.literal(true).exactOptional(),
  /** Folders whose files are imported by themselves, each by a saved recipe, as long as the app is open. */
  watches: z.array(z.object({ id: z.string(), folder: z.string(), recipeId: z.string(), addedAtSeconds: z.number() })).default([]),
  /** The port at which the service's events are received as long as the app is open; null: they are not. The secret is in the vault. */
  listenPort: z.int().min(0).max(65_535).nullable().default(null),
  /** Who is called about imports that ran by themselves, without the path, which may be a secret: the whole address is in the vault. */
  webhookHost: z.string().nullable().default(null),
  settings: accountSettingsSchema,
})
export type AccountRecord = z.infer<typeof accountRecordSchema>

/** What the screens see of an account. */
export const accountSchema = accountRecordSchema.extend({
  /** Null for practice alone. */
  color: z.enum(accountColors).nullable(),
  signedIn: z.boolean(),
  /** Null until the first sync. */
  contacts: z.int().nullable(),
  syncedAtSeconds: z.number().nullable(),
})
export type Account = z.infer<typeof accountSchema>

export const signInStepSchema = z.discriminatedUnion('step', [
  z.object({
    step: z.literal('codeSent'),
    signInId: z.string(),
    /** Where the code went, as the service says it. */
    email: z.string().nullable(),
    deliveryMethod: z.string().nullable(),
    alternatives: z.array(z.string()),
  }),
  z.object({ step: z.literal('signedIn'), account: accountSchema }),
  /** The service accepted the credentials but showed no token: paste one instead. */
  z.object({ step: z.literal('noToken'), message: z.string(), hint: z.string() }),
])
export type SignInStep = z.infer<typeof signInStepSchema>
