import { z } from 'zod'
import { correctedRowSchema } from './corrected-row-schema.ts'

/** How a file is to be read. `auto` leaves a property to detection. */
export const dialectChoiceSchema = z.object({
  encoding: z.string().default('auto'),
  delimiter: z.string().default('auto'),
  quote: z.string().default('auto'),
  header: z.boolean().default(true),
  /** Lines before the header (or before the first row) that are not data; `auto` passes over titles above the header. */
  skipLines: z.union([z.int().min(0), z.literal('auto')]).default(0),
  /** A row with fewer cells than the header: `invalid`, or its missing cells count as blank. */
  shortRows: z.enum(['invalid', 'blank']).default('invalid'),
  /** Of a workbook, the sheet's name; the first one with rows when it is left out. Other files take no notice of it. */
  sheet: z.string().min(1).max(100).optional(),
  /** Of a workbook, rows that are hidden in it: `read` like the others unless said otherwise. */
  hiddenRows: z.enum(['read', 'leave_out']).optional(),
  /** A backslash that makes the character after it text, as databases export it; '' for none. Found out when it is left out. */
  escape: z.enum(['auto', '\\', '']).optional(),
})
export type DialectChoice = z.infer<typeof dialectChoiceSchema>

/** How a file is read: nothing left open. `encoding` is one of the names in `source/encoding/encoding-names.ts`. */
export const dialectSchema = z.object({
  encoding: z.string(),
  delimiter: z.string().length(1),
  quote: z.string().max(1),
  header: z.boolean(),
  skipLines: z.int().min(0),
  shortRows: z.enum(['invalid', 'blank']),
  /** What the file is, inside whatever packs it; delimited text when it is left out. */
  format: z.enum(['xlsx', 'vcard']).optional(),
  sheet: z.string().optional(),
  hiddenRows: z.enum(['read', 'leave_out']).optional(),
  /** Makes the character after it text; there is none when it is left out. */
  escape: z.literal('\\').optional(),
  /** A program read all of its letters, which were UTF-8, in this encoding, and saved them so. */
  misread: z.literal('windows-1252').optional(),
})
export type Dialect = z.infer<typeof dialectSchema>

/** A way to read the file that would put right what a notice is about: `label` says it, `change` is what to choose instead. */
export const remedySchema = z.object({
  label: z.string(),
  change: z.object({
    encoding: z.string().exactOptional(),
    delimiter: z.string().exactOptional(),
    header: z.boolean().exactOptional(),
    skipLines: z.int().min(0).exactOptional(),
    shortRows: z.enum(['invalid', 'blank']).exactOptional(),
    hiddenRows: z.enum(['read', 'leave_out']).exactOptional(),
  }),
})
export type Remedy = z.infer<typeof remedySchema>

/** Something about the file as a whole that the person should know before mapping. */
export const fileNoticeSchema = z.object({
  code: z.string(),
  line: z.int().nullable(),
  message: z.string(),
  hint: z.string(),
  remedy: remedySchema.optional(),
})
export type FileNotice = z.infer<typeof fileNoticeSchema>

export const sourceColumnSchema = z.object({
  index: z.int(),
  /** Unique within the file: an empty name becomes `Column 3`, a repeated one `Name (2)`. */
  name: z.string(),
  /** The header cell as the file has it; null without a header. */
  header: z.string().nullable(),
  /** The first few distinct values that are not blank. */
  samples: z.array(z.string()),
})
export type SourceColumn = z.infer<typeof sourceColumnSchema>

/**
 * What was wrong with a row when it was read. `stray_quote`: a quotation mark that does not enclose a cell was read as
 * text. `undecodable`: a character could not be read in the file's encoding and became U+FFFD. Of a workbook, `cell_error`: a
 * cell shows an error such as #N/A; `no_value`: the file does not have the result of a formula, and the cell is blank. Of contact
 * cards, `cut_card`: the card has no end. `huge_cell`: a cell was far too long, and only its beginning is there.
 */
export const rowMarks = ['stray_quote', 'undecodable', 'cell_error', 'no_value', 'cut_card', 'huge_cell'] as const
export type RowMark = (typeof rowMarks)[number]

/** One row of the file. `line` is the physical line (from 1) on which the row starts, quoted newlines counted. */
export const sourceRowSchema = z.object({
  line: z.int(),
  cells: z.array(z.string()),
  marks: z.array(z.enum(rowMarks)).optional(),
  /** What the person corrected in it; `cells` are as corrected. Absent where nothing was. */
  corrected: correctedRowSchema.optional(),
})
export type SourceRow = z.infer<typeof sourceRowSchema>

export const inspectionSchema = z.object({
  dialect: dialectSchema,
  columns: z.array(sourceColumnSchema),
  /** The first rows of data, at most 100. */
  rows: z.array(sourceRowSchema),
  notices: z.array(fileNoticeSchema),
  /** Of a workbook, its sheets in their order; `rows` are those with anything in them, the header among them. */
  sheets: z.array(z.object({ name: z.string(), rows: z.int(), isHidden: z.boolean() })).optional(),
  /** Of a packed file, what it is packed as and the name of the file inside. */
  packed: z.object({ as: z.enum(['gzip', 'zip']), name: z.string() }).optional(),
})
export type Inspection = z.infer<typeof inspectionSchema>
