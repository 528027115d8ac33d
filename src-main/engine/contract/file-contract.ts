import { z } from 'zod'
import { damageReportSchema } from '../damage/damage-schema.ts'
import { correctionSchema } from '../model/files/correction-schema.ts'
import { fileCorrectionSchema, fileSchema } from '../model/files/file-schema.ts'
import { dialectChoiceSchema, inspectionSchema, sourceRowSchema } from '../model/files/source-schema.ts'
import { correctionNumbers, id, limit, nothing, offset, procedure } from './procedure.ts'

/** `through`: the newest number of the corrections of a file, and of their being undone. */
const correctionsThrough = z.object({ through: z.int() })
const sheet = z.string().min(1).max(100).optional()

const damageWanted = {
  fileId: id,
  dialect: dialectChoiceSchema.prefault({}),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
}

/** Files as they are opened, corrected and looked through for damage. */
export const fileProcedures = {
  /** Takes a copy of the file into the account's data; everything later works on that copy. */
  'files.open': procedure(z.object({ path: z.string().min(1), name: z.string().max(255).optional() }), fileSchema),
  /** Opens the person's own file anew, as it is now. Throws `file.not_found` where its place is not known, or empty. */
  'files.reopen': procedure(z.object({ fileId: id }), fileSchema),
  /** Ends the opening of files and the first look at them: what asked for it answers `cancelled`, at once. */
  'files.stop': procedure(nothing, nothing),
  /** `corrections`: how many corrections of the file hold; the rows are as corrected. */
  'files.inspect': procedure(
    z.object({ fileId: id, dialect: dialectChoiceSchema.prefault({}) }),
    z.object({ file: fileSchema, inspection: inspectionSchema, corrections: z.int() }),
  ),

  /** The rows on these lines as they were corrected, in the order of the file; those that it has not are left out. */
  'files.rows': procedure(
    z.object({ fileId: id, dialect: dialectChoiceSchema.prefault({}), lines: z.array(z.int().min(1)).max(500) }),
    z.object({ rows: z.array(sourceRowSchema) }),
  ),

  /** The corrections of a file, in the order in which they were made. They belong to its bytes: the same file opened again has them. */
  'corrections.list': procedure(
    z.object({ fileId: id, sheet, offset, limit }),
    correctionsThrough.extend({ corrections: z.array(fileCorrectionSchema), total: z.int() }),
  ),
  'corrections.add': procedure(z.object({ fileId: id, sheet, corrections: z.array(correctionSchema).min(1).max(100) }), correctionsThrough),
  /** Undoes corrections as one step; without numbers, the last one that is not undone. */
  'corrections.undo': procedure(z.object({ fileId: id, sheet, numbers: correctionNumbers.optional() }), correctionsThrough),
  /** What replacing or setting the cells of a column would do to the file as it is corrected so far. Asking again for the same file gives up what is under way. */
  'corrections.tryReplace': procedure(
    z.object({
      fileId: id,
      dialect: dialectChoiceSchema.prefault({}),
      correction: correctionSchema.refine(({ kind }) => kind === 'replace' || kind === 'set', 'not of a column'),
    }),
    z.object({ cells: z.int(), rows: z.int(), samples: z.array(z.object({ line: z.int(), before: z.string(), after: z.string() })) }),
  ),

  /**
   * Looks through the whole file for what spreadsheets and exports damage, and answers when it has started; see
   * `damage.progress`, or `wait` for its end. A check of the same file in another way ends. `country`: the account's unless given.
   */
  'damage.check': procedure(z.object({ ...damageWanted, wait: z.boolean().default(false) }), damageReportSchema),
  /** What the check has found so far; state `none` where there was none, or where the file was corrected since. */
  'damage.findings': procedure(z.object(damageWanted), damageReportSchema),
  /** Answers when the check of this file is not under way any more. */
  'damage.cancel': procedure(z.object({ fileId: id }), nothing),
} as const
