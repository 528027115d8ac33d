import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { practiceEngine } from '../../procedures/practice-engine.ts'
import { recipe } from '../../store/stored-things.ts'

test('a contact that was created without an e-mail address is known to have none: clearing it again is no call', async () => {
  const { call, openFile } = await practiceEngine({ contacts: 0 })
  const { id: fileId } = await openFile(
    'list.csv',
    Papa.unparse([
      ['Phone', 'Name', 'E-mail'],
      ['212-555-0001', 'Ann', ''],
      ['212-555-0002', 'Ben', 'ben@example.com'],
    ]),
  )
  const clearing = recipe({
    match: { by: 'phone', column: 'Phone', country: 'US' },
    fields: [
      { to: 'name', from: ['Name'] },
      { to: 'email', from: ['E-mail'] },
    ],
    blank: 'clear',
    notFound: 'create',
  })
  const { id: planId } = await call('plans.start', { fileId, recipe: clearing, lookup: 'missing', wait: true })
  expect(await call('runs.start', { planId, wait: true })).toMatchObject({ done: 2, failed: 0 })
  expect(await call('plans.start', { fileId, recipe: clearing, lookup: 'missing', wait: true })).toMatchObject({ unchanged: 2, calls: 0 })
})
