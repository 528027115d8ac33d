import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readAgents, readDispositions, readOrganization } from '../../../../src-main/engine/service/answers/account-answers.ts'
import { listIn, oneIn, readCustomFields, readDepartments, uuidOf } from '../../../../src-main/engine/service/answers/answer-parts.ts'
import { readPost } from '../../../../src-main/engine/service/answers/conversation-answer.ts'
import { createCustomerReader } from '../../../../src-main/engine/service/answers/customer-answer.ts'
import { portion } from '../../../helpers/portion.ts'

const read = createCustomerReader('US')
const recordOf = (value: unknown) => read(value)?.record

describe('customers of an answer', () => {
  test('a whole record is read property by property', () => {
    const raw = {
      uuid: 'u1',
      name: 'Zoë',
      notes: null,
      phone_number: '(202) 555-0100',
      blocked: false,
      archived: true,
      reachable_by_sms: true,
      tags: ['vip', 'New York'],
      custom_fields: { f1: 'x', f2: null },
      consent_status: null,
      avatar_url: null,
      verified: true,
    }
    expect(read(raw)).toEqual({
      record: {
        uuid: 'u1',
        name: 'Zoë',
        notes: null,
        phoneRaw: '(202) 555-0100',
        phone: '+12025550100',
        blocked: false,
        archived: true,
        reachableBySms: true,
        tags: ['vip', 'New_York'],
        customFields: { f1: 'x' },
        consent: null,
      },
      extra: { avatar_url: null, verified: true },
    })
  })

  test('missing properties stay absent, which is not null or empty', () => {
    expect(read({ uuid: 'u1' })).toEqual({ record: { uuid: 'u1' }, extra: null })
  })

  test.each([
    ['E.164', '+12025550100', '+12025550100', '+12025550100'],
    ['display form', '(202) 555-0100', '+12025550100', '(202) 555-0100'],
    ['object', { display_phone_number: '(202) 555-0100', location: 'Washington' }, '+12025550100', '(202) 555-0100'],
    ['other country', '+49 30 901820', '+4930901820', '+49 30 901820'],
    ['a number', 12025550100, '+12025550100', '12025550100'],
    ['null', null, null, null],
    ['no phone number', 'webchat', null, 'webchat'],
  ])('a phone number as %s is read to E.164 and kept as written', (_name, given, phone, phoneRaw) => {
    expect(recordOf({ uuid: 'u', phone_number: given })).toEqual({ uuid: 'u', phone, phoneRaw })
  })

  test('the country of the account decides about national numbers', () => {
    expect(createCustomerReader('DE')({ uuid: 'u', phone_number: '030 901820' })?.record.phone).toBe('+4930901820')
  })

  test.each([
    [[], {}],
    [null, {}],
    [{}, {}],
    [
      { a: 'x', b: null, c: 5, d: true },
      { a: 'x', c: '5', d: 'true' },
    ],
    [[{ uuid: 'a', value: 'x' }], { a: 'x' }],
  ])('custom_fields %j are %j', (given, customFields) => {
    expect(recordOf({ uuid: 'u', custom_fields: given })).toEqual({ uuid: 'u', customFields })
  })

  test.each([
    [
      ['a b', 'a_b', ' c ', null, ''],
      ['a_b', 'c'],
    ],
    ['a, b c', ['a', 'b', 'c']],
    ['', []],
    [null, []],
    [[{ name: 'x' }], ['x']],
  ])('tags %j are %j', (given, tags) => {
    expect(recordOf({ uuid: 'u', tags: given })).toEqual({ uuid: 'u', tags })
  })

  test('flags may be numbers or words; what is neither yes nor no is unknown and kept', () => {
    expect(read({ uuid: 'u', blocked: 1, archived: 'false', consent_status: 'true', reachable_by_sms: 'perhaps' })).toEqual({
      record: { uuid: 'u', blocked: true, archived: false, consent: true },
      extra: { reachable_by_sms: 'perhaps' },
    })
  })

  test('one unreadable property spoils no other and stays in extra', () => {
    expect(read({ uuid: 'u', name: ['?'], tags: 7, notes: 'n' })).toEqual({
      record: { uuid: 'u', notes: 'n' },
      extra: { name: ['?'], tags: 7 },
    })
  })

  test('email and unreachable are taken when the service shows them after all', () => {
    expect(recordOf({ uuid: 'u', email: 'a@b.example', unreachable: true })).toEqual({ uuid: 'u', email: 'a@b.example', unreachable: true })
  })

  test('what is no contact is null: no uuid, no object', () => {
    for (const value of [null, undefined, 5, 'x', [], {}, { uuid: '' }, { uuid: null }, { name: 'x' }]) expect(read(value)).toBeNull()
  })

  test('a customer shown as specified is read as one that is shown otherwise and means the same', () => {
    const text = fc.option(fc.string({ unit: 'binary' }))
    const customer = fc.record(
      {
        uuid: fc.string({ unit: 'binary' }),
        name: text,
        notes: text,
        email: text,
        phone_number: fc.option(fc.oneof(fc.string(), fc.constant('(202) 555-0100'))),
        blocked: fc.boolean(),
        unreachable: fc.boolean(),
        reachable_by_sms: fc.boolean(),
        consent_status: fc.option(fc.boolean()),
        tags: fc.array(fc.string({ unit: 'binary', maxLength: 4 })),
        custom_fields: fc.dictionary(fc.string(), text),
        avatar_url: text,
      },
      { requiredKeys: ['uuid'] },
    )
    fc.assert(
      fc.property(customer, fc.boolean(), (shown, archived) => {
        expect(read({ ...shown, archived })).toEqual(read({ ...shown, archived: archived ? 'yes' : 0 }))
      }),
    )
  })

  test('any JSON at all is read without throwing, and never changes a prototype', () => {
    fc.assert(
      fc.property(
        fc.json(),
        fc.constantFrom('name', 'phone_number', 'tags', 'custom_fields', 'consent_status', '__proto__'),
        (json, key) => {
          const found = read(JSON.parse(`{"uuid":"u","${key}":${json}}`))
          expect(found?.record.uuid).toBe('u')
          expect(Object.getPrototypeOf(found?.record ?? {})).toBe(Object.prototype)
          expect(({} as Record<string, unknown>).polluted).toBeUndefined()
        },
      ),
      { numRuns: portion(300) },
    )
  })
})

