import { expect, test } from 'vitest'
import { withFieldUuid } from '../../../../src-main/engine/contacts/search/named-field.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { tempStores } from '../../store/temp-store.ts'

const newStore = tempStores()

test('a custom field is filtered by its uuid or its name; one that is not there, or there twice, is said with what there is', () => {
  const tables = tablesOf(newStore())
  const named = (uuid: string) => withFieldUuid(tables, { field: { uuid, value: '2' } }).field?.uuid
  expect(() => named('Floor')).toThrow(/no custom field "Floor"/)
  tables.customFields.replaceAll([
    { uuid: 'cf-1', name: 'Floor', dataType: 'string' },
    { uuid: 'cf-2', name: 'Room', dataType: 'string' },
    { uuid: 'cf-3', name: 'room ', dataType: 'string' },
  ])
  expect([named('cf-2'), named('Floor'), named('FLOOR')]).toEqual(['cf-2', 'cf-1', 'cf-1'])
  expect(() => named('Wing')).toThrow(expect.objectContaining({ code: 'usage', hint: expect.stringContaining('"Floor", "Room"') }))
  expect(() => named('rOOM')).toThrow(expect.objectContaining({ code: 'usage', hint: expect.stringContaining('cf-2, cf-3') }))
  expect(withFieldUuid(tables, {})).toEqual({})
})
