import { z } from 'zod'
import { correctionSchema, repairs } from '../model/files/correction-schema.ts'

/** Kinds of damage, those that cost most first; within a severity findings are listed in this order. */
export const damages = [
  'phone_rounded',
  'number_rounded',
  'shifted_columns',
  'split_rows',
  'short_rows',
  'lost_characters',
  'number_as_date',
  'error_cells',
  'cut_cells',
  'contradictions',
  'lost_zero_code',
  'stray_quotes',
  'mojibake',
  'phone_scientific',
  'number_scientific',
  'lost_zero_postal',
  'serial_date',
  'lost_zero_phone',
  'html_entities',
  'blank_words',
  'repeated_header',
  'footer',
  'placeholders',
  'blank_column',
  'invisible',
] as const
export type Damage = (typeof damages)[number]

/** `serious`: what was lost or would go wrong. `warning`: to be looked at. `harmless`: repaired in a moment, or of no consequence. */
export const severities = ['serious', 'warning', 'harmless'] as const
export type Severity = (typeof severities)[number]

export const findingSchema = z.object({
  code: z.enum(damages),
  severity: z.enum(severities),
  title: z.string(),
  message: z.string(),
  hint: z.string(),
  count: z.int(),
  /** What `count` counts. */
  unit: z.enum(['cell', 'row', 'contact', 'column']),
  columns: z.array(z.object({ index: z.int(), name: z.string(), count: z.int() })),
  /** The first lines of the file that have it, in order, at most 20. */
  lines: z.array(z.int()),
  /** `after`: what it would be once repaired; null where it cannot be. Never from a column of messages. */
  examples: z.array(z.object({ line: z.int(), column: z.string(), before: z.string(), after: z.string().nullable() })),
  /** The corrections that repair it; none where the file does not hold what was there. */
  corrections: z.array(correctionSchema),
  /** Whether it may be repaired without asking: nothing that somebody typed is changed. */
  isAutomatic: z.boolean(),
})
export type Finding = z.infer<typeof findingSchema>

/** A repair that was made, and the cells that it changed. */
export const appliedRepairSchema = z.object({
  repair: z.enum(repairs),
  /** Its numbers among the file's corrections, to undo it. */
  numbers: z.array(z.int()),
  columns: z.array(z.string()),
  cells: z.int(),
  examples: z.array(z.object({ line: z.int(), column: z.string(), before: z.string(), after: z.string() })),
})
export type AppliedRepair = z.infer<typeof appliedRepairSchema>

export const checkStates = ['none', 'running', 'done', 'cancelled', 'failed'] as const

export const damageReportSchema = z.object({
  fileId: z.string(),
  state: z.enum(checkStates),
  rows: z.int(),
  bytesRead: z.number(),
  bytesTotal: z.number(),
  /** The sheet of a workbook; to be given with the corrections. */
  sheet: z.string().nullable(),
  /** By severity, then by what they cost. While the check is running, those so far. */
  findings: z.array(findingSchema),
  repairs: z.array(appliedRepairSchema),
  error: z.object({ code: z.string(), message: z.string(), hint: z.string() }).nullable(),
})
export type DamageReport = z.infer<typeof damageReportSchema>

export const damageProgressSchema = damageReportSchema
  .pick({ fileId: true, state: true, rows: true, bytesRead: true, bytesTotal: true })
  .extend({ findings: z.int() })
export type DamageProgress = z.infer<typeof damageProgressSchema>
