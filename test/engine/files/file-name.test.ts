import { expect, test } from 'vitest'
import { checkFileName, fileNameMistake } from '../../../src-main/engine/files/file-name.ts'

test.each(['contacts.csv', 'März 2026.csv', 'console.csv', 'com10.csv', 'a.b.csv', '.hidden', 'nulls.csv', '連絡先.csv'])(
  '"%s" is a name',
  (name) => {
    expect(fileNameMistake(name)).toBeNull()
  },
)

test.each([
  ['a:b.csv', 'the sign :'],
  ['a?.csv', 'the sign ?'],
  ['nul', '"nul"'],
  ['NUL.csv', '"NUL"'],
  ['Com1.tar.gz', '"Com1"'],
  ['lpt¹.csv', '"lpt¹"'],
  ['aux .csv', '"aux"'],
  ['list.csv.', 'full stop'],
  ['list.csv ', 'space'],
  ['list\u0007.csv', 'invisible'],
  ['', 'no name'],
])('"%s" is refused in words: %s', (name, words) => {
  expect(fileNameMistake(name)).toContain(words)
})

test('a path is refused by its file, not by its folders', () => {
  expect(() => checkFileName('/tmp/nul/list.csv')).not.toThrow()
  expect(() => checkFileName('/tmp/prn.csv')).toThrow(
    expect.objectContaining({ code: 'usage', message: expect.stringContaining('"prn.csv"') }),
  )
})
