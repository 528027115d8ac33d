import { describe, expect, test } from 'vitest'
import type { CustomerRecord, CustomerUpdate } from '../../../../src-main/engine/model/contacts/customer.ts'
import type { ServiceCall } from '../../../../src-main/engine/model/runs/service-call.ts'
import { newPosts, postsBefore } from '../../../../src-main/engine/run/proof/posts/new-posts.ts'
import { stakesIn, stakesOf } from '../../../../src-main/engine/run/proof/stakes.ts'
import { unaskedAtCreation, unaskedChanges } from '../../../../src-main/engine/run/proof/unasked-changes.ts'
import type { Post } from '../../../../src-main/engine/service/service.ts'
import { consent, creation, message } from '../answer/items.ts'

const update = (customer: CustomerUpdate): ServiceCall => ({ kind: 'updateCustomer', uuid: 'u1', customer })
const name = update({ name: 'New' })
const refusal: ServiceCall = { ...consent, consent: false }
const full: CustomerRecord = {
  uuid: 'u1',
  name: 'Old',
  notes: 'N',
  archived: false,
  blocked: true,
  consent: false,
  reachableBySms: true,
  phoneRaw: '(202) 555-0101',
  phone: '+12025550101',
  tags: ['one', 'two'],
  customFields: { f: '1', g: '2' },
}
const tags = (handling: 'add' | 'remove' | 'replace', ...list: string[]) => update({ tags: { handling, tags: list } })

describe('beside what a call asked for has changed', () => {
  const changed = (call: ServiceCall, after: Partial<CustomerRecord>, before: CustomerRecord = full) =>
    unaskedChanges(call, before, { ...before, ...after }).map(({ field, before: was, after: is }) => [field, was, is])

  test.each<[string, ServiceCall, Partial<CustomerRecord>, unknown[]]>([
    ['nothing', name, {}, []],
    ['nothing by what was asked for, applied or not', name, { name: 'Other' }, []],
    ['nothing by how a text is spelled', name, { notes: ' N ' }, []],
    ['a text', name, { notes: null }, [['notes', 'N', null]]],
    ['a flag', name, { archived: true }, [['archived', false, true]]],
    [
      'a refusal',
      name,
      { blocked: false, consent: null },
      [
        ['blocked', true, false],
        ['consent', false, null],
      ],
    ],
    ['a number', name, { phone: '+12025550102', phoneRaw: '+12025550102' }, [['phone', '+12025550101', '+12025550102']]],
    ['nothing by how a number is written', name, { phoneRaw: '+1 202 555 0101' }, []],
    ['a number that is gone', consent, { phone: null, phoneRaw: null, consent: true }, [['phone', '+12025550101', null]]],
    ['a name beside a message', message, { name: 'Other' }, [['name', 'Old', 'Other']]],
    ['a name beside a consent', consent, { name: 'Other', consent: null }, [['name', 'Old', 'Other']]],
    ['tags', name, { tags: ['one'] }, [['tags', ['one', 'two'], ['one']]]],
    ['nothing by their order or spelling', name, { tags: ['two', ' one'] }, []],
    ['other tags than the added ones', tags('add', 'x'), { tags: ['x'] }, [['tags', ['one', 'two', 'x'], ['x']]]],
    ['no tag that was to be added, there or not', tags('add', 'x', 'one'), { tags: ['two'] }, []],
    ['no tag that was to be removed', tags('remove', 'one'), { tags: ['one', 'two'] }, []],
    ['other tags than the removed ones', tags('remove', 'one'), { tags: [] }, [['tags', ['two'], []]]],
    ['others in place of the removed one', tags('remove', 'one', 'x'), { tags: ['one', 'x'] }, [['tags', ['two'], []]]],
    ['others in place of the added one', tags('add', 'x'), { tags: ['y', 'one'] }, [['tags', ['one', 'two', 'x'], ['y', 'one', 'x']]]],
    ['no tags that were replaced', tags('replace', 'x'), { tags: ['y'] }, []],
    ['a custom field', name, { customFields: { f: '1' } }, [['custom:g', '2', null]]],
    ['a custom field that is new', name, { customFields: { f: '1', g: '2', h: '3' } }, [['custom:h', null, '3']]],
    ['a custom field beside another', update({ customFields: { f: '9' } }), { customFields: { f: '9' } }, [['custom:g', '2', null]]],
    ['no custom field that was asked for', update({ customFields: { f: '9' } }), { customFields: { f: '1', g: '2' } }, []],
    ['whether texts reach the contact', name, { reachableBySms: false }, [['reachable', true, false]]],
    ['not that, where it was unsubscribed', update({ unreachable: true }), { reachableBySms: false }, []],
    ['nor where it refused', refusal, { reachableBySms: false }, []],
    ['but where it agreed', consent, { consent: true, reachableBySms: false }, [['reachable', true, false]]],
    ['nor where it was blocked', update({ blocked: true }), { reachableBySms: false }, []],
    ['nor where it was archived', update({ archived: true }), { archived: true, reachableBySms: false }, []],
    [
      'but where it was unblocked',
      update({ blocked: false, archived: false }),
      { blocked: false, reachableBySms: false },
      [['reachable', true, false]],
    ],
  ])('%s', (_what, call, after, changes) => {
    expect(changed(call, after)).toEqual(changes)
  })

  test('nothing that one of the reads does not show', () => {
    const { notes: _notes, tags: _tags, reachableBySms: _reach, customFields: _fields, phone: _phone, phoneRaw: _raw, ...less } = full
    for (const call of [name, update({ customFields: { f: '1' } })]) {
      expect(unaskedChanges(call, full, less)).toEqual([])
      expect(unaskedChanges(call, less, full)).toEqual([])
    }
  })

  test('that texts reach somebody again, whatever was stopped', () => {
    const stopped = { ...full, reachableBySms: false }
    for (const call of [name, refusal, update({ blocked: true })])
      expect(changed(call, { reachableBySms: true, ...(call === refusal && { consent: false }) }, stopped)).toEqual([
        ['reachable', false, true],
      ])
  })
})

