import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Papa from 'papaparse'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { rollcall } from '../../helpers/run-rollcall.ts'

let home: string
beforeEach(() => void (home = mkdtempSync(join(tmpdir(), 'rollcall-large-'))))
afterEach(() => rmSync(home, { recursive: true, force: true }))

const recipe = {
  version: 1,
  name: 'List',
  kind: 'contacts',
  match: { by: 'phone', column: 'Phone', country: 'US' },
  mode: 'update',
  fields: [
    { to: 'name', from: ['Name'] },
    { to: 'notes', from: ['Notes'] },
  ],
}

test('a file that is large enough to be read in a thread of its own comes to the same plan as a small one', async () => {
  const run = (...args: string[]) => rollcall([...args, '--practice'], { home })
  const exported = join(home, 'contacts.csv')
  expect((await run('sync')).code).toBe(0)
  expect((await run('contacts', 'export', '--out', exported)).code).toBe(0)
  const { data } = Papa.parse<Record<string, string>>(readFileSync(exported, 'utf8').replace('\uFEFF', ''), { header: true })
  const contacts = data.filter((row) => (row['Phone Number'] ?? '') !== '')
  expect(contacts.length).toBeGreaterThan(1000)
  writeFileSync(join(home, 'recipe.json'), JSON.stringify(recipe))
  const planOf = async (filler: string) => {
    const path = join(home, `list-${filler.length}.csv`)
    const rows = contacts.map((row, at) => ({
      Phone: row['Phone Number'],
      Name: at % 9 === 0 ? 'New Name' : row['Name'],
      Notes: row['Notes'],
      Filler: filler,
    }))
    writeFileSync(path, Papa.unparse(rows))
    const { code, stderr, json } = await run('plan', path, '--recipe', join(home, 'recipe.json'), '--json')
    expect(stderr).not.toContain('stopped')
    expect(code).toBe(0)
    const { plan: _plan, ...rest } = json()
    return rest
  }
  const small = await planOf('x')
  expect(small['unchanged']).toBeGreaterThan(1000)
  expect(small['send']).toBeGreaterThan(100)
  expect(await planOf('x'.repeat(2500))).toEqual(small)
})
