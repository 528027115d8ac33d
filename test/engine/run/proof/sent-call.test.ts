import { expect, test } from 'vitest'
import { sentCall } from '../../../../src-main/engine/run/proof/sent-call.ts'

const consent = { kind: 'setConsent', uuid: null, phone: null, consent: true } as const
const update = { kind: 'updateCustomer', uuid: 'u', customer: { name: 'Ann' } } as const

test('a planned call that names its contact was sent as it was planned', () => {
  expect(sentCall(update)).toEqual(update)
  expect(sentCall({ ...consent, uuid: 'u' })).toEqual({ ...consent, uuid: 'u' })
  expect(sentCall({ ...consent, phone: '+12025550100' })).toEqual({ ...consent, phone: '+12025550100' })
})

test('one for a contact that was created before it was not, and nothing tells what was', () => {
  expect(sentCall({ ...update, uuid: null })).toBeNull()
  expect(sentCall(consent)).toBeNull()
  expect(sentCall(undefined)).toBeNull()
})
