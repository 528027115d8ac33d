import { z } from 'zod'
import { contactSchema, syncStatusSchema } from '../model/contacts/address-book-schema.ts'
import { contactDetailSchema } from '../model/contacts/contact-record-schema.ts'
import { contactFilterSchema, contactSortSchema, exportColumnsSchema, flagCountsSchema } from '../model/contacts/contact-filter-schema.ts'
import { eventOutcomeSchema, longestEvent } from '../model/contacts/event-schema.ts'
import { differenceKinds, differencePageSchema } from '../model/contacts/differences-schema.ts'
import { fileSchema } from '../model/files/file-schema.ts'
import { recipeSchema } from '../model/recipes/recipe-schema.ts'
import { stoppedSchema, stopRequestSchema } from '../model/contacts/stop-schema.ts'
import { id, limit, nothing, offset, procedure } from './procedure.ts'

/** The address book: reading it from the service, searching it, writing it to files. */
export const contactProcedures = {
  /**
   * Reads custom fields, departments and all contacts into the cache. Goes on where an earlier sync broke off, where that can
   * be done without overlooking anybody, unless it is to be made `anew`. Answers when it has started; see `sync.progress`.
   */
  'sync.start': procedure(z.object({ anew: z.boolean().default(false) }), syncStatusSchema),
  'sync.cancel': procedure(nothing, syncStatusSchema),
  'sync.status': procedure(nothing, syncStatusSchema),
  /**
   * What the service showed otherwise than Rollcall knew it: who is new, changed and gone. Between the last two complete syncs, unless
   * `since` names another period of `periods`. Rollcall's own changes are in the history.
   */
  'sync.differences': procedure(
    z.object({ since: z.int().optional(), kind: z.enum(differenceKinds).optional(), offset, limit }),
    differencePageSchema,
  ),
  /** Writes all of that period, a row for each field that changed, as CSV or as a workbook. Never over an existing file unless `overwrite`. */
  'sync.exportDifferences': procedure(
    z.object({ since: z.int().optional(), path: z.string().min(1), overwrite: z.boolean().default(false) }),
    z.object({ path: z.string(), rows: z.int() }),
  ),

  /**
   * Takes an event that the service sent, as it came, and reads the contacts that it tells of from the service again. Nothing that the event
   * says of them is stored.
   */
  'events.take': procedure(z.object({ body: z.string().max(longestEvent) }), eventOutcomeSchema),

  /** Those that fit the filter, sorted by name unless the caller says otherwise; those that are gone always by name. */
  'contacts.page': procedure(
    contactFilterSchema.extend({ offset, limit, sort: contactSortSchema.optional() }),
    z.object({ contacts: z.array(contactSchema), total: z.int() }),
  ),
  /** How many contacts of the account agreed, refused, are blocked and so on. */
  'contacts.counts': procedure(nothing, flagCountsSchema),
  /** A contact, and what Rollcall changed of it; null where it is not in the cache. */
  'contacts.detail': procedure(z.object({ contact: id }), contactDetailSchema.nullable()),
  /**
   * Stops texts to somebody who asked for it: the number goes on the do-not-text list, and its contacts refuse consent from now on, or
   * are unsubscribed where the service takes no consent.
   */
  'contacts.stopTexts': procedure(stopRequestSchema, stoppedSchema),
  /** The words of the latest messages with which somebody refused texts, if that is their last word; asks the service. */
  'contacts.lastRefusal': procedure(
    z.object({ phone: z.string().max(100) }),
    z.object({ text: z.string(), atSeconds: z.number().nullable() }).nullable(),
  ),
  /**
   * Makes a file of the account's own of contacts (those named, or all that fit the filter), to be corrected and planned like any other: by
   * `recipe`, with which only what is corrected in it counts.
   */
  'contacts.table': procedure(
    contactFilterSchema.extend({
      contacts: z.array(id).min(1).max(100_000).optional(),
      /** `ask`: who of them was never asked for consent is asked; `recipe` says so. */
      to: z.enum(['change', 'ask']).default('change'),
    }),
    z.object({ file: fileSchema, recipe: recipeSchema, rows: z.int() }),
  ),
  /**
   * Writes the cached contacts that fit the filter as CSV, or as a workbook where the path ends in `.xlsx`. Never over an existing file
   * unless `overwrite`. `columns`: those of `contacts.columns` that are wanted; all of them unless given.
   */
  'contacts.export': procedure(
    contactFilterSchema.extend({ columns: exportColumnsSchema, path: z.string().min(1), overwrite: z.boolean().default(false) }),
    z.object({ path: z.string(), rows: z.int() }),
  ),
  /** The columns that an export can have, by their headers, in its order; when the service last showed a contact comes always. */
  'contacts.columns': procedure(nothing, z.object({ columns: z.array(z.string()) })),

  /** Gives up every file that is being written, of contacts, results or the ledger: what asked for one answers `cancelled`, and nothing is left of it. */
  'exports.stop': procedure(nothing, nothing),
} as const
