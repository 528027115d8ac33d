import { expect, test } from 'vitest'
import { compileRecipe } from '../../../src-main/engine/mapping/compile/compile-recipe.ts'
import { addFile, recipe } from '../store/stored-things.ts'
import { tempStores } from '../store/temp-store.ts'
import { cache, lookUpService, plan } from './planning.ts'

const newStore = tempStores()
const ann = { uuid: 'c0000000-0000-4000-8000-000000000001', phone: '+12025550101', name: 'Ann', tags: [], customFields: {} }
const ben = { uuid: 'c0000000-0000-4000-8000-000000000002', phone: '+12025550102', name: 'Ben', tags: [], customFields: {} }
const gone = 'c0000000-0000-4000-8000-00000000000f'

const parts = recipe({
  match: { by: 'uuid', column: 'Id', phoneColumns: ['Phone'], country: 'US' },
  fields: [{ to: 'name', from: ['Name'] }],
})

function rowsOf(cells: readonly (readonly [id: string, phone: string])[]) {
  const columns = ['Id', 'Phone', 'Name'].map((name, index) => ({ name, header: name, index, samples: [] }))
  const { mapRow } = compileRecipe(parts, columns, { country: 'US', customFields: [], departments: [] })
  return cells.map(([id, phone], at) => mapRow({ line: at + 2, cells: [id, phone, 'New'] }))
}

test('an identifier that the service does not know gives way to the number of its row, and the row says so', async () => {
  const store = newStore()
  addFile(store)
  cache(store, ann)
  const asked: string[] = []
  const rows = rowsOf([
    [ann.uuid, ben.phone],
    [gone, ben.phone],
    [gone, '+12025550199'],
    [gone, 'nonsense'],
    [gone, ''],
  ])
  const { rows: planned, counts } = await plan(store, rows, parts, {
    service: lookUpService([ann, ben], asked),
    lookup: 'missing',
  })
  expect(planned.map(({ class: own, contactUuid, detail }) => [own, contactUuid, (detail.issues ?? []).map(({ code }) => code)])).toEqual([
    ['send', ann.uuid, []],
    ['send', ben.uuid, ['uuid.unknown']],
    ['skipped', null, ['uuid.unknown']],
    ['skipped', null, []],
    ['skipped', null, []],
  ])
  expect(counts).toMatchObject({ rows: 5, send: 2, skipped: 3 })
  // Each key once.
  expect(asked.toSorted()).toEqual([gone, ben.phone, '+12025550199'].toSorted())
})

test('a row about somebody whom the service knows by neither is created under its number, where contacts are', async () => {
  const store = newStore()
  addFile(store)
  const { rows: planned } = await plan(store, rowsOf([[gone, '+12025550199']]), { ...parts, mode: 'updateAndAdd' })
  expect(planned).toMatchObject([{ class: 'send', phone: '+12025550199', detail: { calls: [{ kind: 'createCustomer' }] } }])
})
