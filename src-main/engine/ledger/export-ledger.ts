import { basename, dirname } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../model/clock.ts'
import { checkFileName } from '../files/file-name.ts'
import { createOutputFile } from '../files/output-file.ts'
import type { ConsentLedger } from '../store/ledger/consent-ledger.ts'
import { toEntry } from '../store/ledger/stored-ledger-record.ts'
import { headerLine, recordLine } from './export-layout.ts'
import { csvHeader, csvRecord } from './ledger-csv.ts'
import type { LedgerFormat, LedgerHead } from '../model/ledger-schema.ts'

export interface LedgerExport {
  ledger: ConsentLedger
  path: string
  format: LedgerFormat
  overwrite: boolean
  clock: Pick<Clock, 'nowMs'>
  signal?: AbortSignal
}

/** Records to write before yielding to other work. */
const recordsAtOnce = 500

/**
 * Writes the current ledger, oldest record first, and returns the number of records. Memory use is constant. `json` contains
 * everything that is hashed and can be verified on its own (layout: `export-layout.ts`). `csv` is for reading: UTF-8 with BOM,
 * CRLF, cells defused that a spreadsheet would run, one column per evidence column. The file is written completely or not at all,
 * and replaces an existing one only with `overwrite`. Throws `usage`, `store.full`, `store.damaged`, and the signal's reason when
 * it aborts.
 */
export async function exportLedger({ ledger, path, format, overwrite, clock, signal }: LedgerExport): Promise<number> {
  checkFileName(path)
  const { head, lastNumber: last } = ledger.extent()
  const count = { records: 0 }
  const chunks =
    format === 'csv'
      ? csvChunks(ledger, last, await evidenceColumns(ledger, last, signal), count)
      : jsonChunks(ledger, last, head, new Date(clock.nowMs()).toISOString(), count)
  const file = await createOutputFile(dirname(path), 'utf-8', format === 'csv')
  try {
    for (const chunk of chunks) {
      await file.write(chunk)
      if (count.records % recordsAtOnce === 0) await setImmediate()
      signal?.throwIfAborted()
    }
    await file.publish(basename(path), overwrite ? 'replace' : 'refuse')
  } finally {
    await file.discard()
  }
  return count.records
}

/** In order of first occurrence. */
async function evidenceColumns(ledger: ConsentLedger, last: number, signal?: AbortSignal): Promise<string[]> {
  const names = new Set<string>()
  for (const stored of ledger.iterate(last)) {
    for (const name of Object.keys(toEntry(stored).evidence)) names.add(name)
    if (stored.number % recordsAtOnce === 0) await setImmediate()
    signal?.throwIfAborted()
  }
  return [...names]
}

function* csvChunks(ledger: ConsentLedger, last: number, names: readonly string[], count: { records: number }): Generator<string> {
  yield csvHeader(names)
  for (const stored of ledger.iterate(last)) {
    count.records += 1
    yield csvRecord(toEntry(stored), names)
  }
}

function* jsonChunks(
  ledger: ConsentLedger,
  last: number,
  head: LedgerHead | null,
  exportedAt: string,
  count: { records: number },
): Generator<string> {
  yield headerLine({
    format: 'rollcall-consent-ledger',
    version: 2,
    ledger: head?.id ?? null,
    exportedAt,
    records: head?.count ?? 0,
    headHash: head?.hash ?? null,
  })
  for (const stored of ledger.iterate(last)) {
    // Read, so that what cannot be read is not exported as if it could.
    toEntry(stored)
    yield `${count.records === 0 ? '' : ',\n'}${recordLine(stored)}`
    count.records += 1
  }
  yield '\n]}\n'
}