describe('lists and things', () => {
  test.each([
    ['under its name', { customers: [1] }],
    ['the answer itself', [1]],
    ['under data', { data: [1] }],
    ['one deeper', { customers: { items: [1] } }],
  ])('a list %s is found', (_name, body) => {
    expect(listIn(body, 'customers')).toEqual([1])
  })

  test('a map by uuid is a list of its values', () => {
    expect(listIn({ customers: {} }, 'customers')).toEqual([])
    expect(listIn({ customers: { a: { uuid: 'a' }, b: { uuid: 'b' } } }, 'customers')).toEqual([{ uuid: 'a' }, { uuid: 'b' }])
  })

  test('anything else is no list', () => {
    for (const body of [null, 'x', {}, { customers: null }, { customers: 'x' }, { customer: {} }, undefined])
      expect(listIn(body, 'customers')).toBeNull()
  })

  test('one thing, none, or unusable', () => {
    expect(oneIn({ customer: { uuid: 'u' } }, 'customer').kind).toBe('one')
    expect(oneIn({ uuid: 'u', name: 'x' }, 'customer').kind).toBe('one')
    expect(oneIn({ customer: null }, 'customer').kind).toBe('none')
    for (const body of [{}, [], null, undefined, { customer: [] }, { customers: [] }]) expect(oneIn(body, 'customer').kind).toBe('unusable')
  })

  test('custom fields and departments keep their order; entries without uuid are left out', () => {
    expect(readCustomFields({ fields: [{ uuid: 'a', name: 'A', data_type: 'link' }, { name: 'no uuid' }, { uuid: 'b' }] })).toEqual([
      { uuid: 'a', name: 'A', dataType: 'link' },
      { uuid: 'b', name: 'b', dataType: 'string' },
    ])
    expect(readDepartments({ groups: [{ uuid: 'g', name: 'Office', phone_number: null, is_sms_group: true }] })).toEqual([
      { uuid: 'g', name: 'Office', phone: null, isSmsGroup: true },
    ])
    expect(readCustomFields({ fields: [{ wrong: 1 }] })).toBeNull()
    expect(readDepartments({ error: 'x' })).toBeNull()
  })

  test('a whole post is read', () => {
    const agent = {
      uuid: 'a',
      name: 'Pat',
      username: 'pat',
      email: 'p@x.example',
      on_call: true,
      permission_level: 'admin',
      group_uuids: ['g'],
    }
    const read = {
      uuid: 'a',
      name: 'Pat',
      username: 'pat',
      email: 'p@x.example',
      isOnCall: true,
      permissionLevel: 'admin',
      groupUuids: ['g'],
    }
    expect(
      readPost({
        uuid: 'p',
        conversation_uuid: 'c',
        body: null,
        created_at: 5,
        creator: { type: 'user', name: 'Pat' },
        is_whisper: true,
        marked_as_resolved: true,
        first_post: false,
        message_type: 'SMS',
        transferred_to: agent,
        assigned_to: null,
        attachments: [{ url: 'https://x', name: 'n', content_type: 'image/png' }, 'no'],
      }),
    ).toEqual({
      uuid: 'p',
      conversationUuid: 'c',
      body: null,
      createdAtSeconds: 5,
      creatorType: 'user',
      isWhisper: true,
      marksResolved: true,
      isFirst: false,
      messageType: 'SMS',
      transferredTo: read,
      assignedTo: null,
      attachments: [{ url: 'https://x', name: 'n', contentType: 'image/png' }],
    })
  })

  test('agents, dispositions and the organization are read, without what cannot be', () => {
    expect(readAgents({ users: [{ uuid: 'a' }, { name: 'no uuid' }] })).toEqual([
      { uuid: 'a', name: null, username: null, email: null, isOnCall: null, permissionLevel: null, groupUuids: [] },
    ])
    expect(
      readDispositions({ dispositions: [{ uuid: 'd', name: 'Answered' }, { uuid: 'e', title: 'Other' }, { uuid: 'f' }] })?.map(
        ({ name }) => name,
      ),
    ).toEqual(['Answered', 'Other', 'f'])
    expect(readDispositions([])).toEqual([])
    expect(readOrganization({ organization: { name: 'Office', plan: 'pro' } })).toEqual({ uuid: null, name: 'Office' })
    for (const body of [null, 'x', {}, { error: 'no' }])
      expect([readAgents(body), readDispositions(body), readOrganization(body)]).toEqual([null, null, null])
  })

  test.each([
    [1_760_000_000, 1_760_000_000],
    [1_760_000_000_500, 1_760_000_000.5],
    ['1760000000', 1_760_000_000],
    ['2026-01-01T00:00:00Z', 1_767_225_600],
    [null, null],
    ['soon', null],
    [undefined, null],
  ])('created_at %j is %j seconds', (given, createdAtSeconds) => {
    expect(readPost({ uuid: 'p', created_at: given })?.createdAtSeconds).toBe(createdAtSeconds)
  })

  test('a post with missing parts is still a post', () => {
    expect(readPost({ body: 'Hi', creator: { type: 'alien' }, attachments: 'x', marked_as_resolved: 'x', transferred_to: 7 })).toEqual({
      uuid: '',
      conversationUuid: null,
      body: 'Hi',
      createdAtSeconds: null,
      creatorType: null,
      isWhisper: false,
      attachments: [],
      marksResolved: null,
      isFirst: null,
      messageType: null,
      transferredTo: null,
      assignedTo: null,
    })
  })
})

