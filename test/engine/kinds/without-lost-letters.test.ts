import { describe, expect, test } from 'vitest'
import { contactsKind } from '../../../src-main/engine/kinds/contacts-kind.ts'
import type { CustomerRecord } from '../../../src-main/engine/model/contacts/customer.ts'
import { createFieldLabels } from '../../../src-main/engine/model/contacts/field-labels.ts'
import type { DesiredContact } from '../../../src-main/engine/model/plans/mapped-row.ts'

const record: CustomerRecord = {
  uuid: 'u',
  name: 'Trần Ánh',
  notes: 'żółw',
  tags: ['español', 'vip'],
  customFields: { f1: '张' },
}

function plan(contact: DesiredContact) {
  return contactsKind.planRow(
    { line: 2, key: null, issues: [], contact },
    { record, phone: null },
    { groupUuid: null, ifEmpty: new Set(), label: createFieldLabels([{ uuid: 'f1', name: 'City' }]) },
  )
}

describe('texts of which letters were lost in the file', () => {
  test('stay as they are, and the row says so', () => {
    const tags = { handling: 'replace' as const, tags: ['espa?ol', 'vip'] }
    expect(plan({ name: 'Tr?n Ánh', notes: '???w', tags, customFields: { f1: '?' } })).toEqual({
      class: 'unchanged',
      reason: null,
      unknown: ['name', 'notes', 'tags', 'custom:f1'].map((field) => ({ field, why: 'lost' })),
    })
  })

  test('keep nothing else of the row from being sent, and add no second tag', () => {
    const tags = { handling: 'add' as const, tags: ['espa?ol', 'new'] }
    const planned = plan({ name: 'Tr?n Ánh', notes: 'turtle', tags })
    expect(planned).toMatchObject({ class: 'send', unknown: [{ field: 'name', why: 'lost' }, { field: 'tags', why: 'lost' }] }) // prettier-ignore
    expect(planned.class === 'send' && planned.calls).toEqual([
      { kind: 'updateCustomer', uuid: 'u', customer: { notes: 'turtle', tags: { handling: 'add', tags: ['new'] } } },
    ])
  })

  test('a question mark that somebody wrote is sent', () => {
    expect(plan({ name: 'Trần Ánh?' })).toMatchObject({ class: 'send', changes: [{ after: 'Trần Ánh?' }] })
  })
})
