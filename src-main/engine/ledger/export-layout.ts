import { z } from 'zod'
import { canonicalJson, type CanonicalValue } from '../store/ledger/canonical-json.ts'
import type { FoundRecord } from './chain-check.ts'
import { sha256 } from '../store/ledger/ledger-hash.ts'
import { ledgerRecordSchema } from '../model/ledger-schema.ts'

/**
 * An exported ledger: one JSON object, laid out so that it can be written and read line by line. The first line is this
 * header, opened up to `"entries":[`; then each record with its `hash` on a line of its own; the last line is `]}`. The hash
 * of a record is the SHA-256 of its canonical JSON (see `canonical-json.ts`) without `hash`, so that another layout of the
 * same JSON, made by another program, still verifies.
 */
export const exportHeaderSchema = z.object({
  format: z.literal('rollcall-consent-ledger'),
  version: z.literal(1),
  /** The ledger's id; null for a ledger that has no record yet. */
  ledger: z.string().nullable(),
  exportedAt: z.string(),
  /** How far the ledger went when it was exported. */
  records: z.int().min(0),
  headHash: z.string().nullable(),
})
export type ExportHeader = z.infer<typeof exportHeaderSchema>

export const entriesKey = 'entries'

export function headerLine(header: ExportHeader): string {
  return `${JSON.stringify(header).slice(0, -1)},"${entriesKey}":[\n`
}

/** Null when the line is not the header of an export in Rollcall's own layout. */
export function readHeaderLine(line: string): ExportHeader | null {
  return exportHeaderSchema.safeParse(parsed(`${line}]}`)).data ?? null
}

/** What an exported record, parsed, says of itself. */
export function foundInExport(value: unknown): FoundRecord {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { place: null, record: null, hash: '', actualHash: '' }
  const { hash, ...rest } = value as Record<string, unknown>
  const record = ledgerRecordSchema.safeParse(rest).data ?? null
  // What the schema let through holds nothing but texts, flags, whole numbers and objects of them.
  const actualHash = record === null ? '' : sha256(canonicalJson(rest as CanonicalValue))
  return { place: null, record, hash: typeof hash === 'string' ? hash : '', actualHash }
}

/** The value of a text; undefined when it is no JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Both callers go on without: another layout, or a record that cannot be read.
    return undefined
  }
}
