import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { systemClock } from '../../../src-main/engine/clock.ts'
import { type Input, type Output, type ProcedureName, procedures, type Recipe } from '../../../src-main/engine/contract.ts'
import { createEngine } from '../../../src-main/engine/engine.ts'
import { createSandbox } from '../../../src-main/sandbox/sandbox.ts'
import { recipe } from '../store/stored-things.ts'

const endings: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

/** The whole engine, with a service that has no contacts: those of the file are created. */
async function office() {
  const home = mkdtempSync(join(tmpdir(), 'rollcall-edits-'))
  endings.push(() => rmSync(home, { recursive: true, force: true }))
  const sandbox = await createSandbox({ contacts: 0 })
  endings.push(() => sandbox.close())
  const start = async () => {
    const vault = { read: async () => null, write: async () => undefined, forget: async () => undefined }
    const engine = createEngine({ home, vault, clock: systemClock, operator: 'Pat', practice: { baseUrl: sandbox.baseUrl, token: sandbox.token }, environment: null })
    endings.push(() => engine.close())
    const call = async <P extends ProcedureName>(procedure: P, input: Input<P>): Promise<Output<P>> => {
      const answer = await engine.call(procedure, input)
      if (!answer.ok) throw Object.assign(new Error(answer.error.message), answer.error)
      return procedures[procedure].output.parse(answer.value) as Output<P>
    }
    await call('accounts.open', { accountId: 'practice' })
    return { call, close: () => engine.close() }
  }
  const file = async (call: Awaited<ReturnType<typeof start>>['call'], text: string) => {
    const path = join(home, 'list.csv')
    writeFileSync(path, text)
    return call('files.open', { path })
  }
  return { home, start, file }
}

const parts: Partial<Recipe> = {
  match: { by: 'phone', column: 'Phone', country: 'US' },
  fields: [{ to: 'name', from: ['Name'] }, { to: 'notes', from: ['Notes'] }],
  notFound: 'create',
}
const list = 'Name,Phone,Notes\nAnn,555-201-0001,one\nBob,12,two\nCid,555-201-0003,three\nDee,555-201-0001,four\n'

test('a correction mends a row, is kept with the file, survives a restart and can be taken back', async () => {
  const { start, file } = await office()
  const { call, close } = await start()
  const { id: fileId } = await file(call, list)
  const plan = await call('plans.start', { fileId, recipe: recipe(parts), lookup: 'never', wait: true })
  expect(plan).toMatchObject({ send: 2, invalid: 1, skipped: 1 })

  const cell = { kind: 'cell', line: 3, column: 1, before: '12', after: '555-201-0002' } as const
  const revised = await call('plans.revise', { planId: plan.id, edits: [cell] })
  expect(revised.plan).toMatchObject({ id: plan.id, send: 3, invalid: 0, skipped: 1, editsThrough: 1 })
  const page = await call('plans.rows', { planId: plan.id, edited: true, withCells: true, offset: 0, limit: 10 })
  expect(page).toMatchObject({ total: 1, rows: [{ line: 3, cells: ['Bob', '555-201-0002', 'two'], edits: [{ column: 1, before: '12', after: '555-201-0002', kind: 'cell' }] }] })
  await close()

  const again = await start()
  const { id: sameFileId } = await file(again.call, list)
  expect(sameFileId).not.toBe(fileId)
  expect(await again.call('edits.list', { fileId: sameFileId, offset: 0, limit: 10 })).toMatchObject({ edits: [{ number: 1, edit: cell, isUndone: false }], total: 1, through: 1 })
  expect(await again.call('plans.start', { fileId: sameFileId, recipe: recipe(parts), lookup: 'never', wait: true })).toMatchObject({ send: 3 })

  const excluded = await again.call('plans.revise', { planId: plan.id, edits: [{ kind: 'exclude', lines: [5] }], undo: [1] })
  expect(excluded.plan).toMatchObject({ send: 2, invalid: 1, skipped: 1, editsThrough: 3, skips: [{ reason: 'Left out by hand.', rows: 1 }] })
})
