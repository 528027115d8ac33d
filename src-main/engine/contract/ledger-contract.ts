import { z } from 'zod'
import { contactSchema } from '../model/contacts/address-book-schema.ts'
import { ledgerFormats, ledgerParts, personToSealSchema, shownLedgerRecordSchema, verificationSchema } from '../model/ledger-schema.ts'
import { id, limit, nothing, offset, procedure } from './procedure.ts'

/** The consent ledger: read, exported, sealed and verified. */
export const ledgerProcedures = {
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
