import { z } from 'zod'

/**
 * What became of a file that was imported by itself. `rows`: some failed; `stopped`: by a person or by the service; `discarded`: it was
 * unlike the last ones, and somebody said so.
 */
export const unattendedOutcomes = ['imported', 'sameFile', 'unlike', 'rows', 'stopped', 'error', 'discarded'] as const
export type UnattendedOutcome = (typeof unattendedOutcomes)[number]

/** What a watch notes of a file. `id`: the same however often it is noted, so that a break leaves none twice. */
export const unattendedNoteSchema = z.object({
  id: z.string().min(1).max(200),
  /** The watched folder. */
  folder: z.string(),
  /** As it was dropped. */
  fileName: z.string(),
  /** Where it is now; null where there is none. */
  path: z.string().nullable(),
  recipeName: z.string(),
  outcome: z.enum(unattendedOutcomes),
  /** Why, in sentences, with counts and without anything about a person. */
  message: z.string(),
  runId: z.string().nullable(),
  planId: z.string().nullable(),
})
export type UnattendedNote = z.infer<typeof unattendedNoteSchema>

export const unattendedFileSchema = unattendedNoteSchema.extend({
  atSeconds: z.number(),
  /** The import that was prepared of it for a person to decide on. */
  draftId: z.string().nullable(),
  /** When somebody has seen to it; null as long as it waits, or where it never did. */
  answeredAtSeconds: z.number().nullable(),
  /** It waits for somebody. */
  waits: z.boolean(),
})
export type UnattendedFile = z.infer<typeof unattendedFileSchema>

/** `unreachable`: the folder cannot be read; `elsewhere`: another program watches it. */
export const watchStates = ['watching', 'working', 'unreachable', 'elsewhere', 'resting'] as const

export const watchedFolderSchema = z.object({
  id: z.string(),
  folder: z.string(),
  recipeId: z.string(),
  /** Null where the recipe is gone. */
  recipeName: z.string().nullable(),
  /** `resting`: this program watches nothing, such as a single command. */
  state: z.enum(watchStates),
  sinceSeconds: z.number(),
  /** Files that wait in it for the service or for a sign-in. */
  waiting: z.int(),
  last: unattendedFileSchema.nullable(),
})
export type WatchedFolder = z.infer<typeof watchedFolderSchema>
