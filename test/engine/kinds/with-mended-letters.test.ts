import { describe, expect, test } from 'vitest'
import { contactsKind } from '../../../src-main/engine/kinds/contacts-kind.ts'
import type { CustomerRecord } from '../../../src-main/engine/model/contacts/customer.ts'
import { createFieldLabels } from '../../../src-main/engine/model/contacts/field-labels.ts'
import type { DesiredContact } from '../../../src-main/engine/model/plans/mapped-row.ts'

const ofName = (name: string): CustomerRecord => ({
  uuid: 'u',
  name,
  notes: 'Grüße',
  tags: ['español', 'vip'],
  customFields: { f1: 'Köln' },
})

function plan(contact: DesiredContact, record: CustomerRecord | null) {
  return contactsKind.planRow(
    { line: 2, key: null, issues: [], contact },
    { record, phone: '+12025550123' },
    { groupUuid: null, ifEmpty: new Set(), label: createFieldLabels([{ uuid: 'f1', name: 'City' }]) },
  )
}
const garbled = (...fields: string[]) => fields.map((field) => ({ field, why: 'garbled' }))

describe('garbled letters of a row', () => {
  test('are read as they were meant: what the contact has so stays, and the row says so', () => {
    const tags = { handling: 'replace' as const, tags: ['espaÃ±ol', 'vip'] }
    expect(plan({ name: 'JosÃ© GarcÃ­a', notes: 'GrÃ¼ÃŸe', tags, customFields: { f1: 'KÃ¶ln' } }, ofName('José García'))).toEqual({
      class: 'unchanged',
      reason: null,
      unknown: garbled('name', 'notes', 'tags', 'custom:f1'),
    })
  })

  test('are never written: a new name is written as it was meant', () => {
    const planned = plan({ name: 'JÃ¼rgen MÃ¼ller' }, ofName('José García'))
    expect(planned).toMatchObject({ class: 'send', unknown: garbled('name') })
    expect(planned.class === 'send' && planned.calls).toEqual([{ kind: 'updateCustomer', uuid: 'u', customer: { name: 'Jürgen Müller' } }])
  })

  test('are mended whole where nothing else is beyond ASCII: no half of a name is written', () => {
    const name = 'HoÃ\u00A0ng Nguyá»…n Thá»‹'
    expect(plan({ name }, ofName('Hoàng Nguyễn Thị'))).toEqual({ class: 'unchanged', reason: null, unknown: garbled('name') })
  })

  test('of a new contact, too', () => {
    const planned = plan({ name: 'ZoÃ«', email: 'zoe@example.com' }, null)
    expect(planned).toMatchObject({ class: 'send', unknown: garbled('name') })
    expect(JSON.stringify(planned)).toContain('"Zoë"')
    expect(JSON.stringify(planned)).not.toContain('ZoÃ«')
  })

  test('stay where the service has just these', () => {
    expect(plan({ name: 'JosÃ©' }, ofName('JosÃ©'))).toEqual({ class: 'unchanged', reason: null })
    const planned = plan({ name: 'JosÃ©', notes: 'new' }, ofName('JosÃ©'))
    expect(planned.class === 'send' && planned.calls).toEqual([{ kind: 'updateCustomer', uuid: 'u', customer: { notes: 'new' } }])
  })

  test.each(['JOÃO', 'José', 'Größe', 'Anna', 'Õunapuu', '“Ã”', 'Ñandú'])('%s is none', (name) => {
    const planned = plan({ name }, ofName('Bob'))
    expect(planned).not.toHaveProperty('unknown')
    expect(planned.class === 'send' && planned.calls).toEqual([{ kind: 'updateCustomer', uuid: 'u', customer: { name } }])
  })
})
