import { expect, test } from 'vitest'
import { alteredReason, leftOpenWords } from '../../../../src-main/engine/run/words/pause-words.ts'

test('a run that stops names the rows whose conversations are open meanwhile, and of many how many more there are', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, at) => 2 + at)
  expect(leftOpenWords([7])).toBe(
    'One conversation that was resolved before is open meanwhile (row 7); it is resolved again when the run is resumed.',
  )
  expect(leftOpenWords([7, 9])).toContain('2 conversations that were resolved before are open meanwhile (rows 7, 9);')
  expect(leftOpenWords(lines(20))).toContain('20, 21);')
  expect(leftOpenWords(lines(22))).toMatch(/^22 conversations .* 20, 21 and 2 more\);/)
})

test('a run that stops at altered texts says what the service makes of them', () => {
  const how = (parts: Partial<Parameters<typeof alteredReason>[2]>) =>
    /\(row 3\); (.*?)\. The run stopped/.exec(alteredReason(['Name'], 3, { cuts: [], escapes: [], alters: [], ...parts }).message)?.[1]
  const cuts = [255, 160, 255].map((characters) => ({ field: 'name', characters }))
  const [cut, escaped, altered] = [
    'it cuts them after 255 or 160 characters',
    'it writes & < > and quotes in another way (&amp; and the like)',
    'what it stores is another text',
  ]
  expect(how({ cuts })).toBe(cut)
  expect(how({ escapes: ['name'] })).toBe(escaped)
  expect(how({ alters: ['name'] })).toBe(altered)
  expect(how({ cuts, escapes: ['name'], alters: ['name'] })).toBe(`${cut}; ${escaped}; ${altered}`)
})
