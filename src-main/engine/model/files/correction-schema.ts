import { z } from 'zod'

/** Damage that can be repaired without asking for each cell; `text/repair/repair-cell.ts` says what each repair does to a cell. */
export const repairs = ['mojibake', 'invisible', 'scientific_phone', 'lost_zero', 'serial_date'] as const
export type Repair = (typeof repairs)[number]

/** A column is named by its position, from 0: names may change with the header. No file has more of them. */
const column = z.int().min(0).max(20_000)
/** A row is named by its line in the file, as everywhere. */
const line = z.int().min(1)

/**
 * A correction of a file's rows. Corrections apply in the order in which they were made, each to what the ones before have
 * left; the file itself is never written.
 */
export const correctionSchema = z.discriminatedUnion('kind', [
  /** One cell. `before` is what stood there; where the file says something else by now, the correction does not apply. */
  z.strictObject({ kind: z.literal('cell'), line, column, before: z.string(), after: z.string().max(1_000_000) }),
  /** A cell and the next one become one, with `by` between them; the others of the row move up. For texts that a separator has split. */
  z.strictObject({ kind: z.literal('join'), line, column, by: z.string().max(10).default('') }),
  /** Finds and replaces text in every cell of a column. `find` is plain text; '' with `wholeCell` finds blank cells. */
  z.strictObject({
    kind: z.literal('replace'),
    column,
    find: z.string().max(10_000),
    replaceWith: z.string().max(10_000),
    matchCase: z.boolean().default(false),
    wholeCell: z.boolean().default(false),
  }),
  /**
   * Every cell of a column, or those of some rows: `replace` makes it this text; `add` and `remove` are about one item of a list that
   * commas separate.
   */
  z.strictObject({
    kind: z.literal('set'),
    column,
    how: z.enum(['replace', 'add', 'remove']),
    text: z.string().max(10_000),
    lines: z.array(line).min(1).max(100_000).optional(),
  }),
  /** Rows that are not to be imported. */
  z.strictObject({ kind: z.literal('exclude'), lines: z.array(line).min(1).max(100_000) }),
  /** Takes rows back in that were excluded. */
  z.strictObject({ kind: z.literal('include'), lines: z.array(line).min(1).max(100_000) }),
  /** Rows that are about different contacts, although they share an e-mail address or another field by which contacts are told apart. */
  z.strictObject({ kind: z.literal('apart'), lines: z.array(line).min(1).max(100_000) }),
  /** Repairs every cell of a column that has this damage. `country`: two letters, for phone numbers. */
  z.strictObject({
    kind: z.literal('mend'),
    mend: z.enum(repairs),
    column,
    country: z
      .string()
      .regex(/^[A-Z]{2}$/)
      .optional(),
  }),
])
export type Correction = z.infer<typeof correctionSchema>
