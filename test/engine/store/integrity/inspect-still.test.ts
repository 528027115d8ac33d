import { describe, expect, test } from 'vitest'
import { inspectDatabase, type Inspection } from '../../../../src-main/engine/store/integrity/inspect-database.ts'
import { inspectStill } from '../../../../src-main/engine/store/integrity/inspect-still.ts'
import { openKeptStore, writeClosed } from '../../../../src-main/engine/store/integrity/kept-store.ts'
import { type Marker, readMarker } from '../../../../src-main/engine/store/integrity/marker.ts'
import { atMs, claimSome, keptAccounts } from './kept-account.ts'

const accounts = keptAccounts()
const damaged: Inspection = { kind: 'damaged', damage: { kind: 'pages', pages: 1, of: 62 } }
const look = (path: string): Inspection => inspectDatabase(path, { nowMs: atMs, hasTraces: false })

function useIt(path: string): void {
  const { store, close } = openKeptStore(path, () => atMs)
  claimSome(store, 5, 500)
  close()
}

describe('a database that another program opens and closes while it is looked at', () => {
  test('is looked at again, and only what is wrong with it while it stands still counts', () => {
    const path = accounts.closed()
    let looks = 0
    const found = inspectStill(
      path,
      () => {
        looks += 1
        if (looks > 2) return look(path)
        useIt(path)
        return damaged
      },
      () => undefined,
    )
    expect([found.kind, looks]).toEqual(['whole', 3])
  })

  test('is looked at again where that program begins right after the look, or where a file is gone by then', () => {
    const path = accounts.closed()
    let looks = 0
    const found = inspectStill(
      path,
      () => {
        looks += 1
        if (looks === 1) return damaged
        if (looks > 2) return look(path)
        useIt(path)
        throw Object.assign(new Error('gone'), { code: 'ENOENT' })
      },
      () => (looks === 1 ? useIt(path) : undefined),
    )
    expect([found.kind, looks]).toEqual(['whole', 3])
  })
})

test('what is wrong with one that stands still is said after one look, and one that never does is not looked at for ever', () => {
  const path = accounts.closed()
  let looks = 0
  const look = () => {
    looks += 1
    return damaged
  }
  expect([inspectStill(path, look, () => undefined), looks]).toEqual([damaged, 1])
  expect([inspectStill(path, look, () => useIt(path)), looks]).toEqual([damaged, 41])
  expect(() =>
    inspectStill(
      path,
      () => {
        throw new Error('no')
      },
      () => undefined,
    ),
  ).toThrow('no')
})

test('whoever closed a database does not write down how it looked once another program has opened it', () => {
  const path = accounts.closed()
  const before = readMarker(path) as Marker
  const { close } = openKeptStore(path, () => atMs)
  close()
  const after = readMarker(path)
  writeClosed(path, { ...before, state: 'closing' })
  expect(readMarker(path)).toEqual(after)
})
