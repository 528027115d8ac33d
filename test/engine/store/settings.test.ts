import { expect, test } from 'vitest'
import { z } from 'zod'
import { createSettings } from '../../../src-main/engine/store/settings.ts'
import { tempStores } from './temp-store.ts'

const newStore = tempStores()

test('a setting is read back with its schema; one of another shape is damaged; one never set is null', () => {
  const settings = createSettings(newStore())
  settings.set('columns', ['name', 'phone'])
  settings.set('columns', ['name'])
  expect(settings.get('columns', z.array(z.string()))).toEqual(['name'])
  expect(() => settings.get('columns', z.number())).toThrow(expect.objectContaining({ code: 'store.damaged' }))
  settings.remove('columns')
  expect(settings.get('columns', z.array(z.string()))).toBeNull()
})
