import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { rollcallHere as rollcall } from '../../../helpers/rollcall-here.ts'

let home: string
beforeEach(() => void (home = mkdtempSync(join(tmpdir(), 'rollcall-values-'))))
afterEach(() => rmSync(home, { recursive: true, force: true }))

function listOf(...rows: string[]): string {
  const path = join(mkdtempSync(join(home, 'files-')), 'list.csv')
  writeFileSync(path, `Phone,Opted out,Tags\n${rows.join('\n')}\n`)
  return path
}

test('values are counted with what they mean, without an account', async () => {
  const path = listOf('1,Yes,"a, b"', '2,no,b', '3,YES,', '4,later,c', '5,,')
  const { code, stdout } = await rollcall(['values', path, '--column', 'opted OUT', '--to', 'consent'], { home })
  expect(code).toBe(0)
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => line.trim()),
  ).toEqual([
    '3 different values in 5 rows, 1 row without any.',
    '2  Yes  no: The column "Opted out" says the opposite, so "Yes" means: has not agreed.',
    '1  no  leave as it is: Not having opted out is no consent: better left as it is.',
    '1  later',
  ])
  const json = (await rollcall(['values', path, '--column', 'Tags', '--items', '--limit', '2', '--json'], { home })).json()
  expect(json).toMatchObject({
    file: 'list.csv',
    column: 'Tags',
    rows: 5,
    blank: 2,
    hasMore: true,
    otherRows: 1,
    values: [
      { text: 'b', rows: 2, line: 2 },
      { text: 'a', rows: 1 },
    ],
  })
  expect(readdirSync(join(path, '..'))).toEqual(['list.csv'])
})

test('a column that is not there and wrong options are refused in words', async () => {
  const path = listOf('1,Yes,a')
  const wrong = await rollcall(['values', path, '--column', 'Colour'], { home })
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('Its columns are: Phone, Opted out, Tags.')])
  expect((await rollcall(['values', path, '--column', 'Tags', '--to', 'name'], { home })).code).toBe(2)
  expect((await rollcall(['values', path, '--column', 'Tags', '--limit', '0'], { home })).code).toBe(2)
  expect((await rollcall(['values', path], { home })).code).toBe(2)
})
