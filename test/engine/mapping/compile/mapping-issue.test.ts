import { describe, expect, test } from 'vitest'
import { createIssueMaker } from '../../../../src-main/engine/mapping/compile/mapping-issue.ts'

const noSecrets: ReadonlySet<string> = new Set()
const say = (shown: string) => `${shown} is odd.`

describe('an issue of a cell', () => {
  test('names its line, its column, the value and what to do', () => {
    const { make, warn } = createIssueMaker(['Name'], noSecrets)
    const issue = { code: 'odd', line: 7, column: 'Name', value: 'x', message: '"x" is odd.', hint: 'Mend it.' }
    expect(make(7, 'odd', 'x', say, 'Mend it.')).toEqual({ ...issue, severity: 'error' })
    expect(warn(7, 'odd', 'x', say, 'Mend it.')).toEqual({ ...issue, severity: 'warning' })
    expect(make(7, 'odd', '', say, 'Mend it.')).toMatchObject({ value: '', message: '"" is odd.' })
  })

  test('names all columns, or none', () => {
    expect(createIssueMaker(['First', 'Last'], noSecrets).make(2, 'odd', 'x', say, '').column).toBe('First + Last')
    expect(createIssueMaker([], noSecrets).make(2, 'odd', 'x', say, '').column).toBeNull()
  })

  test('has no value where there is none, or it must not be shown', () => {
    const hidden = { value: null, message: 'The text is odd.' }
    expect(createIssueMaker(['Name'], noSecrets).make(2, 'odd', null, say, '')).toMatchObject(hidden)
    const secret = new Set(['Text'])
    expect(createIssueMaker(['Name', 'Text'], secret).make(2, 'odd', 'x', say, '')).toMatchObject(hidden)
    expect(createIssueMaker(['Name', 'Text'], secret).unknownValue(2, 'x', ['a'])).toMatchObject({
      value: null,
      message: expect.stringMatching(/^The text is not/),
    })
    expect(createIssueMaker(['Name'], secret).make(2, 'odd', 'x', say, '').value).toBe('x')
  })

  test('shows the beginning of a long value, and keeps more of it', () => {
    const issue = createIssueMaker(['Name'], noSecrets).make(2, 'odd', 'x'.repeat(501), (shown) => shown, '')
    expect(issue.message).toBe(`"${'x'.repeat(120)}…"`)
    expect(issue.value).toBe(`${'x'.repeat(500)}…`)
    const short = createIssueMaker(['Name'], noSecrets).make(2, 'odd', 'x'.repeat(120), (shown) => shown, '')
    expect([short.message, short.value]).toEqual([`"${'x'.repeat(120)}"`, 'x'.repeat(120)])
  })
})

describe('a value that is not known', () => {
  const message = (known: string[], columns = ['Tier']) => createIssueMaker(columns, noSecrets).unknownValue(2, 'x', known).message

  test('is told with what would be understood', () => {
    expect(message(['a', '', 'b'])).toBe('"x" is not a value that Rollcall knows for "Tier". It knows: a, (blank), b.')
    expect(message(['a'], [])).toBe('"x" is not a value that Rollcall knows. It knows: a.')
    expect(createIssueMaker(['Tier'], noSecrets).unknownValue(2, 'x', ['a'])).toMatchObject({
      code: 'value.unknown',
      severity: 'error',
      value: 'x',
    })
  })

  test('is told with ten words at most', () => {
    const words = (count: number) => Array.from({ length: count }, (_, at) => `w${at}`)
    expect(message(words(10))).toMatch(/w9\.$/)
    expect(message(words(11))).toMatch(/w9 and 1 more\.$/)
    expect(message(words(25))).toMatch(/w9 and 15 more\.$/)
  })
})
