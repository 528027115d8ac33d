import { z } from 'zod'
import { draftSchema } from '../model/recipes/draft-schema.ts'
import { keptScheduleSchema, scheduleAskedSchema, shownScheduleSchema } from '../model/runs/schedule-schema.ts'
import { unattendedFileSchema, unattendedNoteSchema, watchedFolderSchema } from '../model/runs/unattended-schema.ts'
import { id, nothing, procedure } from './procedure.ts'

const entries = z.object({ entries: z.array(keptScheduleSchema) })
const listening = z.object({
  /** Null where the service's events are not received. The path is a secret. */
  url: z.string().nullable(),
  port: z.int().nullable(),
  /** Why they cannot be received, though they should. */
  problem: z.string().nullable(),
  /** Since this program was started. */
  events: z.int(),
  read: z.int(),
})

/** Work that goes on by itself: watched folders, entries of the system's scheduler, what is told of it, and the service's events. */
export const scheduleProcedures = {
  'watches.list': procedure(nothing, z.object({ folders: z.array(watchedFolderSchema) })),
  /**
   * Imports what is dropped into the folder from now on, by the saved recipe, as long as the app is open. `instead`: in the place of that
   * watch. Throws `usage` where another account or recipe has the folder.
   */
  'watches.add': procedure(z.object({ folder: z.string().min(1).max(4000), recipeId: id, instead: id.optional() }), watchedFolderSchema),
  /** The files in it stay where they are. */
  'watches.remove': procedure(z.object({ watchId: id }), nothing),

  /** What became of the files, the last first. */
  'unattended.list': procedure(nothing, z.object({ files: z.array(unattendedFileSchema) })),
  /** Keeps what became of a file, and tells whoever is to know, once, however often it is noted. Answers when they were told. */
  'unattended.note': procedure(unattendedNoteSchema, z.object({ isNew: z.boolean() })),
  /** It was seen, and waits no more. */
  'unattended.dismiss': procedure(z.object({ noteId: id }), nothing),
  /** A list that is unlike the last ones is not imported: the file stays in `needs attention`, and its draft goes. */
  'unattended.discard': procedure(z.object({ draftId: id }), nothing),
  /** Prepares the file for a review, as if a person had chosen it. Throws `file.not_found` where it is not there any more. */
  'unattended.review': procedure(z.object({ noteId: id }), draftSchema),

  /** The entries of this account that were added with this data folder. */
  'schedules.list': procedure(nothing, entries),
  /** What would be written, and where, before it is. */
  'schedules.preview': procedure(scheduleAskedSchema, shownScheduleSchema),
  /** Throws `usage` where the system does not take it; nothing is left behind then. */
  'schedules.add': procedure(scheduleAskedSchema, entries),
  'schedules.remove': procedure(z.object({ name: z.string().min(1).max(200) }), entries),
  /** What is written of an entry that is there. */
  'schedules.show': procedure(z.object({ name: z.string().min(1).max(200) }), shownScheduleSchema),

  /** `mailBy`: whether this computer sends mail by itself, or only a draft can be opened in its mail program. */
  'notices.get': procedure(nothing, z.object({ webhookHost: z.string().nullable(), mailBy: z.enum(['sendmail', 'draft']) })),
  /** The address that is called about imports that ran by themselves, kept where tokens are; null: none. */
  'notices.setWebhook': procedure(z.object({ address: z.string().max(2000).nullable() }), z.object({ webhookHost: z.string().nullable() })),
  /** Tells all who are to know something made up. Answers what could not be told and why, in sentences. */
  'notices.try': procedure(nothing, z.object({ failed: z.array(z.string()), told: z.int() })),

  'events.listening': procedure(nothing, listening),
  /** Receives the service's events as long as the app is open, or no longer. A port that is left out is a free one, which stays. */
  'events.listen': procedure(z.object({ on: z.boolean(), port: z.int().min(1).max(65_535).optional() }), listening),
  /** The address changes: whoever knew the one before knows nothing. */
  'events.renewSecret': procedure(nothing, listening),
} as const
