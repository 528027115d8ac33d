import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { exportLedger } from '../../../src-main/engine/ledger/export-ledger.ts'
import type { ConsentEntry, LedgerFormat } from '../../../src-main/engine/model/ledger-schema.ts'
import { verifyExportedLedger } from '../../../src-main/engine/ledger/verify-exported-ledger.ts'
import { undefuse } from '../../../src-main/engine/text/defused-cell.ts'
import { forge, ledgerFiles, tamper } from './ledger-case.ts'
import { entry } from './ledger-entry.ts'
import { tablesOf } from '../../../src-main/engine/store/tables.ts'

const { openNew, folder } = ledgerFiles()
const clock = { nowMs: () => 1_700_000_000_000 }

function ledgerOf(entries: readonly ConsentEntry[]) {
  const store = openNew()
  const ledger = tablesOf(store).consentLedger
  store.transaction(() => entries.forEach((one) => ledger.append(one)))()
  const path = join(folder(), 'ledger.out')
  const write = (format: LedgerFormat, overwrite = false) => exportLedger({ ledger, path, format, overwrite, clock })
  return { store, ledger, path, write }
}

const entries = (count: number) => Array.from({ length: count }, (_, n) => entry(n + 1))

interface Exported {
  headHash: string | null
  entries: Record<string, unknown>[]
}
const readExport = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Exported

test('the CSV has a BOM, CRLF, every record with its evidence in columns, and no cell that a spreadsheet would run', async () => {
  const odd = entry(2, {
    phone: '+12025550102',
    from: 'unknown',
    evidence: { 'How, "exactly"': '=HYPERLINK("http://x")', Source: 'line one\nline two' },
    operator: '@pat',
    answer: { status: 200, said: null },
  })
  const { path, write, ledger } = ledgerOf([entry(1), odd, entry(3, { evidence: {}, from: true, contact: null })])
  expect(await write('csv')).toBe(3)
  const text = readFileSync(path, 'utf8')
  expect(text.startsWith('\uFEFFnumber,kind,time,contact,phone,name,from,to,corrects,found,sealed_records,file,')).toBe(true)
  expect(
    text
      .replace('line one\nline two', '')
      .split('\n')
      .slice(0, -1)
      .every((line) => line.endsWith('\r')),
  ).toBe(true)
  const rows: Record<string, string>[] = parse(text, { bom: true, columns: true, record_delimiter: '\r\n' })
  expect(rows.map((row) => [row.number, row.phone, row.from, row.to, row.contact])).toEqual([
    ['1', "'+12025550001", 'none', 'false', 'contact-1'],
    ['2', "'+12025550102", 'unknown', 'true', 'contact-2'],
    ['3', "'+12025550003", 'true', 'false', ''],
  ])
  expect(rows[1]).toMatchObject({
    'evidence: How, "exactly"': `'=HYPERLINK("http://x")`,
    'evidence: Source': 'line one\nline two',
    'evidence: Consent Date': '',
    operator: "'@pat",
  })
  expect(rows.map(({ hash }) => hash)).toEqual([...ledger.iterate()].map(({ hash }) => hash))
  expect(Object.values(rows[1] ?? {}).map(undefuse)).toContain('=HYPERLINK("http://x")')
})

test('the JSON is one object with one record a line, and verifies on its own', async () => {
  const { path, write, ledger } = ledgerOf(entries(1_203))
  expect(await write('json')).toBe(1_203)
  expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(1_203 + 3)
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({
    format: 'rollcall-consent-ledger',
    version: 2,
    ledger: ledger.head()?.id,
    exportedAt: '2023-11-14T22:13:20.000Z',
    records: 1_203,
    headHash: ledger.head()?.hash,
  })
  const { phone, name, evidence } = entry(1_203)
  expect(readExport(path).entries[1_202]).toMatchObject({ number: 1_203, hash: ledger.last()?.hash, personal: { phone, name, evidence } })
  expect(await verifyExportedLedger(path)).toEqual({ ok: true, records: 1_203, firstProblem: null, headHash: ledger.head()?.hash })
})

