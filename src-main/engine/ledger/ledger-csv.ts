import { csvLine } from '../text/csv-text.ts'
import type { EarlierConsent, LedgerEntry } from '../model/ledger-schema.ts'

const columns: readonly { name: string; cell: (entry: LedgerEntry) => string }[] = [
  { name: 'number', cell: ({ number }) => String(number) },
  { name: 'kind', cell: ({ kind }) => kind },
  { name: 'time', cell: ({ time }) => time },
  { name: 'contact', cell: ({ contact }) => contact ?? '' },
  { name: 'phone', cell: ({ phone, isSealed }) => phone ?? (isSealed ? sealedWord : '') },
  { name: 'name', cell: ({ name, isSealed }) => name ?? (isSealed ? sealedWord : '') },
  { name: 'from', cell: ({ kind, from }) => (kind === 'consent' ? consentWord(from) : '') },
  { name: 'to', cell: ({ to }) => (to === null ? '' : consentWord(to)) },
  { name: 'corrects', cell: ({ corrects }) => numberText(corrects) },
  { name: 'found', cell: ({ kind, found }) => (kind === 'correction' ? consentWord(found) : '') },
  { name: 'sealed_records', cell: ({ sealed }) => numberText(sealed) },
  { name: 'file', cell: ({ file }) => file?.name ?? '' },
  { name: 'file_sha256', cell: ({ file }) => file?.sha256 ?? '' },
  { name: 'line', cell: ({ line }) => numberText(line) },
  { name: 'operator', cell: ({ operator }) => operator },
  { name: 'account', cell: ({ account }) => account.name },
  { name: 'base_url', cell: ({ account }) => account.baseUrl },
  { name: 'answer_status', cell: ({ answer }) => numberText(answer?.status ?? null) },
  { name: 'answer', cell: ({ answer }) => answer?.said ?? '' },
  { name: 'confirmed', cell: ({ confirmed }) => (confirmed === null ? '' : confirmedWords[confirmed]) },
  { name: 'run', cell: ({ run }) => run ?? '' },
  { name: 'row', cell: ({ row }) => numberText(row) },
  { name: 'previous_hash', cell: ({ previousHash }) => previousHash },
  { name: 'hash', cell: ({ hash }) => hash },
]

/** Stands where number and name were. */
const sealedWord = '(sealed)'
const confirmedWords = { answer: 'answer', readBack: 'read back' } as const

const style = { delimiter: ',', quote: '"' }

export function csvHeader(evidenceColumns: readonly string[]): string {
  return csvLine([...columns.map(({ name }) => name), ...evidenceColumns.map((name) => `evidence: ${name}`)], style)
}

/** The record as a line, with its evidence in the columns of `csvHeader`. */
export function csvRecord(entry: LedgerEntry, evidenceColumns: readonly string[]): string {
  return csvLine([...columns.map(({ cell }) => cell(entry)), ...evidenceColumns.map((name) => entry.evidence[name] ?? '')], style)
}

/** `none`: nobody had asked before. `unknown`: the service did not say. */
function consentWord(consent: EarlierConsent): string {
  return consent === null ? 'none' : String(consent)
}

function numberText(number: number | null): string {
  return number === null ? '' : String(number)
}
