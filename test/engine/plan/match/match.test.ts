import { describe, expect, test } from 'vitest'
import type { CustomerRecord } from '../../../../src-main/engine/model/contacts/customer.ts'
import { pickContact, recordForPhone } from '../../../../src-main/engine/plan/match/match.ts'

const contact = (id: number, archived?: boolean) => ({
  id,
  seenAtMs: 0,
  record: { uuid: `u${id}`, ...(archived !== undefined && { archived }) },
})

describe('of the contacts that hold a number', () => {
  test('none is no contact', () => {
    expect(pickContact([])).toEqual({ kind: 'none' })
  })

  test.each([undefined, false, true])('a single one is meant, archived: %s', (archived) => {
    expect(pickContact([contact(1, archived)])).toEqual({ kind: 'contact', contact: contact(1, archived) })
  })

  test.each([
    [[contact(1, true), contact(2)], 2],
    [[contact(1), contact(2, true)], 1],
    [[contact(1, true), contact(2, false), contact(3, true)], 2],
  ])('the only one in use is meant: %j', (candidates, id) => {
    expect(pickContact(candidates)).toEqual({ kind: 'contact', contact: candidates.find((one) => one.id === id) })
  })

  test.each([[[contact(1), contact(2)]], [[contact(1, true), contact(2, true)]], [[contact(1, true), contact(2), contact(3, false)]]])(
    'none is guessed where not exactly one is in use: %j',
    (candidates) => {
      expect(pickContact(candidates)).toEqual({ kind: 'ambiguous', contacts: candidates })
    },
  )
})

describe('the record that a look-up by number answered', () => {
  const asked = '+12025550100'

  test.each<[string, Omit<CustomerRecord, 'uuid'>]>([
    ['shows the number', { phone: asked, phoneRaw: '(202) 555-0100' }],
    ['shows the number without the text it was read from', { phone: asked }],
  ])('is taken as it is where it %s', (_what, record) => {
    const found = { uuid: 'u', ...record }
    expect(recordForPhone(found, asked)).toBe(found)
  })

  test.each<[string, Omit<CustomerRecord, 'uuid'>]>([
    ['shows no number at all', {}],
    ['shows the end of the number', { phone: null, phoneRaw: '555-0100' }],
    ['shows digits that were read as a number of another country', { phone: '+492025550100', phoneRaw: '202 555 0100' }],
  ])('is found again under the number that was asked for where it %s', (_what, record) => {
    expect(recordForPhone({ uuid: 'u', ...record }, asked)).toEqual({ uuid: 'u', ...record, phone: asked })
  })

  test.each<[string, Omit<CustomerRecord, 'uuid'>]>([
    ['another number', { phone: '+12025550199', phoneRaw: '(202) 555-0199' }],
    ['another number without the text it was read from', { phone: '+12025550199' }],
    ['no number where it says that there is none', { phone: null, phoneRaw: null }],
    ['fewer digits than a number has', { phone: null, phoneRaw: '550100' }],
  ])('belongs to somebody else where it shows %s', (_what, record) => {
    expect(recordForPhone({ uuid: 'u', ...record }, asked)).toBeNull()
  })
})