test('an empty ledger is exported and verifies', async () => {
  const { path, write } = ledgerOf([])
  expect(await write('json')).toBe(0)
  expect(await verifyExportedLedger(path)).toEqual({ ok: true, records: 0, firstProblem: null, headHash: null })
  expect(await write('csv', true)).toBe(0)
  expect(readFileSync(path, 'utf8')).toMatch(/^\uFEFFnumber,.*,hash\r\n$/)
})

test('another layout of the same JSON verifies as well', async () => {
  const { path, write } = ledgerOf(entries(5))
  await write('json')
  const sorted = (value: unknown): unknown =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(
          Object.entries(value)
            .reverse()
            .map(([key, inner]) => [key, sorted(inner)]),
        )
      : Array.isArray(value)
        ? value.map(sorted)
        : value
  for (const space of [0, 2]) {
    writeFileSync(path, JSON.stringify(sorted(readExport(path)), null, space).normalize('NFD'))
    expect(await verifyExportedLedger(path)).toMatchObject({ ok: true, records: 5 })
  }
})

test('whatever is changed in an exported file is found, in either layout', async () => {
  const { path, write } = ledgerOf(entries(6))
  await write('json')
  const original = readFileSync(path, 'utf8')
  const swap = (list: unknown[], one: number, other: number) => ([list[one], list[other]] = [list[other], list[one]])
  const cases: [string, (exported: Exported) => void][] = [
    ['changed 2', ({ entries: all }) => Object.assign(all[1] ?? {}, { to: 'yes' })],
    ['changed 3', ({ entries: all }) => Object.assign(all[2] ?? {}, { to: true })],
    ['changed 3', ({ entries: all }) => Object.assign(all[2] ?? {}, { remark: 'agreed by phone' })],
    ['changed 4', ({ entries: all }) => Object.assign(all[3]?.personal ?? {}, { evidence: {} })],
    ['changed 4', ({ entries: all }) => Object.assign(all[3]?.personal ?? {}, { phone: '+12025550199' })],
    ['changed 4', ({ entries: all }) => Object.assign(all[3]?.personal ?? {}, { name: null })],
    ['changed 4', ({ entries: all }) => Object.assign(all[3] ?? {}, { evidence: {} })],
    ['changed 5', ({ entries: all }) => delete all[4]?.personal],
    ['changed 5', ({ entries: all }) => Object.assign(all[4] ?? {}, { personal: 'none' })],
    ['changed 1', ({ entries: all }) => (all[0] = {})],
    ['removed 4', ({ entries: all }) => all.splice(3, 1)],
    ['removed 1', ({ entries: all }) => all.shift()],
    ['truncated 6', ({ entries: all }) => all.pop()],
    ['truncated 1', ({ entries: all }) => all.splice(0)],
    ['reordered 2', ({ entries: all }) => swap(all, 1, 4)],
    ['duplicated 2', ({ entries: all }) => all.splice(2, 0, all[1] ?? {})],
    ['changed 6', (exported) => (exported.headHash = '0'.repeat(64))],
    ['head 6', (exported) => (exported.headHash = null)],
  ]
  for (const [expected, change] of cases) {
    const exported = JSON.parse(original) as Exported
    change(exported)
    const { entries: all, ...header } = exported
    const lines = `${JSON.stringify(header).slice(0, -1)},"entries":[\n${all.map((one) => JSON.stringify(one)).join(',\n')}\n]}\n`
    for (const text of [lines, JSON.stringify(exported, null, 2)]) {
      writeFileSync(path, text)
      const { ok, firstProblem } = await verifyExportedLedger(path)
      expect({ ok, problem: `${firstProblem?.kind} ${firstProblem?.record}` }).toEqual({ ok: false, problem: expected })
    }
  }
})

test('a file that was cut off anywhere after its header does not verify', async () => {
  const { path, write } = ledgerOf(entries(4))
  await write('json')
  const whole = readFileSync(path)
  const headerEnd = whole.indexOf('\n') + 1
  const lastRecordEnd = whole.lastIndexOf('\n]}')
  for (let size = headerEnd; size < lastRecordEnd; size += 37) {
    writeFileSync(path, whole)
    truncateSync(path, size)
    expect((await verifyExportedLedger(path)).ok, `cut at ${size}`).toBe(false)
  }
})

