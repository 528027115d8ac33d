import { expect, it } from 'vitest'
import { serviceSays } from '../../../src-main/engine/text/service-says.ts'

it.each([
  ['Invalid access token', 'The service says: Invalid access token.'],
  ['  Invalid access token  ', 'The service says: Invalid access token.'],
  ['Wait until 5 pm.', 'The service says: Wait until 5 pm.'],
  ['Who are you?', 'The service says: Who are you?'],
  ['He said “no.”', 'The service says: He said “no.”'],
  ['The name is too long (255)', 'The service says: The name is too long (255).'],
  ['Consent is locked for …', 'The service says: Consent is locked for …'],
])('ends what the service says as a sentence: %s', (said, sentence) => {
  expect(serviceSays(said)).toBe(sentence)
})
