import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { systemClock } from '../../../src-main/engine/clock.ts'
import { type Input, type Output, type ProcedureName, procedures } from '../../../src-main/engine/contract.ts'
import { createEngine } from '../../../src-main/engine/engine.ts'
import { createSandbox } from '../../../src-main/sandbox/sandbox.ts'
import { recipe } from '../store/stored-things.ts'

const endings: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

async function practice() {
  const home = mkdtempSync(join(tmpdir(), 'rollcall-fitting-'))
  endings.push(() => rmSync(home, { recursive: true, force: true }))
  const sandbox = await createSandbox({ contacts: 5 })
  endings.push(() => sandbox.close())
  const vault = { read: async () => null, write: async () => undefined, forget: async () => undefined }
  const engine = createEngine({ home, vault, clock: systemClock, operator: 'Pat', practice: { baseUrl: sandbox.baseUrl, token: sandbox.token }, environment: null })
  endings.push(() => engine.close())
  const call = async <P extends ProcedureName>(procedure: P, input: Input<P>): Promise<Output<P>> => {
    const answer = await engine.call(procedure, input)
    if (!answer.ok) throw Object.assign(new Error(answer.error.message), answer.error)
    return procedures[procedure].output.parse(answer.value) as Output<P>
  }
  await call('accounts.open', { accountId: 'practice' })
  const open = async (name: string, text: string) => {
    writeFileSync(join(home, name), text)
    return (await call('files.open', { path: join(home, name) })).id
  }
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
