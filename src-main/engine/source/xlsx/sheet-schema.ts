import { z } from 'zod'

/** A place in a sheet: the row from 1, the column from 0. */
const placeSchema = z.object({ line: z.int(), column: z.int() })

const countSchema = z.object({ count: z.int(), first: placeSchema.nullable() })
export type PlaceCount = z.infer<typeof countSchema>

/** Cells that are shown as one; the first of them has the value. */
const mergedAreaSchema = z.object({ top: z.int(), left: z.int(), bottom: z.int(), right: z.int() })
export type MergedArea = z.infer<typeof mergedAreaSchema>

/** What was found out about a sheet while its rows were read. */
export const sheetFactsSchema = z.object({
  /** Bytes of the file of rows: another size says that it is damaged. */
  rowsBytes: z.int(),
  /** Rows with anything in them. */
  rows: z.int(),
  /** Columns up to the last one with anything in it. */
  width: z.int(),
  /** Hidden rows with anything in them. */
  hiddenRows: countSchema,
  isFiltered: z.boolean(),
  /** First and last column, from 0. */
  hiddenColumns: z.array(z.tuple([z.int(), z.int()])),
  merges: z.int(),
  /** The first merged areas, in the order of the file. */
  mergedAreas: z.array(mergedAreaSchema),
  /** Cells such as #N/A. */
  errors: countSchema,
  formulas: countSchema,
  /** Formulas whose results the file does not have. */
  formulasWithoutValue: countSchema,
  /** Columns whose dates are written with a time of day that is always midnight: see `day-columns.ts`. */
  dayColumns: z.array(z.int()),
})
export type SheetFacts = z.infer<typeof sheetFactsSchema>
export type SheetFindings = Omit<SheetFacts, 'rowsBytes'>
