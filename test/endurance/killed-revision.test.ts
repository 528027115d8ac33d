import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Recipe } from '../../src-main/engine/model/recipes/recipe-schema.ts'
import { openStore } from '../../src-main/engine/store/open-store.ts'
import { tablesOf } from '../../src-main/engine/store/tables.ts'
import { bundledProgram } from '../helpers/bundled-program.ts'
import { recipe } from '../engine/store/stored-things.ts'
import { correctedFile, everythingOf } from '../engine/plan/corrected-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'rollcall-revise-kills-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let program: string
beforeAll(async () => {
  const bundled = await bundledProgram(join(import.meta.dirname, 'revise-child.ts'))
  program = bundled.path
  return bundled.remove
})

const kills = 12
const parts: Partial<Recipe> = {
  match: { by: 'phone', column: 'Phone', country: 'US' },
  fields: [{ to: 'name', from: ['Name'] }],
  notFound: 'create',
}

/** Starts correcting in a process of its own, and kills it at a random moment after some revisions. */
function killedAfter(revisions: number, args: string[]): Promise<void> {
  let left = revisions
  const child = fork(program, args, { execArgv: [] })
  return new Promise((resolve, reject) => {
    child.on('message', () => {
      if (left === 0) setTimeout(() => child.kill('SIGKILL'), Math.random() * 100)
      left -= 1
    })
    child.once('error', reject)
    child.once('exit', (code, signal) => (signal === 'SIGKILL' ? resolve() : reject(new Error(`The child ended by itself (${code}).`))))
  })
}

test('a process that is killed while it corrects leaves the plan as it was before or after, with just these corrections', async () => {
  const database = join(folder, 'rollcall.db')
  const store = openStore(database)
  try {
    const rows = Array.from({ length: 3000 }, (_, at) => `+1212555${String(at % 2900).padStart(4, '0')},Ann`)
    const file = await correctedFile(store, folder, `Phone,Name\n${rows.join('\n')}\n`, recipe(parts))
    const planId = await file.plan()
    let revised = 0
    for (let count = 0; count < kills; count += 1) {
      await killedAfter(count % 4, [database, file.fileId, file.storedPath, planId, JSON.stringify(parts)])
      const through = file.fileCorrections.through(file.key)
      expect(tablesOf(store).plans.find(tablesOf(store).plans.idOf(planId))).toMatchObject({ state: 'ready', correctionsThrough: through })
      const fresh = await file.plan()
      expect(everythingOf(store, planId)).toEqual(everythingOf(store, fresh))
      tablesOf(store).plans.remove(fresh)
      revised += count % 4
      expect(through).toBeGreaterThanOrEqual(revised)
    }
  } finally {
    store.close()
  }
}, 300_000)