test('the export of a ledger that was tampered with shows it', async () => {
  const { store, path, write } = ledgerOf(entries(4))
  tamper(store, (raw) => forge(raw, 2, (text) => text.replace('"operator":"pat"', '"operator":"eve"')))
  await write('json')
  expect(await verifyExportedLedger(path)).toMatchObject({ firstProblem: { record: 2, kind: 'changed' } })
  tamper(store, (raw) => raw.exec('DELETE FROM consent_ledger WHERE number = 4'))
  tamper(store, (raw) => raw.exec('DELETE FROM consent_ledger WHERE number = 2'))
  await write('json', true)
  expect(await verifyExportedLedger(path)).toMatchObject({ records: 2, firstProblem: { record: 2, kind: 'removed' } })
})

test('what is no export is said to be none', async () => {
  const { path, write } = ledgerOf(entries(2))
  await expect(verifyExportedLedger(path)).rejects.toMatchObject({ code: 'file.not_found' })
  await write('csv')
  await expect(verifyExportedLedger(path)).rejects.toMatchObject({ code: 'file.unreadable', hint: expect.stringContaining('JSON') })
  for (const text of ['', '{}', '[]', 'null', '{"format":"rollcall-consent-ledger"}', '\u0000\uFFFD']) {
    writeFileSync(path, text)
    await expect(verifyExportedLedger(path), text).rejects.toMatchObject({ code: 'file.unreadable' })
  }
  await expect(verifyExportedLedger(folder())).rejects.toMatchObject({ code: 'file.unreadable' })
})

test('an existing file is kept unless it may be replaced, and nothing unfinished is left behind', async () => {
  const { path, write } = ledgerOf(entries(2))
  writeFileSync(path, 'mine')
  await expect(write('json')).rejects.toMatchObject({ code: 'usage' })
  expect(readFileSync(path, 'utf8')).toBe('mine')
  expect(await write('json', true)).toBe(2)
  expect(await verifyExportedLedger(path)).toMatchObject({ ok: true })
  expect(readdirSync(join(path, '..'))).toEqual(['ledger.out'])
})

test('an export that fails leaves nothing, and keeps the file that was there', async () => {
  const { store, path, write } = ledgerOf(entries(2_000))
  tamper(store, (raw) => raw.exec("UPDATE consent_ledger SET record = '{}' WHERE number = 1900"))
  await expect(write('json')).rejects.toMatchObject({ code: 'store.damaged', message: expect.stringContaining('record 1900') })
  expect(existsSync(path)).toBe(false)
  writeFileSync(path, 'mine')
  await expect(write('json', true)).rejects.toMatchObject({ code: 'store.damaged' })
  expect(readFileSync(path, 'utf8')).toBe('mine')
  expect(readdirSync(join(path, '..'))).toEqual(['ledger.out'])
})

test('a place that cannot be written is named', async () => {
  const { ledger } = ledgerOf(entries(1))
  const home = folder()
  mkdirSync(join(home, 'taken'))
  writeFileSync(join(home, 'a file'), '')
  for (const path of [join(home, 'taken'), join(home, 'a file', 'ledger.json')]) {
    await expect(exportLedger({ ledger, path, format: 'json', overwrite: true, clock })).rejects.toMatchObject({ code: 'usage' })
  }
  expect(readdirSync(home).sort()).toEqual(['a file', 'taken'])
})

test.skipIf(process.platform === 'win32')('a pipe or a folder is no ledger, and is not waited for', async () => {
  const home = folder()
  execFileSync('mkfifo', [join(home, 'pipe')])
  for (const path of [join(home, 'pipe'), home]) await expect(verifyExportedLedger(path)).rejects.toMatchObject({ code: 'file.unreadable' })
})

test('evidence that holds characters at which some programs end lines verifies from the file, also where its line ends were changed', async () => {
  const odd = entry(2, { evidence: { Said: 'yes\u2028please\u2029thank you\rbye' }, operator: 'Pat\u2028' })
  const { path, write } = ledgerOf([entry(1), odd, entry(3)])
  await write('json')
  expect(await verifyExportedLedger(path)).toMatchObject({ ok: true })
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll('\n', '\r\n'))
  expect(await verifyExportedLedger(path)).toMatchObject({ ok: true })
})
