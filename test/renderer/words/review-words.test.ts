import { expect, test } from 'vitest'
import type { PlanFigures } from '../../../src-main/engine/contract.ts'
import { nothingToChange, reviewTitle, reviewWords } from '../../../src-renderer/words/review-words.ts'

const none: PlanFigures = { rows: 0, created: 0, updated: 0, given: 0, refused: 0, emptied: 0, fields: [], conversations: 0, days: [] }
const fileHeld = { rows: 0, contacts: 0, calls: 0 }
const plan = { kind: 'contacts' as const, rows: 180, send: 0, unchanged: 0, held: 0, contacts: 0, notFound: 0, fileHeld }

test('the title is the outcome, in the words of the kind', () => {
  const contacts = { ...plan, send: 177, contacts: 177 }
  expect(reviewTitle(contacts, { ...none, rows: 177, created: 168, updated: 9 })).toBe('168 contacts will be added, 9 updated')
  expect(reviewTitle(contacts, { ...none, created: 180 })).toBe('180 contacts will be added')
  expect(reviewTitle(contacts, { ...none, updated: 1 })).toBe('1 contact will be updated')
  expect(reviewTitle(contacts, null)).toBe('177 contacts will change')
  expect(reviewTitle({ ...contacts, kind: 'consent', contacts: 84 }, { ...none, updated: 84 })).toBe('Consent will be set for 84 contacts')
  expect(reviewTitle({ ...contacts, kind: 'messages' }, { ...none, rows: 231, conversations: 68 })).toBe(
    '231 messages go into 68 conversations',
  )
})

test('nothing that changes is said as it is, with what to press, and never as up to date where it is not', () => {
  expect(reviewTitle({ ...plan, unchanged: 180 }, none)).toBe('Your account is up to date')
  expect(nothingToChange({ ...plan, unchanged: 180 })).toContain('already')
  expect(reviewTitle({ ...plan, notFound: 180 }, none)).toBe('Nothing would change yet')
  expect(nothingToChange({ ...plan, notFound: 180 })).toBe('Add the people who are not in your account, or go back.')
  expect(nothingToChange(plan)).not.toContain('already')
  expect(nothingToChange({ ...plan, held: 3 })).toBe('3 rows wait for your OK.')
})

test('the button says what it does, and counts what a typed number releases', () => {
  const ready = { ...plan, send: 100, contacts: 100, fileHeld: { rows: 77, contacts: 77, calls: 77 } }
  expect(reviewWords.contacts.goAhead(ready, { ...none, created: 1, updated: 176 })).toBe('Import 177 contacts')
  expect(reviewWords.contacts.goAhead(ready, { ...none, updated: 177 })).toBe('Update 177 contacts')
  expect(reviewWords.consent.goAhead(ready, null)).toBe('Set consent for 177')
  expect(reviewWords.messages.goAhead({ ...ready, send: 231, fileHeld }, null)).toBe('Import 231 messages')
})

test('the confirmation says what cannot be taken back, and only that', () => {
  expect(reviewWords.contacts.lasting({ ...none, created: 39_979, updated: 21 })).toEqual({
    cannot: 'New contacts cannot be deleted by Rollcall.',
    can: 'Updates can be undone.',
  })
  const email = { field: 'email', label: 'E-mail', rows: 2 }
  expect(reviewWords.contacts.lasting({ ...none, updated: 2, fields: [email] }).cannot).toBe('An e-mail address cannot be put back.')
  expect(reviewWords.contacts.lasting({ ...none, updated: 2 }).cannot).toBeNull()
  expect(reviewWords.messages.lasting(none).cannot).toMatch(/^Imported messages cannot be taken back/)
  expect(reviewWords.messages.beforeHand({ ...none, whispers: 2 })).toBe('Messages and whispers cannot be taken back. Nobody is texted.')
  expect(reviewWords.messages.beforeHand(null)).toBe('Messages cannot be taken back. Nobody is texted.')
  expect(reviewWords.messages.lasting({ ...none, whispers: 2 }).cannot).toMatch(/^Imported messages and whispers cannot be taken back/)
})
