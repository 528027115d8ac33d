import { z } from 'zod'
import { accountColors, accountSchema, settingsChangeSchema, signInStepSchema } from '../model/account-schema.ts'
import { backupSchema, backupsSchema, restoredSchema } from '../model/backup-schema.ts'
import { forgetPreviewSchema, forgetScopeSchema, forgottenSchema } from '../model/forget-schema.ts'
import { id, nothing, procedure } from './procedure.ts'

/** Accounts, their backups, signing in, and forgetting. */
export const accountProcedures = {
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
} as const
