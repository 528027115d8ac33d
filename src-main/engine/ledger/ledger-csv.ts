import { csvLine } from '../text/csv-text.ts'
import type { EarlierConsent, LedgerRecord } from '../model/ledger-schema.ts'

type HashedRecord = LedgerRecord & { hash: string }

const columns: readonly { name: string; cell: (record: HashedRecord) => string }[] = [
  { name: 'number', cell: ({ number }) => String(number) },
  { name: 'time', cell: ({ time }) => time },
  { name: 'contact', cell: ({ contact }) => contact ?? '' },
  { name: 'phone', cell: ({ phone }) => phone ?? '' },
  { name: 'from', cell: ({ from }) => consentWord(from) },
  { name: 'to', cell: ({ to }) => consentWord(to) },
  { name: 'file', cell: ({ file }) => file.name },
  { name: 'file_sha256', cell: ({ file }) => file.sha256 },
  { name: 'line', cell: ({ line }) => String(line) },
  { name: 'operator', cell: ({ operator }) => operator },
  { name: 'account', cell: ({ account }) => account.name },
  { name: 'base_url', cell: ({ account }) => account.baseUrl },
  { name: 'answer_status', cell: ({ answer }) => String(answer.status) },
  { name: 'answer', cell: ({ answer }) => answer.said ?? '' },
  { name: 'run', cell: ({ run }) => run },
  { name: 'row', cell: ({ row }) => String(row) },
  { name: 'previous_hash', cell: ({ previousHash }) => previousHash },
  { name: 'hash', cell: ({ hash }) => hash },
]

const style = { delimiter: ',', quote: '"' }

export function csvHeader(evidenceColumns: readonly string[]): string {
  return csvLine([...columns.map(({ name }) => name), ...evidenceColumns.map((name) => `evidence: ${name}`)], style)
}

/** The record as a line; its evidence in the columns of `csvHeader`. */
export function csvRecord(record: HashedRecord, evidenceColumns: readonly string[]): string {
  return csvLine([...columns.map(({ cell }) => cell(record)), ...evidenceColumns.map((name) => record.evidence[name] ?? '')], style)
}

/** `none`: no request was made before. `unknown`: the service did not tell. */
function consentWord(consent: EarlierConsent): string {
  return consent === null ? 'none' : String(consent)
}