test('a new contact has more than was asked for where it may be texted, or is hidden', () => {
  expect(unaskedAtCreation({ uuid: 'u', consent: true, blocked: true, archived: true })).toEqual([
    { field: 'consent', before: null, after: true },
    { field: 'blocked', before: false, after: true },
    { field: 'archived', before: false, after: true },
  ])
  expect(unaskedAtCreation({ uuid: 'u', consent: false, blocked: false, archived: false })).toEqual([])
  expect(unaskedAtCreation({ uuid: 'u' })).toEqual([])
})

describe('a call could take away', () => {
  const flags = ['archived=false', 'blocked=true', 'consent=false']
  test.each<[string, ServiceCall, CustomerRecord, string[]]>([
    ['all that it does not name', name, full, ['notes', ...flags, 'reachable=true', 'tags', 'custom']],
    ['the name, too', message, full, ['name', 'notes', ...flags, 'reachable=true', 'tags', 'custom']],
    ['nothing of somebody new', creation, full, []],
    ['nothing that is not shown, or blank', name, { uuid: 'u1', notes: ' ', tags: [], customFields: { f: '' } }, []],
    ['nothing that is null', message, { uuid: 'u1', name: null, consent: null }, ['consent=null']],
    [
      'no flag that it sets',
      update({ blocked: true, archived: true, unreachable: true }),
      full,
      ['name', 'notes', 'consent=false', 'tags', 'custom'],
    ],
    ['other tags than the added ones', tags('add', 'x'), { uuid: 'u1', tags: ['one'] }, ['tags add']],
    ['other tags than the removed ones', tags('remove', 'x'), { uuid: 'u1', tags: ['one'] }, ['tags remove']],
    ['no tags that it names', tags('add', 'one'), { uuid: 'u1', tags: ['one'] }, []],
    ['no tags that it replaces', tags('replace', 'x'), { uuid: 'u1', tags: ['one'] }, []],
    [
      'custom fields beside those that it names',
      update({ customFields: { f: '9' } }),
      { uuid: 'u1', customFields: { f: '1', g: '2' } },
      ['custom beside others'],
    ],
    ['none where it names all', update({ customFields: { f: '9' } }), { uuid: 'u1', customFields: { f: '1', g: '' } }, []],
  ])('%s', (_what, call, record, stakes) => {
    expect(stakesOf(call, record)).toEqual(stakes)
  })

  test('of that, what changes are about', () => {
    const change = (field: string) => ({ field, before: null, after: null })
    const stakes = ['notes', 'blocked=true', 'tags add', 'custom beside others']
    expect(stakesIn(['notes', 'custom:f'].map(change), stakes)).toEqual(['notes', 'custom beside others'])
    expect(stakesIn(['tags', 'blocked', 'name'].map(change), stakes)).toEqual(['blocked=true', 'tags add'])
    expect(stakesIn([], stakes)).toEqual([])
  })
})

describe('posts', () => {
  const post = (uuid: string, createdAtSeconds: number | null): Post => ({
    uuid,
    conversationUuid: 'c',
    body: 'x',
    createdAtSeconds,
    creatorType: 'user',
    isWhisper: false,
  })
  const uuids = (posts: readonly Post[], before: readonly Post[]) => newPosts(posts, postsBefore(before)).map(({ uuid }) => uuid)

  test('are new where they were not there, and are not older', () => {
    const before = [post('a', 5), post('b', 7), post('c', null)]
    expect(postsBefore(before)).toEqual({ uuids: new Set(['a', 'b', 'c']), newestSeconds: 7 })
    expect(uuids([...before, post('d', 7), post('e', 6), post('f', null), post('', 9)], before)).toEqual(['d', 'f'])
  })

  test('are all new where there were none, or none with a time', () => {
    expect(postsBefore([])).toEqual({ uuids: new Set(), newestSeconds: null })
    expect(uuids([post('a', 1)], [])).toEqual(['a'])
    expect(uuids([post('a', 1), post('c', -1)], [post('b', null)])).toEqual(['a', 'c'])
  })
})
