import { z } from 'zod'
import { importKinds } from '../kinds.ts'
import { dialectChoiceSchema } from '../files/source-schema.ts'
import { textStepsSchema } from './step-schema.ts'

export const tagsHandlings = ['add', 'remove', 'replace'] as const
export const takes = ['join', 'first'] as const
export const recipeModes = ['updateAndAdd', 'update', 'add'] as const
export type RecipeMode = (typeof recipeModes)[number]

/** Fields of the service that a column can go to; a custom field is `custom:` and its name or uuid. */
export const plainTargets = [
  'name',
  'email',
  'notes',
  'tags',
  'archived',
  'blocked',
  'unreachable',
  'consent',
  'evidence',
  'body',
  'attachments',
  'sentAt',
  'disposition',
  'timeZone',
] as const
export type PlainTarget = (typeof plainTargets)[number]
export type Target = PlainTarget | `custom:${string}`

export const targetSchema = z.custom<Target>(
  (value) =>
    typeof value === 'string' &&
    ((plainTargets as readonly string[]).includes(value) || (value.startsWith('custom:') && value.length > 'custom:'.length)),
  { error: `must be one of ${plainTargets.join(', ')}, or custom: and the name or uuid of a custom field` },
)

const scalarSchema = z.union([z.string(), z.boolean(), z.number(), z.null()])

export const fieldRuleSchema = z
  .strictObject({
    to: targetSchema,
    from: z.array(z.string().min(1)).min(1).describe('Columns by their names. Blank ones are left out of the joined text').optional(),
    join: z.string().describe('Put between several columns; a space unless said otherwise').optional(),
    take: z
      .enum(takes)
      .describe('Of several columns all, joined ("join", as it is unless said otherwise), or only the first that is not blank ("first")')
      .optional(),
    steps: textStepsSchema
      .describe(
        'Changes of the text, one after the other, before it is understood: of the joined text, of the finished template, or with "take": "first" of each column in turn',
      )
      .optional(),
    value: scalarSchema.describe('A constant for every row, instead of "from"').optional(),
    template: z
      .string()
      .min(1)
      .max(5000)
      .describe(
        'A text with columns in it, instead of "from": "{{First Name}} {{Last Name}}". Blank cells leave nothing; where all its columns are blank, the text counts as blank. ' +
          'In "body", {{sentAt}} is the row\'s time, such as 12 Mar 2024, 14:05. Write {{{{ for two braces. For name, notes, body and custom fields',
      )
      .optional(),
    timeZone: z
      .string()
      .min(1)
      .describe(
        'Time zone (IANA, such as "America/New_York") in which {{sentAt}} is written; UTC when it is left out. Times that the file gives without a zone are written as they stand',
      )
      .optional(),
    values: z
      .record(z.string(), scalarSchema)
      .describe(
        'From the text (spaces around it and its case do not count) to the value; null leaves a flag as it is and empties other fields. Any other text that is not blank is an issue of its row',
      )
      .optional(),
    filled: z
      .literal(false)
      .describe(
        'For consent, instead of "values": whatever is in the cell, such as the date of an opt-out, is a refusal; a blank cell says nothing',
      )
      .optional(),
    unconfirmed: z
      .union([z.literal(true), z.array(z.string()).min(1)])
      .describe(
        'For consent: nobody has confirmed yet that these words (true: all of them, or the constant) mean that somebody agreed. As long as it stands here, rows that give consent by them are held; refusals are not',
      )
      .optional(),
    tags: z.enum(tagsHandlings).describe('What becomes of the tags in the file; "add" unless said otherwise').optional(),
    separator: z
      .string()
      .min(1)
      .describe('Between the items of a list in one cell (tags, attachments); found out by itself when it is left out')
      .optional(),
    overwrite: z
      .enum(['always', 'ifEmpty'])
      .describe(
        'What becomes of a value that the contact has already: it is replaced ("always", unless said otherwise) or stays, so that only empty fields are filled ("ifEmpty"). A value that the service does not show counts as no empty one',
      )
      .optional(),
    blank: z.enum(['keep', 'clear']).describe('What a blank cell does to this field, instead of what the recipe says for all').optional(),
  })
  .refine((rule) => [rule.from, rule.value, rule.template].filter((given) => given !== undefined).length === 1, {
    error: 'takes either "from", "value" or "template"',
  })
export type FieldRule = z.infer<typeof fieldRuleSchema>

export const matchRuleSchema = z.strictObject({
  by: z.enum(['phone', 'uuid']),
  column: z.string().min(1),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be two capital letters, such as "US"')
    .describe("Two letters (ISO 3166-1), for numbers without a country code; the account's country when it is left out")
    .optional(),
  otherColumns: z.array(z.string().min(1)).describe('Further columns, taken in order where "column" is blank').optional(),
  phoneColumns: z
    .array(z.string().min(1))
    .min(1)
    .describe(
      'With "by": "uuid": columns with phone numbers, taken in order where no identifier is given, or one that the service does not know',
    )
    .optional(),
  steps: textStepsSchema.describe('Changes of the text of these columns, one after the other, before the contact is looked for').optional(),
})

