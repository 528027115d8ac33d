import { expect, it } from 'vitest'
import { isTakenUp } from '../../../../src-renderer/words/pages/is-taken-up.ts'

const list = { fileName: 'clients.xlsx', kind: 'contacts', startedAtSeconds: 100 } as const
const fixed = { fileName: 'clients - failed rows.csv', kind: 'contacts', startedAtSeconds: 300 } as const

it('rows that could not be used wait until a later import of them was made', () => {
  expect(isTakenUp(list, [list])).toBe(false)
  expect(isTakenUp(list, [fixed, list])).toBe(true)
  expect(isTakenUp({ ...list, startedAtSeconds: 400 }, [fixed])).toBe(false)
  expect(isTakenUp({ ...list, kind: 'consent' }, [fixed])).toBe(false)
  expect(isTakenUp({ ...list, fileName: 'other.xlsx' }, [fixed])).toBe(false)
})
