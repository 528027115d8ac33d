import { describe, expect, test } from 'vitest'
import { createCustomerReader } from '../../../../src-main/engine/service/answers/customer-answer.ts'

const read = createCustomerReader('US')

describe('a customer', () => {
  test('is read property by property', () => {
    const shown = {
      uuid: 'u1',
      name: 'Zoë',
      notes: 'n',
      email: 'z@example.com',
      phone_number: '(202) 555-0100',
      archived: false,
      blocked: true,
      unreachable: false,
      reachable_by_sms: true,
      consent_status: false,
      tags: ['vip'],
      custom_fields: { f1: 'x' },
    }
    expect(read(shown)).toStrictEqual({
      record: {
        uuid: 'u1',
        name: 'Zoë',
        notes: 'n',
        email: 'z@example.com',
        phoneRaw: '(202) 555-0100',
        phone: '+12025550100',
        archived: false,
        blocked: true,
        unreachable: false,
        reachableBySms: true,
        consent: false,
        tags: ['vip'],
        customFields: { f1: 'x' },
      },
      extra: null,
    })
  })

  test('that shows nothing but a uuid has no other property, not even an undefined one', () => {
    expect(read({ uuid: 'u1' })).toStrictEqual({ record: { uuid: 'u1' }, extra: null })
    expect(read({ uuid: 'u1', name: undefined, tags: undefined })).toStrictEqual({ record: { uuid: 'u1' }, extra: null })
  })

  test('that shows null has null where nothing is a value of its own', () => {
    const shown = {
      uuid: 'u1',
      name: null,
      notes: null,
      email: null,
      phone_number: null,
      consent_status: null,
      tags: null,
      custom_fields: null,
    }
    const record = {
      uuid: 'u1',
      name: null,
      notes: null,
      email: null,
      phoneRaw: null,
      phone: null,
      consent: null,
      tags: [],
      customFields: {},
    }
    expect(read(shown)).toStrictEqual({ record, extra: null })
  })

  test.each([
    ['uuid', 12, { uuid: '12' }],
    ['uuid', ' u2 ', { uuid: 'u2' }],
    ['name', 5, { name: '5' }],
    ['notes', 5, { notes: '5' }],
    ['email', 5, { email: '5' }],
    ['phone_number', 12025550100, { phoneRaw: '12025550100', phone: '+12025550100' }],
    ['tags', 'a, b  c', { tags: ['a', 'b', 'c'] }],
    ['tags', ['a', null, 7, { name: 'x  y' }, ' '], { tags: ['a', '7', 'x_y'] }],
    ['custom_fields', { a: 5, b: true, c: null, d: 'x' }, { customFields: { a: '5', b: 'true', d: 'x' } }],
    [
      'custom_fields',
      [
        { uuid: 'a', value: 1 },
        { uuid: 'b', value: null },
      ],
      { customFields: { a: '1' } },
    ],
    ['custom_fields', [], { customFields: {} }],
  ])('may show %s as %j', (name, value, expected) => {
    expect(read({ uuid: 'u1', [name]: value })).toStrictEqual({ record: { uuid: 'u1', ...expected }, extra: null })
  })

  test.each([
    [{ display_phone_number: '(202) 555-0101', e164: '+12025550102', phone_number: '3', number: '4' }, '(202) 555-0101'],
    [{ e164: '+12025550102', phone_number: '3', number: '4' }, '+12025550102'],
    [{ display_phone_number: null, e164: null, phone_number: '+12025550103', number: '4' }, '+12025550103'],
    [{ number: 12025550104 }, '12025550104'],
    [{ location: 'Washington' }, null],
  ])('may show its phone number as %j', (phone_number, phoneRaw) => {
    expect(read({ uuid: 'u1', phone_number })?.record.phoneRaw).toBe(phoneRaw)
  })

  const flags = [
    ['archived', 'archived'],
    ['blocked', 'blocked'],
    ['unreachable', 'unreachable'],
    ['reachable_by_sms', 'reachableBySms'],
    ['consent_status', 'consent'],
  ] as const
  test.each(flags)('may show %s as a number or a word', (shown, name) => {
    for (const yes of [1, '1', 'true', ' TRUE ', 'Yes'])
      expect(read({ uuid: 'u', [shown]: yes })?.record).toEqual({ uuid: 'u', [name]: true })
    for (const no of [0, '0', 'false', ' False ', 'NO'])
      expect(read({ uuid: 'u', [shown]: no })?.record).toEqual({ uuid: 'u', [name]: false })
  })

  test.each([...flags.map(([shown]) => shown), 'name', 'notes', 'email', 'phone_number', 'tags', 'custom_fields'])(
    'is read although its %s cannot be, which then counts as not shown and is kept',
    (shown) => {
      const isFlag = flags.some(([flag]) => flag === shown)
      for (const value of isFlag ? ['perhaps', 2, '', ['?']] : [[['?']], ...(shown === 'phone_number' ? [] : [{ a: ['?'] }])])
        expect(read({ uuid: 'u', [shown]: value, verified: 1 })).toStrictEqual({
          record: { uuid: 'u' },
          extra: { [shown]: value, verified: 1 },
        })
    },
  )

  test('keeps what is not known of it under its own name, whatever that is', () => {
    const shown: unknown = JSON.parse('{"uuid":"u","name":"n","__proto__":{"x":1},"avatar":null,"uuids":[]}')
    const extra = read(shown)?.extra
    expect(Object.entries(extra ?? {})).toEqual([
      ['__proto__', { x: 1 }],
      ['avatar', null],
      ['uuids', []],
    ])
  })

  test.each([undefined, null, 5, 'x', [], [{ uuid: 'u' }], {}, { uuid: '' }, { uuid: '  ' }, { uuid: null }, { uuid: {} }, { name: 'n' }])(
    'is not in %j',
    (value) => {
      expect(read(value)).toBeNull()
    },
  )
})
