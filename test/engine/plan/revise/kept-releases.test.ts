import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { isStillAnswered } from '../../../../src-main/engine/plan/revise/kept-releases.ts'
import { planSummary } from '../../../../src-main/engine/plan/read/read-plan.ts'
import { releaseRows } from '../../../../src-main/engine/plan/guards/release-rows.ts'
import type { Store } from '../../../../src-main/engine/store/open-store.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { recipe as recipeOf } from '../../store/stored-things.ts'
import { tempStores } from '../../store/temp-store.ts'
import { allRows, cache, nowMs } from '../planning.ts'
import { correctedFile } from '../corrected-file.ts'

const newStore = tempStores()
const folder = mkdtempSync(join(tmpdir(), 'rollcall-kept-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const evidence = { text: 'Form', date: '2023-01-02', refusedDate: '2020-01-02' }
const exclude = (line: number) => ({ kind: 'exclude' as const, lines: [line] })
const never = () => new AbortController().signal
let store: Store
beforeEach(() => {
  store = newStore()
})

/** Three people who refused and agree by the file, of whom the first two were released with evidence. */
async function twoReleased() {
  for (const at of [1, 2, 3]) cache(store, { uuid: `u${at}`, phone: `+1212555010${at}`, name: null, consent: false })
  const recipe = recipeOf({ kind: 'consent', fields: [{ to: 'consent', from: ['OK'], values: { yes: true } }] })
  const lines = ['Phone,OK', '+12125550101,yes', '+12125550102,yes', '+12125550103,yes']
  const file = await correctedFile(store, folder, lines.join('\n'), recipe)
  const planId = await file.plan()
  releaseRows(store, tablesOf(store).plans.idOf(planId), { lines: [2, 3], evidence }, nowMs)
  return { file, planId }
}
const classesOf = (planId: string) => allRows(store, tablesOf(store).plans.idOf(planId)).map((row) => row.class)

test('an answer for one row stays when another one is left out, with its evidence', async () => {
  const { file, planId } = await twoReleased()
  await file.revise(planId, [exclude(4)], [], never(), [])
  expect(classesOf(planId)).toEqual(['send', 'send', 'skipped'])
  const [first] = allRows(store, tablesOf(store).plans.idOf(planId))
  expect(first?.detail.evidence).toMatchObject({ 'Released with': 'Form', 'Released with, dated': '2023-01-02' })
  expect(planSummary(store, tablesOf(store).plans.idOf(planId))).toMatchObject({ send: 2, held: 0, skipped: 1, contacts: 2 })
})

test('an answer that is taken back makes the row wait again, and no other', async () => {
  const { file, planId } = await twoReleased()
  await file.revise(planId, [], [], never(), [3])
  expect(classesOf(planId)).toEqual(['send', 'held', 'held'])
  expect(allRows(store, tablesOf(store).plans.idOf(planId))[1]?.detail.evidence).toBeUndefined()
})

test('a row whose contact has refused since waits again, however it was answered', async () => {
  const { file, planId } = await twoReleased()
  store.prepare('INSERT INTO do_not_text (phone, added_at_ms, plan_id, line) VALUES (?, ?, ?, 1)').run('+12125550101', nowMs, planId)
  await file.revise(planId, [exclude(4)], [], never(), [])
  expect(classesOf(planId)).toEqual(['held', 'send', 'skipped'])
})

test('a row that is corrected waits again', async () => {
  const { file, planId } = await twoReleased()
  await file.revise(planId, [{ kind: 'cell', line: 2, column: 0, before: '+12125550101', after: '+12125550103' }], [], never(), [])
  expect(classesOf(planId)).not.toContain('invalid')
  expect(allRows(store, tablesOf(store).plans.idOf(planId))[0]?.class).not.toBe('send')
})

test.each([
  [['consent'], ['consent'], true],
  [['consent'], ['consent', 'keyword'], true],
  [['consent', 'keyword'], ['consent'], false],
  [['edited'], ['edited'], false],
  [['consent', 'edited'], ['consent', 'edited'], false],
  [[], [], true],
] as const)('what holds a row now, %j, is answered by the release of %j: %j', (holding, released, answer) => {
  expect(isStillAnswered(holding, released)).toBe(answer)
})
