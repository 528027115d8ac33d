import { z } from 'zod'
import { dialectChoiceSchema } from '../source/source-schema.ts'

export const importKinds = ['contacts', 'consent', 'messages'] as const
export type ImportKind = (typeof importKinds)[number]

export const tagsHandlings = ['add', 'remove', 'replace'] as const

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
] as const
export type PlainTarget = (typeof plainTargets)[number]
export type Target = PlainTarget | `custom:${string}`

/** Which targets a kind of import takes. `contacts` also takes custom fields. */
export const targetsOfKind: Record<ImportKind, readonly PlainTarget[]> = {
  contacts: ['name', 'email', 'notes', 'tags', 'archived', 'blocked', 'unreachable'],
  consent: ['consent', 'evidence'],
  messages: ['body', 'attachments', 'sentAt'],
}

const targetSchema = z.custom<Target>(
  (value) =>
    typeof value === 'string' &&
    ((plainTargets as readonly string[]).includes(value) || (value.startsWith('custom:') && value.length > 'custom:'.length)),
  { error: `must be one of ${plainTargets.join(', ')}, or custom: and the name or uuid of a custom field` },
)

const scalarSchema = z.union([z.string(), z.boolean(), z.number(), z.null()])

export const fieldRuleSchema = z
  .strictObject({
    to: targetSchema,
    /** Columns by their names (see `SourceColumn.name`). Blank ones are left out of the joined text. */
    from: z.array(z.string().min(1)).min(1).optional(),
    /** Put between several columns; a space unless said otherwise. */
    join: z.string().optional(),
    /** A constant for every row, instead of `from`. */
    value: scalarSchema.optional(),
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
    /** From the cell's text (trimmed, case ignored) to the value. Anything else that is not blank is an issue. */
    values: z.record(z.string(), scalarSchema).optional(),
    tags: z.enum(tagsHandlings).optional(),
    /** Between the items of a list in one cell (tags, attachments); found out by itself when it is left out. */
    separator: z.string().min(1).optional(),
    /** For this field only, instead of the recipe's own. */
    blank: z.enum(['keep', 'clear']).optional(),
  })
  .refine((rule) => [rule.from, rule.value, rule.template].filter((given) => given !== undefined).length === 1, {
    error: 'takes either "from", "value" or "template"',
  })
export type FieldRule = z.infer<typeof fieldRuleSchema>

export const matchRuleSchema = z.strictObject({
  by: z.enum(['phone', 'uuid']),
  column: z.string().min(1),
  /** Two letters (ISO 3166-1), for numbers without a country code; the account's country when it is left out. */
  country: z.string().regex(/^[A-Z]{2}$/, 'must be two capital letters, such as "US"').optional(),
  /** Further columns, taken in order where `column` is blank. */
  otherColumns: z.array(z.string().min(1)).optional(),
})

export const rowFilterSchema = z
  .strictObject({
    column: z.string().min(1),
    is: z.array(z.string()).min(1).describe('Words of the column, whatever their case; "" stands for a blank cell'),
  })
  .describe(
    'Only rows whose cell in this column is one of these words are imported; the others are skipped and counted. ' +
      'A message history that tells who sent each message needs it: messages of the office must not be imported as the customer\'s',
  )

/** A saved mapping. The app and the command line read and write the same file. */
export const recipeSchema = z.strictObject({
  $schema: z.string().optional(),
  version: z.literal(1),
  name: z.string().min(1).max(200),
  kind: z.enum(importKinds),
  source: z.strictObject(dialectChoiceSchema.shape).prefault({}),
  match: matchRuleSchema,
  /** Rows outside are skipped, whatever else is wrong with them. */
  only: rowFilterSchema.optional(),
  fields: z.array(fieldRuleSchema),
  blank: z.enum(['keep', 'clear']).default('keep'),
  notFound: z.enum(['skip', 'create']).default('skip'),
  duplicates: z.enum(['last', 'first', 'invalid']).default('last'),
  /** Department of imported messages: a uuid or a name. */
  group: z.string().min(1).optional(),
  /** Resolve each conversation once, after its last imported message. */
  resolveAfter: z.boolean().optional(),
})
export type Recipe = z.infer<typeof recipeSchema>
