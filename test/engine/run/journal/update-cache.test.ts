import Papa from 'papaparse'
import { beforeEach, describe, expect, test } from 'vitest'
import type { CustomerRecord, CustomerUpdate } from '../../../../src-main/engine/model/contacts/customer.ts'
import type { ServiceCall } from '../../../../src-main/engine/model/runs/service-call.ts'
import { updateCache } from '../../../../src-main/engine/run/journal/update-cache.ts'
import type { Store } from '../../../../src-main/engine/store/open-store.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { cache } from '../../plan/planning.ts'
import { practiceEngine } from '../../procedures/practice-engine.ts'
import { recipe } from '../../store/stored-things.ts'
import { tempStores } from '../../store/temp-store.ts'
import { creation, done, message } from '../answer/items.ts'

const newStore = tempStores()
let store: Store
beforeEach(() => {
  store = newStore()
})
const contacts = () => tablesOf(store).contacts
const recordOf = (uuid: string) => contacts().findByUuid(uuid)?.record
const happened = (call: ServiceCall, record: CustomerRecord | null = null) => updateCache(contacts(), call, done({ record }), 5)

describe('the tags of a contact after an update', () => {
  const tagsAfter = (present: string[] | undefined, tags: NonNullable<CustomerUpdate['tags']>, shown?: string[]) => {
    cache(store, { uuid: 'u1', name: 'Ann', ...(present !== undefined && { tags: present }) })
    happened(
      { kind: 'updateCustomer', uuid: 'u1', customer: { tags, notes: 'Note' } },
      shown === undefined ? null : { uuid: 'u1', tags: shown },
    )
    expect(recordOf('u1')).toMatchObject({ name: 'Ann', notes: 'Note' })
    return recordOf('u1')?.tags
  }

  test.each([
    ['add', ['a', 'b'], ['b', 'c'], ['a', 'b', 'c']],
    ['add', ['new york'], ['new_york'], ['new york']],
    ['add', [], ['a'], ['a']],
    ['remove', ['a', 'b'], ['b', 'c'], ['a']],
    ['remove', ['new york', 'b'], ['new_york'], ['b']],
    ['replace', ['a', 'b'], ['c'], ['c']],
    ['replace', undefined, ['c'], ['c']],
    ['add', undefined, ['c'], undefined],
    ['remove', undefined, ['c'], undefined],
  ] as const)('by %s of %j and %j are %j', (handling, present, tags, after) => {
    expect(tagsAfter(present?.slice(), { handling, tags: tags.slice() })).toEqual(after)
  })

  test('are those that the service shows, whatever was asked for', () => {
    expect(tagsAfter(['a'], { handling: 'add', tags: ['b'] }, ['x'])).toEqual(['x'])
    expect(tagsAfter(['a'], { handling: 'replace', tags: ['b'] }, [])).toEqual([])
  })

  test('stay as they are where none were written, and are not known of somebody who is not cached', () => {
    cache(store, { uuid: 'u1', tags: ['a'] })
    happened({ kind: 'updateCustomer', uuid: 'u1', customer: { name: 'Ann' } })
    expect(recordOf('u1')).toMatchObject({ name: 'Ann', tags: ['a'] })
    happened({ kind: 'updateCustomer', uuid: 'u2', customer: { name: 'Bob', tags: { handling: 'add', tags: ['a'] } } })
    expect(recordOf('u2')).toMatchObject({ name: 'Bob' })
    expect(recordOf('u2')?.tags).toBeUndefined()
  })
})

describe('a contact that was created', () => {
  test('is known by its number, as it was answered, with no e-mail address but the one that it was given', () => {
    happened(creation, { uuid: 'u1', name: 'New', tags: [] })
    expect(recordOf('u1')).toMatchObject({ phone: creation.customer.phone, name: 'New', email: '', tags: [] })
    happened({ kind: 'createCustomer', customer: { phone: '+12025550101', email: 'a@example.com' } }, { uuid: 'u2' })
    expect(recordOf('u2')).toMatchObject({ phone: '+12025550101', email: 'a@example.com' })
  })

  test('is not known where the service did not show it', () => {
    happened(creation)
    expect(contacts().count()).toBe(0)
  })
})

describe('a consent that was set', () => {
  const set = (uuid: string | null, phone: string | null, consent = false) => happened({ kind: 'setConsent', uuid, phone, consent })
  const phone = '+12025550100'

  test('is that of the contact, by its identifier or by its number', () => {
    cache(store, { uuid: 'u1', phone, consent: null }, { uuid: 'u2', phone: '+12025550101', consent: null })
    set('u2', phone)
    expect([recordOf('u1')?.consent, recordOf('u2')?.consent]).toEqual([null, false])
    set(null, phone, true)
    expect([recordOf('u1')?.consent, recordOf('u2')?.consent]).toEqual([true, false])
  })

  test('is of nobody for sure where several have the number, or none', () => {
    cache(store, { uuid: 'u1', phone, consent: null }, { uuid: 'u2', phone, consent: null })
    set(null, phone)
    expect([recordOf('u1')?.consent, recordOf('u2')?.consent]).toEqual([null, null])
    set(null, '+12025550101')
    set(null, null)
    expect(contacts().count()).toBe(2)
  })
})

test('a message changes no contact', () => {
  cache(store, { uuid: 'u1', phone: message.phone, name: 'Ann' })
  const before = contacts().findByUuid('u1')
  happened(message, { uuid: 'u1', name: 'Bob' })
  happened({ kind: 'resolveConversation', conversationUuid: 'c' } as ServiceCall)
  expect(contacts().findByUuid('u1')).toEqual(before)
})

test('a contact that was created without an e-mail address is known to have none: clearing it again is no call', async () => {
  const { call, openFile } = await practiceEngine({ contacts: 0 })
  const { id: fileId } = await openFile(
    'list.csv',
    Papa.unparse([
      ['Phone', 'Name', 'E-mail'],
      ['212-555-0001', 'Ann', ''],
      ['212-555-0002', 'Ben', 'ben@example.com'],
    ]),
  )
  const clearing = recipe({
    match: { by: 'phone', column: 'Phone', country: 'US' },
    fields: [
      { to: 'name', from: ['Name'] },
      { to: 'email', from: ['E-mail'] },
    ],
    blank: 'clear',
    notFound: 'create',
  })
  const { id: planId } = await call('plans.start', { fileId, recipe: clearing, lookup: 'missing', wait: true })
  expect(await call('runs.start', { planId, wait: true })).toMatchObject({ done: 2, failed: 0 })
  expect(await call('plans.start', { fileId, recipe: clearing, lookup: 'missing', wait: true })).toMatchObject({ unchanged: 2, calls: 0 })
})
