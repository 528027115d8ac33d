import { beforeEach, expect, test } from 'vitest'
import type { MappedRow } from '../../../../src-main/engine/model/plans/mapped-row.ts'
import { createRefusedInFile } from '../../../../src-main/engine/plan/guards/refused-in-file.ts'
import type { Store } from '../../../../src-main/engine/store/open-store.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { addFile, columns, dialect, recipe } from '../../store/stored-things.ts'
import { tempStores } from '../../store/temp-store.ts'

const newStore = tempStores()
const [ann, ben] = ['+12025550101', '+12025550102']
let store: Store
beforeEach(() => {
  store = newStore()
  addFile(store)
  tablesOf(store).plans.add({ id: 'p', fileId: 'file', dialect, columns, recipe: recipe(), lookup: 'never', createdAtMs: 1, builder: null })
})

/** The rows that text these people, by number and contact, and what becomes of each after rows said this. */
function afterRows(
  said: readonly [row: Partial<MappedRow>, phone: string | null][],
  texted: readonly { phone: string; uuid?: string; reads?: true }[],
): string[] {
  tablesOf(store).planRows.insert(
    'p',
    texted.map(({ phone, uuid = null, reads }, at) => ({
      row: at + 1,
      line: at + 2,
      class: 'send',
      reason: null,
      lane: null,
      laneOrder: null,
      contactUuid: uuid,
      contactId: null,
      phone,
      detail: JSON.stringify({
        calls: [
          reads === true
            ? { kind: 'setConsent', uuid, phone, consent: true }
            : { kind: 'sendToPhone', phone, groupUuid: null, post: { as: 'message', body: 'Hi', attachments: [], resolve: false } },
        ],
      }),
    })),
  )
  const became = texted.map(() => 'texted')
  const refused = createRefusedInFile(store, 'p', {
    leaveOut: (row, reason) => void (became[row - 1] = reason),
    doubtText: (row) => void (became[row - 1] = 'doubted'),
  })
  for (const [row, phone] of said) refused.seen({ line: 9, key: null, issues: [], ...row }, phone)
  for (const _ of refused.leaveOut(texted.length));
  return became
}

test('nobody is texted for whom another row of the file says no, by the number it is about or by what finds its contact', () => {
  const both = [{ phone: ann }, { phone: ben }]
  expect(afterRows([[{ consent: false }, ann]], both)).toEqual(['refused_in_file', 'texted'])
})

test.each<[string, Partial<MappedRow>]>([
  ['its number', { key: { by: 'phone', phone: ann } }],
  ['another number in it', { otherKey: { by: 'phone', phone: ann } }],
  ['its identifier', { key: { by: 'uuid', uuid: 'u1' } }],
])('a row that refuses is about whom it finds by %s', (_, row) => {
  const texted = [{ phone: ann, uuid: 'u1' }, { phone: ben, uuid: 'u2' }] // prettier-ignore
  expect(afterRows([[{ contact: { blocked: true }, ...row }, null]], texted)).toEqual(['refused_in_file', 'texted'])
})

test('who may be among those who refuse is doubted; who surely is, is left out, whichever row comes first', () => {
  const unread: [Partial<MappedRow>, string] = [{ isConsentUnreadable: true }, ann]
  const refused: [Partial<MappedRow>, string] = [{ consent: false }, ann]
  expect(afterRows([unread], [{ phone: ann }, { phone: ben }])).toEqual(['doubted', 'texted'])
  store.exec('DELETE FROM plan_rows')
  expect(afterRows([refused, unread], [{ phone: ann }])).toEqual(['refused_in_file'])
  store.exec('DELETE FROM plan_rows')
  expect(afterRows([unread, refused], [{ phone: ann }])).toEqual(['refused_in_file'])
})

test('rows that say nothing of it take nobody out, nor is a row touched that texts nobody', () => {
  expect(afterRows([[{ consent: true }, ann]], [{ phone: ann }])).toEqual(['texted'])
  store.exec('DELETE FROM plan_rows')
  expect(afterRows([[{ consent: false }, ann]], [{ phone: ann, uuid: 'u1', reads: true }, { phone: ann }])).toEqual([
    'texted',
    'refused_in_file',
  ])
})
