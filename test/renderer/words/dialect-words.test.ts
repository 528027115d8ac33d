import { expect, it } from 'vitest'
import { delimiterName } from '../../../src-main/engine/text/delimiter-name.ts'
import { delimiters, delimiterWord } from '../../../src-renderer/words/dialect-words.ts'

it.each([...delimiters, '\x1F', '\x1E'])('the screens and the messages have one word for %j', (delimiter) => {
  expect(delimiterWord(delimiter)).toBe(delimiterName(delimiter))
  expect(delimiterName(delimiter)).toMatch(/^[a-z ]+$/)
})
