import { expect, test } from 'vitest'
import { createFieldLabels } from '../../../../src-main/engine/model/contacts/field-labels.ts'
import { changeLabel, changeWords } from '../../../../src-main/engine/run/proof/change-words.ts'
import type { UnaskedChange } from '../../../../src-main/engine/run/proof/unasked-changes.ts'

const label = createFieldLabels([{ uuid: 'f', name: 'Account ID' }])

test.each<[string, UnaskedChange['before'], UnaskedChange['after'], string]>([
  ['posts', null, null, 'a message was added to the conversation'],
  ['texts', null, null, 'a text was sent to the contact'],
  ['resolved', false, true, 'the conversation was resolved'],
  ['phone', '+12025550101', null, 'the phone number was removed'],
  ['phone', '+12025550101', '', 'the phone number was removed'],
  ['phone', '+12025550101', '+12025550102', 'the phone number was changed'],
  ['avatar_url', 'a', null, 'the picture was removed'],
  ['avatar_url', 'a', 'b', 'the picture was changed'],
  ['facebook_id', 'a', null, 'the Facebook account was removed'],
  ['facebook_id', 'a', 'b', 'the Facebook account was changed'],
  ['verified', true, false, 'the contact is no longer verified'],
  ['consent', true, false, 'Consent went from “Agreed” to “Refused”'],
  ['consent', false, null, 'Consent went from “Refused” to “Not asked”'],
  // Texts that reach nobody are what the screens call unsubscribed.
  ['reachable', true, false, 'Unsubscribed went from no to yes'],
  ['reachable', false, true, 'Unsubscribed went from yes to no'],
  ['blocked', true, false, 'Blocked went from yes to no'],
  ['archived', null, true, 'Archived went from no to yes'],
  ['archived', true, null, 'Archived went from yes to no'],
  ['tags', ['a', 'b', 'c'], [' b'], 'Tags lost a, c'],
  ['tags', null, ['a', 'b'], 'Tags got a, b'],
  ['tags', ['a', 'b'], ['b', 'c'], 'Tags lost a and Tags got c'],
  ['tags', ['a'], null, 'Tags lost a'],
  ['name', 'A', 'B', 'Name was changed'],
  ['notes', 'A', null, 'Notes was emptied'],
  ['custom:f', 'A', '', 'Account ID was emptied'],
])('%s from %j to %j is told as %s', (field, before, after, words) => {
  expect(changeWords({ field, before, after }, label)).toBe(words)
})

test.each([
  ['posts', 'the message in the conversation'],
  ['texts', 'the text that was sent'],
  ['resolved', 'the conversation'],
  ['phone', 'the phone number'],
  ['avatar_url', 'the picture'],
  ['facebook_id', 'the Facebook account'],
  ['verified', 'that the contact is verified'],
  ['reachable', 'Unsubscribed'],
  ['consent', 'Consent'],
  ['custom:f', 'Account ID'],
])('%s is called %s', (field, words) => {
  expect(changeLabel({ field, before: null, after: null }, label)).toBe(words)
})
