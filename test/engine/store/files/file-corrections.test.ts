import { beforeEach, expect, test } from 'vitest'
import { createFileCorrections, type FileCorrections } from '../../../../src-main/engine/store/files/file-corrections.ts'
import type { Store } from '../../../../src-main/engine/store/open-store.ts'
import { tempStores } from '../temp-store.ts'

const newStore = tempStores()
let store: Store
let fileCorrections: FileCorrections
beforeEach(() => {
  store = newStore()
  fileCorrections = createFileCorrections(store)
})

const key = { sha256: 'a', sheet: '' }
const exclude = (line: number) => ({ kind: 'exclude' as const, lines: [line] })
const linesAt = (through: number) =>
  fileCorrections.at(key, through).map(({ correction }) => (correction.kind === 'exclude' ? correction.lines[0] : null))

test('each state that a file’s corrections were in can be had again, whatever came later', () => {
  expect(fileCorrections.through(key)).toBe(0)
  expect(fileCorrections.add(key, [exclude(1), exclude(2)], 1)).toBe(2)
  expect(fileCorrections.undo(key)).toBe(3)
  expect(fileCorrections.add(key, [exclude(3)], 2)).toBe(4)
  expect(fileCorrections.undo(key, [1, 2, 4])).toBe(5)
  expect([0, 1, 2, 3, 4, 5].map(linesAt)).toEqual([[], [1], [1, 2], [1], [1, 3], []])
  expect(fileCorrections.undo(key)).toBe(5)
  expect(fileCorrections.undo(key, [1, 99])).toBe(5)
})

test('corrections belong to the bytes of a file and to one of its sheets', () => {
  fileCorrections.add(key, [exclude(1)], 1)
  fileCorrections.add({ sha256: 'a', sheet: 'Two' }, [exclude(2)], 1)
  expect(fileCorrections.page(key, 0, 10)).toEqual({
    corrections: [{ number: 1, correction: exclude(1), madeAtMs: 1, isUndone: false }],
    total: 1,
  })
  expect(fileCorrections.page({ sha256: 'b', sheet: '' }, 0, 10)).toEqual({ corrections: [], total: 0 })
})

test('a damaged correction is named rather than left out', () => {
  fileCorrections.add(key, [exclude(1)], 1)
  store.exec(`UPDATE file_edits SET edit = '{"kind":"explode"}'`)
  expect(() => fileCorrections.at(key, 1)).toThrow(expect.objectContaining({ code: 'store.damaged' }))
})