describe('parts that are odd', () => {
  test('a map is a list only where every key is the uuid of its thing', () => {
    for (const customers of [{ a: { uuid: 'b' } }, { a: 'x' }, { a: { uuid: 'a' }, b: { name: 'b' } }, { a: { uuid: 'a' }, total: 1 }])
      expect(listIn({ customers }, 'customers')).toBeNull()
  })

  test('a thing under its own name that is no thing is not replaced by the answer', () => {
    expect(oneIn({ uuid: 'u', customer: 'x' }, 'customer').kind).toBe('unusable')
    expect(oneIn({ uuid: 5 }, 'customer').kind).toBe('unusable')
    expect(oneIn({ uuid: 'u', name: 'x' }, 'customer')).toEqual({ kind: 'one', value: { uuid: 'u', name: 'x' } })
  })

  test.each<[unknown, string | null]>([
    [{ uuid: ' a ' }, 'a'],
    [{ uuid: 7 }, '7'],
    [{ uuid: 0 }, '0'],
    [{ uuid: '' }, null],
    [{ uuid: ' ' }, null],
    [{ uuid: true }, null],
    [{ uuid: null }, null],
    [{}, null],
    [null, null],
    ['a', null],
    [['a'], null],
  ])('the uuid of %j is %j', (value, uuid) => {
    expect(uuidOf(value)).toBe(uuid)
  })

  test('a department has its number as text or as an object, and is for group messages only where that is said', () => {
    const read = (group: object) => readDepartments({ groups: [{ uuid: 'group-1', ...group }] })?.[0]
    expect(read({})).toEqual({ uuid: 'group-1', name: 'group-1', phone: null, isSmsGroup: false })
    expect(read({ name: null, phone_number: '+12025550100', is_sms_group: 1 })).toEqual({
      uuid: 'group-1',
      name: 'group-1',
      phone: '+12025550100',
      isSmsGroup: true,
    })
    expect(read({ phone_number: { display_phone_number: '(202) 555-0100' }, is_sms_group: 0 })).toMatchObject({
      phone: '(202) 555-0100',
      isSmsGroup: false,
    })
    expect(read({ phone_number: { number: '1' }, is_sms_group: 'true' })).toMatchObject({ phone: null, isSmsGroup: false })
    expect(readDepartments({ groups: [{ uuid: '' }, { uuid: 'group-2' }] })).toHaveLength(1)
    expect(readCustomFields({ fields: [{ uuid: '' }, { uuid: 'field-2' }] })).toMatchObject([{ uuid: 'field-2' }])
  })
})
