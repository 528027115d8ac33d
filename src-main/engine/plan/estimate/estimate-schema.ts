import { z } from 'zod'
import { rowIssueSchema } from '../../model/plans/row-issue.ts'
import { fieldChangeSchema, rowClasses } from '../../model/plans/plan-schema.ts'

/** Whose rows a file has. `rows` is the sum of `people`, `repeated`, `unusable` and `leftOut`; `people` of `known`, `added` and `open`. */
export const peopleCountSchema = z.object({
  rows: z.int(),
  /** Different contacts that rows are about. */
  people: z.int(),
  /** Of these, in the account. */
  known: z.int(),
  /** Of these, not in the account. */
  added: z.int(),
  /** Of these, where nobody knows yet. */
  open: z.int(),
  /** Further rows about the same people. */
  repeated: z.int(),
  unusable: z.int(),
  /** On purpose: by the recipe's filter, by hand, or blank. */
  leftOut: z.int(),
  /** What has to be done before those that are open are known; null where none is. */
  waitsFor: z.enum(['sync', 'service']).nullable(),
})
export type PeopleCount = z.infer<typeof peopleCountSchema>

/** What a row would make of its contact, as far as Rollcall knows the contact now. */
export const previewedContactSchema = z.object({
  /** Of the row among those of the file, from 1. */
  number: z.int(),
  line: z.int(),
  phone: z.string().nullable(),
  /** As it will be: the row's name, else the contact's. */
  name: z.string().nullable(),
  class: z.enum(rowClasses),
  /** Why no call is made, in words. */
  reason: z.string().nullable(),
  /** Whether the account has the contact; null where nobody has looked. */
  isKnown: z.boolean().nullable(),
  /** It gives consent by words that nobody has confirmed: then that is held. */
  isUnconfirmed: z.boolean(),
  changes: z.array(fieldChangeSchema),
  issues: z.array(rowIssueSchema),
})
export type PreviewedContact = z.infer<typeof previewedContactSchema>
