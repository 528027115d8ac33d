import { z } from 'zod'
import {
  conversationPageSchema,
  conversationsExportedSchema,
  conversationsWantedSchema,
} from '../model/contacts/shown-conversation-schema.ts'
import { id, nothing, procedure } from './procedure.ts'

/** What was written to and by contacts, as the service shows it. Nothing of it is kept. */
export const conversationProcedures = {
  /** A page of the posts in a contact's conversation; asks the service. Without `department` in the first one that is known. */
  'conversations.page': procedure(
    z.object({ contact: id, department: z.string().max(200).nullable().default(null), page: z.int().min(0).max(10_000).default(0) }),
    conversationPageSchema,
  ),
  /** The departments as they were synced: each has its own conversation with a contact. */
  'conversations.departments': procedure(nothing, z.object({ departments: z.array(z.object({ uuid: z.string(), name: z.string() })) })),
  /**
   * Reads conversations and writes them as CSV, as a workbook where the path ends in `.xlsx`, or as JSON where it ends in `.json`. The file is
   * there when it is whole; where that is broken off, the same request goes on where it stopped. Never over an existing file unless `overwrite`.
   */
  'conversations.export': procedure(
    conversationsWantedSchema.extend({
      path: z.string().min(1),
      overwrite: z.boolean().default(false),
      /** Saves attachments as files in this folder, or (`beside`) in one beside the file that is called like it. */
      attachmentsFolder: z.string().min(1).optional(),
      attachmentsBeside: z.boolean().optional(),
    }),
    conversationsExportedSchema,
  ),
} as const
