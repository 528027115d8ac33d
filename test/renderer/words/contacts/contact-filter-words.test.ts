import { expect, it } from 'vitest'
import { filterWords, isFiltered } from '../../../../src-renderer/words/contacts/contact-filter-words.ts'

it('says in words which contacts are shown', () => {
  expect(filterWords({ search: ' mar ', consent: ['agreed', 'notAsked'] }, [], false)).toBe('match “mar” and are Agreed or Not asked')
  expect(filterWords({ flags: ['blocked'], tags: ['vip'] }, [], true)).toBe('is Blocked and has the tag vip')
  expect(filterWords({ run: 'r', notSeenSinceMs: Date.UTC(2026, 0, 15, 12) }, [], false)).toBe(
    'were changed by an import and were not read since Jan 15, 2026',
  )
  expect(filterWords({ field: { uuid: 'f', value: '2' } }, [], true, 'Floor')).toBe('has the Floor “2”')
  expect(filterWords({ gone: true, search: 'a' }, [], false)).toBe('match “a” and are no longer at the service')
})

it('tells whether anything is looked for at all', () => {
  expect([
    isFiltered({}),
    isFiltered({ search: ' ', consent: [] }),
    isFiltered({ tags: ['a'] }),
    isFiltered({ notSeenSinceMs: 0 }),
  ]).toEqual([false, false, true, true])
})
