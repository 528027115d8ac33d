import { expect, test } from 'vitest'
import { recipe } from '../store/stored-things.ts'
import { practiceEngine } from './practice-engine.ts'

async function practice() {
  const { call, openFile } = await practiceEngine({ contacts: 5 })
  const open = async (name: string, text: string) => (await openFile(name, text)).id
  return { call, open }
}

const table = 'Phone,Note\n+12025550110,one\n+12025550111,two\n'
const monthly = recipe({ name: 'Monthly', match: { by: 'phone', column: 'Phone' }, fields: [{ to: 'notes', from: ['Note'] }] })

test('a recipe is offered for a file whose header stands in another line this time, and reads it there', async () => {
  const { call, open } = await practice()
  const january = await open('january.csv', `Contacts\nJanuary\n\n${table}`)
  const withTitles = { ...monthly, source: { ...monthly.source, skipLines: 3 } }
  await call('recipes.save', { recipe: withTitles, fileId: january })

  const february = await open('february.csv', `Contacts of February\n${table}`)
  const { saved } = await call('mapping.suggest', { fileId: february, dialect: { skipLines: 'auto' } })
  expect(saved).toMatchObject([{ name: 'Monthly', fit: { kind: 'same', missing: [] }, recipe: { source: { skipLines: 1 } } }])
  const plan = await call('plans.start', { fileId: february, recipe: saved[0]?.recipe ?? monthly, wait: true })
  expect(plan).toMatchObject({ state: 'ready', rows: 2 })
})

test('a recipe for another file is not offered', async () => {
  const { call, open } = await practice()
  await call('recipes.save', { recipe: monthly, fileId: await open('list.csv', table) })
  const other = await open('other.csv', 'Title,Price\nTea,3\nMilk,1\n')
  expect((await call('mapping.suggest', { fileId: other })).saved).toEqual([])
})
