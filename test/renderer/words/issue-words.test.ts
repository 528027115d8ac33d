import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { issueTitle } from '../../../src-renderer/words/issue-words.ts'

const engine = join(import.meta.dirname, '../../../src-main/engine')
/** The rooms that make issues of rows. */
const rooms = ['plan/row', 'plan/duplicates', 'mapping/compile', 'undo', 'text']
/** Codes and paths of theirs that are something else. */
const others = /^(recipe|file|plan|run|match\.(by|column)|fields)\b/

function codes(): string[] {
  const files = rooms.flatMap((room) =>
    readdirSync(join(engine, room), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(join(engine, room, name), 'utf8')),
  )
  const quoted = files.flatMap((text) => [...text.matchAll(/'([a-z]+\.[a-z_]+)'/g)].map(([, code]) => code ?? ''))
  return [...new Set(quoted)].filter((code) => !others.test(code)).sort()
}

test('each issue of a row has a title for all rows that share it, without the value of one', () => {
  const found = codes()
  expect(found).toEqual(expect.arrayContaining(['group.too_small', 'duplicate.number', 'phone.invalid']))
  const first = 'the sentence of the first'
  expect(
    [...found, 'group.left_out', 'consent.unheard', 'consent.contradicts'].filter((code) => issueTitle(code, first) === first),
  ).toEqual([])
})
