import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openKeptStore, writeClosed } from '../../../../src-main/engine/store/integrity/kept-store.ts'
import { readMarker } from '../../../../src-main/engine/store/integrity/marker.ts'
import { restoredMark } from '../../../../src-main/engine/store/backups/restored-mark.ts'
import { atMs, claimSome, keptAccounts, messagesIn } from './kept-account.ts'

const accounts = keptAccounts()
const damaged = (message: RegExp) => expect.objectContaining({ code: 'store.damaged', message: expect.stringMatching(message) })

function flip(path: string, offset: number, bit = 0): void {
  const bytes = readFileSync(path)
  bytes[offset] = (bytes[offset] ?? 0) ^ (1 << bit)
  writeFileSync(path, bytes)
}

describe('a database that was closed', () => {
  test('is opened again and again, and another process may have it open, too', () => {
    const path = accounts.closed()
    expect(messagesIn(path)).toBe(200)
    const first = openKeptStore(path, () => atMs)
    claimSome(first.store, 10, 200)
    expect(messagesIn(path)).toBe(210)
    first.close()
    expect(messagesIn(path)).toBe(210)
    expect(readdirSync(dirname(path)).toSorted()).toEqual(['rollcall.db', 'rollcall.mark', 'rollcall.sums'])
  })

  test('is never opened with a flipped bit, wherever it is', () => {
    const path = accounts.closed()
    const whole = readFileSync(path)
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.nat(7), (offset, bit) => {
        flip(path, offset, bit)
        const before = readFileSync(path)
        // Bytes 60 to 63 tell the version: there it is no newer one's either, whose checksums would be its own.
        expect(() => messagesIn(path)).toThrow(expect.objectContaining({ code: 'store.damaged' }))
        expect(readFileSync(path).equals(before)).toBe(true)
        writeFileSync(path, whole)
      }),
      {
        numRuns: 60,
        examples: [
          [0, 0],
          [18, 1],
          [60, 0],
          [63, 7],
          [100, 0],
          [whole.length - 1, 7],
        ],
      },
    )
    expect(messagesIn(path)).toBe(200)
  })

  test.each([
    ['cut in the middle', (path: string) => truncateSync(path, statSync(path).size / 2), /damaged/],
    ['empty', (path: string) => truncateSync(path, 0), /empty/],
    ['gone', (path: string) => rmSync(path), /missing/],
    ['another file', (path: string) => writeFileSync(path, 'no database at all'.repeat(100)), /no database/],
    [
      'changed by another program',
      (path: string) => change(path, 'UPDATE imported_messages SET row = row + 1'),
      /changed by another program/,
    ],
  ])('is not opened when it is %s, and is left as it is', (_what, harm, message) => {
    const path = accounts.closed()
    harm(path)
    const before = existsSync(path) ? readFileSync(path) : null
    expect(() => messagesIn(path)).toThrow(damaged(message))
    expect(existsSync(path) ? readFileSync(path) : null).toEqual(before)
  })

  test('is not opened when an earlier copy lies in its place', () => {
    const path = accounts.closed()
    const earlier = readFileSync(path)
    const { store, close } = openKeptStore(path, () => atMs)
    claimSome(store, 100, 200)
    close()
    writeFileSync(path, earlier)
    expect(() => messagesIn(path)).toThrow(damaged(/older than it was/))
  })

  test('is not opened by an older version', () => {
    const path = accounts.closed()
    change(path, 'PRAGMA user_version = 900')
    const marker = readMarker(path)
    if (marker === null || marker === 'unreadable') throw new Error('There is no marker.')
    writeClosed(path, marker)
    expect(() => messagesIn(path)).toThrow(expect.objectContaining({ code: 'store.newer' }))
    rmSync(join(dirname(path), 'rollcall.sums'))
    expect(() => messagesIn(path)).toThrow(expect.objectContaining({ code: 'store.newer' }))
  })

  test('is opened without its checksums or its marker when SQLite finds nothing wrong with it', () => {
    const path = accounts.closed()
    for (const name of ['rollcall.sums', 'rollcall.mark']) {
      rmSync(join(dirname(path), name))
      expect(messagesIn(path)).toBe(200)
    }
    writeFileSync(join(dirname(path), 'rollcall.mark'), '{')
    expect(messagesIn(path)).toBe(200)
    writeFileSync(join(dirname(path), 'rollcall.mark'), '{')
    truncateSync(path, 0)
    expect(() => messagesIn(path)).toThrow(damaged(/empty/))
  })
})

test('an account that never had a database gets one; one that has copies of files does not', () => {
  const folder = accounts.newFolder()
  expect(messagesIn(join(folder, 'rollcall.db'))).toBe(0)
  const other = accounts.newFolder()
  mkdirSync(join(other, 'files'))
  writeFileSync(join(other, 'files', 'copy.csv'), 'Name\n')
  expect(() => messagesIn(join(other, 'rollcall.db'))).toThrow(damaged(/missing/))
})

describe('a database whose process was killed', () => {
  test('is opened with all that was committed', () => {
    expect(messagesIn(accounts.killed())).toBe(200)
    expect(messagesIn(accounts.killed((store) => claimSome(store, 50, 200), accounts.closed()))).toBe(250)
  })

  test.each([
    ['without its log', (wal: string) => rmSync(wal)],
    ['with an empty log', (wal: string) => truncateSync(wal, 0)],
    ['with half of its log', (wal: string) => truncateSync(wal, statSync(wal).size / 2)],
    ['with a log that is flipped at its beginning', (wal: string) => flip(wal, 5)],
    ['with a log that is flipped in the middle', (wal: string) => flip(wal, statSync(wal).size / 2)],
    ['with a log that is flipped at its end', (wal: string) => flip(wal, statSync(wal).size - 1)],
  ])('is not opened %s', (_what, harm) => {
    const path = accounts.killed((store) => claimSome(store, 50, 200), accounts.closed())
    harm(`${path}-wal`)
    const before = readFileSync(path)
    expect(() => messagesIn(path)).toThrow(damaged(/newest records .* are missing/))
    expect(readFileSync(path).equals(before)).toBe(true)
  })

  test('is not opened with a flipped bit in a page that the log does not replace', () => {
    const path = accounts.killed((store) => store.exec('DELETE FROM departments'), accounts.closed())
    const text = readFileSync(path).indexOf('message 150')
    expect(text).toBeGreaterThan(0)
    flip(path, text)
    expect(() => messagesIn(path)).toThrow(damaged(/1 of \d+ parts/))
  })

  test('is opened after another program has brought its log into it, and nothing counts as certain since', () => {
    const path = accounts.killed()
    new Database(path).close() // the last to close it takes its log along
    const opened = new Database(path)
    opened.pragma('wal_checkpoint(TRUNCATE)')
    opened.close()
    expect(existsSync(`${path}-wal`)).toBe(false)
    const { store, close } = openKeptStore(path, () => atMs + 1000)
    expect(restoredMark(store)).toEqual({ sinceMs: atMs, untilMs: atMs + 1000 })
    close()
    expect(messagesIn(path)).toBe(200)
  })
})

function change(path: string, sql: string): void {
  const database = new Database(path)
  database.exec(sql)
  database.close()
}