export const duplicateStrategies = ['last', 'first', 'invalid', 'merge'] as const
export type DuplicateStrategy = (typeof duplicateStrategies)[number]

/** What rows have in common that are about the same contact, beyond the contact itself. */
export type DuplicateBy = 'phone' | 'email' | `custom:${string}`

export const duplicateBySchema = z.custom<DuplicateBy>(
  (value) =>
    value === 'phone' || value === 'email' || (typeof value === 'string' && value.startsWith('custom:') && value.length > 'custom:'.length),
  { error: 'must be phone, email, or custom: and the name or uuid of a custom field' },
)

export const valueMerges = ['last', 'firstNonEmpty'] as const
export const tagsMerges = ['join', 'last'] as const
export const fieldMerges = ['last', 'firstNonEmpty', 'join'] as const
export type FieldMerge = (typeof fieldMerges)[number]

export const mergeRuleSchema = z
  .strictObject({
    values: z.enum(valueMerges).default('last').describe('Which value a field gets: the last one that is not blank, or the first one'),
    tags: z.enum(tagsMerges).default('join').describe('All tags of all rows, or those of the last row that has any'),
    perField: z
      .record(z.string(), z.enum(fieldMerges))
      .describe('Other rules for single fields, by their name in "to"; "join" puts all different texts below each other, for notes only')
      .optional(),
  })
  .describe(
    'How rows about one contact become one. A blank cell empties a field only where all of these rows leave it blank. ' +
      'A "no" is never outvoted: blocked and unreachable stay true where one row says so, and consent is taken back where one row takes it back',
  )
export type MergeRule = z.infer<typeof mergeRuleSchema>

export const rowFilterSchema = z
  .strictObject({
    column: z.string().min(1),
    is: z.array(z.string()).min(1).describe('Words of the column, whatever their case; "" stands for a blank cell'),
    refusals: z
      .enum(['send', 'leave'])
      .describe(
        'What becomes of rows that are left out and refuse texts (consent taken back, blocked, unsubscribed): what they refuse is sent all the same ("send"), ' +
          'or left out, because they refuse something else ("leave"). Without it nothing of them is sent, no other row about these contacts gives consent, and the run ends with a question',
      )
      .optional(),
  })
  .describe(
    'Only rows whose cell in this column is one of these words are imported; the others are skipped and counted. ' +
      'A message history that tells who sent each message needs it: messages of the office must not be imported as the customer\'s. Those can come along as "whispers"',
  )

export const whisperRowsSchema = z
  .strictObject({
    column: z.string().min(1),
    is: z.array(z.string()).min(1).describe('Words of the column that mean the office, whatever their case'),
    phone: z
      .string()
      .min(1)
      .describe(
        'The column with the contact\'s number in these rows, where the one of "match" holds the office\'s, as with "From" and "To"',
      )
      .optional(),
  })
  .describe(
    'Messages: rows whose cell in this column is one of these words were written by the office, and become whispers in the same conversation: ' +
      'notes that only agents see. They are imported whatever "only" says, which is about the rows of the contacts',
  )
export type WhisperRows = z.infer<typeof whisperRowsSchema>

const clockTime = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day such as "08:00"')

export const sendingSchema = z
  .strictObject({
    hours: z
      .strictObject({ from: clockTime, to: clockTime })
      .describe(
        'Between which times of day people are texted, by every clock that may be theirs; 08:00 to 20:00 when it is left out, and never wider than 08:00 to 21:00',
      )
      .optional(),
    dailyCap: z
      .int()
      .min(1)
      .describe(
        'Once the account has texted so many people on a day, whatever run it was, this one texts nobody more until the next day. It only narrows the setting of the account',
      )
      .optional(),
    until: z.iso
      .date()
      .describe('The latest day on which anybody is texted, such as "2026-12-24"; what is left then is not sent')
      .optional(),
    business: z.string().min(1).max(100).describe('The name of the business, which the first message to a person has to say').optional(),
    howToStop: z
      .string()
      .min(1)
      .max(100)
      .describe('The sentence about how to stop, such as "Reply STOP to stop.", which is put after the first message to a person')
      .optional(),
  })
  .describe('Of messages that people are sent: when they leave, and what the first one to a person says besides')

/** The fields in which a row can refuse texts. */
export const refusingTargets: ReadonlySet<string> = new Set<PlainTarget>(['consent', 'blocked', 'unreachable'])

const share = z.number().min(0).max(1)
const contactCount = z.int().min(0)

