import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commandsWithSandbox } from '../../../../helpers/commands-with-sandbox.ts'

const here = commandsWithSandbox(30)

test('a tag for some contacts is planned without a file, run, and found again in the export with its columns', async () => {
  await here.withToken(['sync'])
  const planned = await here.withToken([
    'contacts',
    'change',
    '--consent',
    'agreed',
    '--add-tag',
    'spring list',
    '--set',
    'Notes=Call first',
    '--json',
  ])
  expect(planned.code).toBe(0)
  const { plan, rows, send } = planned.json() as { plan: string; rows: number; send: number }
  expect(send).toBe(rows)
  expect((await here.withToken(['run', plan, '--release', `mass<=${rows}`, '--yes', '--json'])).json()).toMatchObject({ done: rows })
  const out = join(here.home, 'spring.csv')
  const exported = await here.withToken([
    'contacts',
    'export',
    '--out',
    out,
    '--tag',
    'spring list',
    '--columns',
    'name',
    'Notes',
    '--json',
  ])
  expect(exported.json()).toMatchObject({ rows })
  const [header, first] = readFileSync(out, 'utf8').replace('\uFEFF', '').split('\r\n')
  expect(header).toBe('Name,Notes,Read At')
  expect(first).toContain('Call first')
  // Nothing is left to do.
  expect((await here.withToken(['contacts', 'change', '--tag', 'spring list', '--add-tag', 'spring_list', '--json'])).json()).toMatchObject(
    { calls: 0 },
  )
})

test.each([
  [['--add-tag', 'x', '--contact', 'a', '--tag', 'b'], '--contact names the contacts'],
  [['--tag', 'b'], 'What is to be changed is not said.'],
  [['--set', 'Shoe size=9'], 'There is no field "Shoe size".'],
  [['--clear', 'Phone Number'], '"Phone Number" cannot be changed.'],
])('%j is told to be wrong', async (args, words) => {
  await here.withToken(['sync'])
  const refused = await here.withToken(['contacts', 'change', ...args])
  expect(refused.code).toBe(2)
  expect(refused.stderr).toContain(words)
})
