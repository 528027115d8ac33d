import { describe, expect, test } from 'vitest'
import { readSpecifiedCustomer } from '../../../../src-main/engine/service/answers/specified-customer.ts'

const whole = {
  uuid: 'u1',
  name: 'Zoë',
  notes: 'n',
  email: 'z@example.com',
  phone_number: '+12025550100',
  archived: false,
  blocked: true,
  unreachable: false,
  reachable_by_sms: true,
  consent_status: false,
  tags: ['vip'],
  custom_fields: { f1: 'x' },
}
const texts = ['name', 'notes', 'email', 'phone_number'] as const
const flags = ['archived', 'blocked', 'unreachable', 'reachable_by_sms'] as const

describe('a customer that is shown as specified', () => {
  test('is read with all its properties', () => {
    expect(readSpecifiedCustomer(whole)).toStrictEqual(whole)
  })

  test('may leave out everything but the uuid', () => {
    const read = readSpecifiedCustomer({ uuid: ' u1 ' })
    expect(read).toEqual({ uuid: 'u1' })
    expect(read?.tags).toBeUndefined()
    expect(read?.custom_fields).toBeUndefined()
  })

  test.each([...texts])('may have null as its %s', (name) => {
    expect(readSpecifiedCustomer({ ...whole, [name]: null })).toStrictEqual({ ...whole, [name]: null })
  })

  test.each([true, false, null])('may have %s as its consent', (consent_status) => {
    expect(readSpecifiedCustomer({ ...whole, consent_status })?.consent_status).toBe(consent_status)
  })

  test.each([...flags])('may have either value as its %s', (name) => {
    for (const value of [true, false]) expect(readSpecifiedCustomer({ ...whole, [name]: value })?.[name]).toBe(value)
  })

  test('has regular tags, and custom fields without those that are null', () => {
    const read = readSpecifiedCustomer({ uuid: 'u', tags: ['New York', '', 'vip', 'vip'], custom_fields: { a: null, b: '', c: 'x' } })
    expect(read?.tags).toEqual(['New_York', 'vip'])
    expect(read?.custom_fields).toStrictEqual({ b: '', c: 'x' })
  })
})

describe('a customer that is not shown as specified is left to the schema:', () => {
  test.each([undefined, null, 'x', 5, [], [whole]])('%j', (value) => {
    expect(readSpecifiedCustomer(value)).toBeNull()
  })

  test.each([undefined, null, 5, '', '  ', {}])('uuid %j', (uuid) => {
    expect(readSpecifiedCustomer({ ...whole, uuid })).toBeNull()
  })

  test.each(texts.flatMap((name) => [5, true, {}, ['x']].map((value) => [name, value] as const)))('%s %j', (name, value) => {
    expect(readSpecifiedCustomer({ ...whole, [name]: value })).toBeNull()
  })

  test.each([...flags, 'consent_status'].flatMap((name) => [0, 1, 'true', '', {}].map((value) => [name, value] as const)))(
    '%s %j',
    (name, value) => {
      expect(readSpecifiedCustomer({ ...whole, [name]: value })).toBeNull()
    },
  )

  test.each([...flags])('%s null, which only a consent can be', (name) => {
    expect(readSpecifiedCustomer({ ...whole, [name]: null })).toBeNull()
  })

  test.each([null, 'a,b', {}, ['a', null], [5], ['a', { name: 'b' }]].map((tags) => [tags]))('tags %j', (tags) => {
    expect(readSpecifiedCustomer({ ...whole, tags })).toBeNull()
  })

  test.each([null, [], 'x', { a: 5 }, { a: 'x', b: true }, { a: undefined }].map((fields) => [fields]))('custom fields %j', (fields) => {
    expect(readSpecifiedCustomer({ ...whole, custom_fields: fields })).toBeNull()
  })

  test('a custom field named __proto__', () => {
    const fields: unknown = JSON.parse('{"__proto__":"x"}')
    expect(readSpecifiedCustomer({ ...whole, custom_fields: fields })).toBeNull()
  })
})
