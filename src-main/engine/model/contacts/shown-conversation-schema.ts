import { z } from 'zod'
import { contactFilterSchema } from './contact-filter-schema.ts'

/** What a post is to somebody who reads a conversation: what was written, or what happened to it. */
export const shownPostKinds = ['message', 'whisper', 'resolved', 'transferred', 'assigned'] as const

/** A post of a conversation as the service shows it (section Resources, Post); null where it shows nothing. */
export const shownPostSchema = z.object({
  /** '' where the service shows none. */
  uuid: z.string(),
  kind: z.enum(shownPostKinds),
  writer: z.enum(['customer', 'office', 'system']).nullable(),
  body: z.string().nullable(),
  sentAtSeconds: z.number().nullable(),
  attachments: z.array(z.object({ url: z.string(), name: z.string().nullable() })),
})
export type ShownPost = z.infer<typeof shownPostSchema>

/** A page of a contact's conversation in a department, oldest post first. */
export const conversationPageSchema = z.object({
  /** Where there are several, each has a conversation of its own with the contact; none where they are not known. */
  departments: z.array(z.object({ uuid: z.string(), name: z.string() })),
  /** That of this page; null for the service's first one. */
  department: z.string().nullable(),
  /** Null where there is no conversation. */
  conversation: z.string().nullable(),
  resolved: z.boolean().nullable(),
  posts: z.array(shownPostSchema),
  /** The next page; null where this is the last one. */
  nextPage: z.int().nullable(),
  /** Whether the next page goes further back: the service's order is not specified. */
  isNextOlder: z.boolean(),
})
export type ConversationView = z.infer<typeof conversationPageSchema>

/** Which conversations: those of contacts that fit the filter, or of these alone; whole, or the posts of a span of time. */
export const conversationsWantedSchema = contactFilterSchema.extend({
  /** Uuids or numbers. */
  contacts: z.array(z.string().min(1).max(200)).max(10_000).optional(),
  /** Names or uuids; all where that is left out. */
  departments: z.array(z.string().min(1).max(500)).max(1000).optional(),
  fromSeconds: z.int().optional(),
  /** Not included. */
  toSeconds: z.int().optional(),
})
export type ConversationsWanted = z.infer<typeof conversationsWantedSchema>
export type ConversationsWantedInput = z.input<typeof conversationsWantedSchema>

/** What was written. `complete`: every post of that span of every one of these contacts is in the file, and every attachment that was asked for. */
export const conversationsExportedSchema = z.object({
  path: z.string(),
  rows: z.int(),
  conversations: z.int(),
  /** People without a phone number, by which conversations go. */
  withoutNumber: z.int(),
  /** Conversations that the service does not show to this account. */
  notShown: z.int(),
  /** Conversations of which it did not show all. */
  cutShort: z.int(),
  complete: z.boolean(),
  /** Conversations that an earlier export, which was broken off, had read already. */
  alreadyRead: z.int(),
  /** Where attachments were asked for: how many files are in the folder, and of how many attachments there is none. */
  attachments: z.object({ folder: z.string(), saved: z.int(), failed: z.int() }).optional(),
})
export type ConversationsExported = z.infer<typeof conversationsExportedSchema>

export const conversationsProgressSchema = z.object({
  path: z.string(),
  done: z.int(),
  total: z.int(),
  posts: z.int(),
  files: z.object({ done: z.int(), total: z.int() }).optional(),
})