export const runLimitsSchema = z
  .strictObject({
    notFound: share.describe('Share of the rows that may be about contacts who are not in the account, from 0 to 1').optional(),
    invalid: share.describe('Share of the rows that may be unusable').optional(),
    held: share.describe('Share of the rows that may stay held').optional(),
    withdrawn: share
      .describe(
        "Of the file's contacts who agree to texts now, the share who may be withdrawn, blocked or unsubscribed without being asked about",
      )
      .optional(),
    fewestRows: z.int().min(0).describe('A list with fewer rows is unlike the last ones').optional(),
    mostRows: z.int().min(1).describe('A list with more rows is unlike the last ones').optional(),
    release: z
      .strictObject({
        withdraw: contactCount.optional(),
        clear: contactCount.optional(),
        mass: contactCount.optional(),
        sending: contactCount.optional(),
      })
      .describe('For each of these guards, up to how many contacts it lets through unasked')
      .optional(),
  })
  .describe(
    'What a run may do with nobody there. Without it, no row may be unusable or held and half of the rows may be unknown contacts; after three finished runs twice their largest shares',
  )

/** A saved mapping. The app and the command line read and write the same file. */
export const recipeSchema = z.strictObject({
  $schema: z.string().optional(),
  version: z.literal(1),
  id: z
    .string()
    .min(1)
    .max(200)
    .describe(
      'By this a recipe is known again, whatever becomes of its name and columns: it remembers its last lists. Give the copy for another list an id of its own, or none; one without is known by its name and the column of its match key',
    )
    .optional(),
  name: z.string().min(1).max(200),
  kind: z.enum(importKinds),
  source: z.strictObject(dialectChoiceSchema.shape).prefault({}),
  match: matchRuleSchema,
  /** Rows outside are skipped, whatever else is wrong with them. */
  only: rowFilterSchema.optional(),
  whispers: whisperRowsSchema.optional(),
  direction: z
    .enum(['unknown', 'inbound'])
    .describe(
      'Messages, where the file does not tell who wrote them: "inbound" once a person has said that all are the contacts\' own; as long as it is "unknown" they are held',
    )
    .optional(),
  fields: z.array(fieldRuleSchema),
  lacks: z
    .array(z.string())
    .min(1)
    .describe(
      'Columns that told who refused and that were left out when the recipe was adapted to a file. As long as they stand here, every row that gives consent is held; refusals are not',
    )
    .optional(),
  leftOut: z
    .array(z.string().min(1))
    .min(1)
    .describe(
      'Columns that may tell who refused texts, and that a person has left out all the same, because they refuse nobody. A row that has something in such a column that is neither read nor named here gives no consent: it is held',
    )
    .optional(),
  exported: z
    .boolean()
    .describe(
      'The file was written by Rollcall: its cells hold what the service has, also what could not be written to it. Such a value is a mistake only where somebody changed it',
    )
    .optional(),
  onlyCorrected: z
    .literal(true)
    .describe(
      'The file is a table of contacts that Rollcall wrote for a person to change: only cells that were corrected in it are imported, and of tags what came and went. ' +
        'Whatever else differs from the account was changed there since, and stays',
    )
    .optional(),
  blank: z.enum(['keep', 'clear']).default('keep'),
  mode: z
    .enum(recipeModes)
    .describe(
      'Which contacts rows may be about: those that are there ("update"), those that are not and are created ("add"), or both ("updateAndAdd"). ' +
        'A refusal of texts is sent to a contact that is there in every mode. Without it "notFound" says whether contacts are created',
    )
    .optional(),
  notFound: z.enum(['skip', 'create']).default('skip'),
  duplicates: z
    .enum(duplicateStrategies)
    .describe(
      'Which of several rows about one contact counts: the last, the first, none of them ("invalid"), or all, merged into one. Of consent a refusal counts, ' +
        'whatever it says here, and so does a row that blocks or unsubscribes: the row that counts says what all of them say of texting. A later permission counts where ' +
        'a column of evidence gives each of these rows a date that leaves no doubt (not with "invalid")',
    )
    .default('last'),
  duplicateBy: z
    .array(duplicateBySchema)
    .describe(
      'Rows are about one contact when they share any of these, also by way of a third row. Rows with the same match key always are',
    )
    .optional(),
  /** With `"duplicates": "merge"` only; the defaults when it is left out. */
  merge: mergeRuleSchema.optional(),
  /** Department of imported messages, or one for group messaging: a uuid or a name. */
  group: z.string().min(1).optional(),
  /** Resolve each conversation once, after its last imported message. */
  resolveAfter: z.boolean().optional(),
  disposition: z
    .string()
    .min(1)
    .describe('With "resolveAfter": the disposition that the conversations are resolved with, by its name or identifier')
    .optional(),
  sending: sendingSchema.optional(),
  askAgainAfterDays: z
    .int()
    .min(30)
    .max(3650)
    .describe(
      'Of a request for consent: who was asked, and has not answered, may be asked once more after so many days. Without it nobody is ever asked twice by this account',
    )
    .optional(),
  limits: runLimitsSchema.optional(),
})
export type Recipe = z.infer<typeof recipeSchema>
