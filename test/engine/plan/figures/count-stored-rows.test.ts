import { expect, test } from 'vitest'
import { blockSize } from '../../../../src-main/engine/model/plans/class-histogram.ts'
import { countStoredRows } from '../../../../src-main/engine/plan/figures/count-stored-rows.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { addFile, columns, dialect, recipe } from '../../store/stored-things.ts'
import { tempStores } from '../../store/temp-store.ts'

const newStore = tempStores()

test('rows are counted by class and reason, block by block, with nothing where a block has none', async () => {
  const store = newStore()
  addFile(store)
  tablesOf(store).plans.add({ id: 'p', fileId: 'file', dialect, columns, recipe: recipe(), lookup: 'never', createdAtMs: 1, builder: null })
  const held = (row: number) => ({
    ...{ row, line: row + 1, class: 'held' as const, reason: 'mass', lane: null, laneOrder: null },
    ...{ contactUuid: null, contactId: null, phone: null, detail: null },
  })
  const last = 3 * blockSize + 1
  tablesOf(store).planRows.insert('p', [
    { ...held(1), class: 'skipped', reason: 'blank' },
    held(blockSize + 1),
    held(blockSize + 2),
    held(last),
  ])
  const counts = await countStoredRows(store, 'p', last, {})
  expect(Object.fromEntries(counts.map(({ class: rowClass, blocks }) => [rowClass, [...blocks]]))).toEqual({
    skipped: [1],
    held: [0, 2, 0, 1],
  })
})
