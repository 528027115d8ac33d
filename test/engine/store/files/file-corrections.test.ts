import { beforeEach, expect, test } from 'vitest'
import { createFileEdits, type FileEdits } from '../../../../src-main/engine/store/files/file-corrections.ts'
import type { Store } from '../../../../src-main/engine/store/open-store.ts'
import { tempStores } from '../temp-store.ts'

const newStore = tempStores()
let store: Store
let fileEdits: FileEdits
beforeEach(() => {
  store = newStore()
  fileEdits = createFileEdits(store)
})

const key = { sha256: 'a', sheet: '' }
const exclude = (line: number) => ({ kind: 'exclude' as const, lines: [line] })
const linesAt = (through: number) => fileEdits.at(key, through).map(({ edit }) => (edit.kind === 'exclude' ? edit.lines[0] : null))

test('each state that a file’s corrections were in can be had again, whatever came later', () => {
  expect(fileEdits.through(key)).toBe(0)
  expect(fileEdits.add(key, [exclude(1), exclude(2)], 1)).toBe(2)
  expect(fileEdits.undo(key)).toBe(3)
  expect(fileEdits.add(key, [exclude(3)], 2)).toBe(4)
  expect(fileEdits.undo(key, [1, 2, 4])).toBe(5)
  expect([0, 1, 2, 3, 4, 5].map(linesAt)).toEqual([[], [1], [1, 2], [1], [1, 3], []])
  expect(fileEdits.undo(key)).toBe(5)
  expect(fileEdits.undo(key, [1, 99])).toBe(5)
})

test('corrections belong to the bytes of a file and to one of its sheets', () => {
  fileEdits.add(key, [exclude(1)], 1)
  fileEdits.add({ sha256: 'a', sheet: 'Two' }, [exclude(2)], 1)
  expect(fileEdits.page(key, 0, 10)).toEqual({ edits: [{ number: 1, edit: exclude(1), madeAtMs: 1, isUndone: false }], total: 1 })
  expect(fileEdits.page({ sha256: 'b', sheet: '' }, 0, 10)).toEqual({ edits: [], total: 0 })
})

test('a damaged correction is named rather than left out', () => {
  fileEdits.add(key, [exclude(1)], 1)
  store.exec(`UPDATE file_edits SET edit = '{"kind":"explode"}'`)
  expect(() => fileEdits.at(key, 1)).toThrow(expect.objectContaining({ code: 'store.damaged' }))
})
