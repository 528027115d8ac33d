import { z } from 'zod'
import { canonicalJson, type CanonicalValue } from '../store/ledger/canonical-json.ts'
import { type FoundRecord, parsed, readRecord } from './read-record.ts'
import type { StoredLedgerRecord } from '../store/ledger/stored-ledger-record.ts'

/**
 * An exported ledger is one JSON object that can be written and read line by line. The first line is this header up to
 * `"entries":[`; each record follows on a line of its own, with its `hash`, and with what is `personal` where that was not sealed; the
 * last line is `]}`. The hash of a record is the SHA-256 of its canonical JSON (see `canonical-json.ts`) without these two, so the file
 * still verifies after another program has reformatted it. Version 1 is that of ledgers whose records hold all in one.
 */
export const exportHeaderSchema = z.object({
  format: z.literal('rollcall-consent-ledger'),
  version: z.union([z.literal(1), z.literal(2)]),
  /** The ledger's id; null for a ledger that has no record yet. */
  ledger: z.string().nullable(),
  exportedAt: z.string(),
  /** The length of the ledger when it was exported. */
  records: z.int().min(0),
  headHash: z.string().nullable(),
})
export type ExportHeader = z.infer<typeof exportHeaderSchema>

export const entriesKey = 'entries'

export function headerLine(header: ExportHeader): string {
  return `${JSON.stringify(header).slice(0, -1)},"${entriesKey}":[\n`
}

/** Null if the line is not the header of an export in Rollcall's own layout. */
export function readHeaderLine(line: string): ExportHeader | null {
  return exportHeaderSchema.safeParse(parsed(`${line}]}`)).data ?? null
}

/** A record as a line of its own. */
export function recordLine({ text, hash, personal }: StoredLedgerRecord): string {
  const inner = text.slice(0, -1)
  return `${inner},${personal === null ? '' : `"personal":${personal},`}"hash":${JSON.stringify(hash)}}`
}

/** What a parsed record says about itself. */
export function foundInExport(value: unknown): FoundRecord {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value)
  const { hash, personal, ...rest } = isRecord ? (value as Record<string, unknown>) : {}
  return readRecord({
    place: null,
    record: rest,
    text: canonicalText(rest),
    hash: typeof hash === 'string' ? hash : '',
    personal: personal ?? null,
  })
}

/** Empty where it is none that a record can have. */
function canonicalText(value: Record<string, unknown>): string {
  try {
    return canonicalJson(value as CanonicalValue)
  } catch {
    return ''
  }
}
