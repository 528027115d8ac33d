import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import Papa from 'papaparse'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { CustomerRecord } from '../../../../src-main/engine/model/contacts/customer.ts'
import { correctionSchema, type Correction } from '../../../../src-main/engine/model/files/correction-schema.ts'
import { guards, type Guard } from '../../../../src-main/engine/model/plans/plan-schema.ts'
import type { Recipe } from '../../../../src-main/engine/model/recipes/recipe-schema.ts'
import { type GuardLimits, guardLimits } from '../../../../src-main/engine/plan/guards/guard-limits.ts'
import { AppError } from '../../../../src-main/engine/model/errors.ts'
import { releaseRows } from '../../../../src-main/engine/plan/guards/release-rows.ts'
import { releaseGuard } from '../../../../src-main/engine/plan/guards/release-guard.ts'
import type { Store } from '../../../../src-main/engine/store/open-store.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { portion } from '../../../helpers/portion.ts'
import { recipe as recipeOf } from '../../store/stored-things.ts'
import { tempStores } from '../../store/temp-store.ts'
import { cache } from '../planning.ts'
import { correctedFile } from '../corrected-file.ts'
import { recount, sorted, storedFigures } from './recount.ts'

const newStore = tempStores()
const folder = mkdtempSync(join(tmpdir(), 'rollcall-figures-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let store: Store
beforeEach(() => {
  store = newStore()
})

const known: CustomerRecord[] = [
  { uuid: 'u1', phone: '+12125550101', name: 'Ann', notes: 'old', tags: ['vip'], consent: null, archived: false, blocked: false },
  { uuid: 'u2', phone: '+12125550102', name: 'Bob', notes: 'x', tags: [], consent: false, archived: false, blocked: false },
  { uuid: 'u3', phone: '+12125550103', name: null, notes: 'x', tags: ['a', 'b'], consent: true, archived: false, blocked: true },
]
const header = ['Phone', 'Name', 'Notes', 'Consent', 'Direction']
const cells = [
  fc.constantFrom('+12125550101', '+12125550102', '+12125550103', '+12125550104', '12', ''),
  fc.constantFrom('Ann', 'Bea', 'STOP', ''),
  fc.constantFrom('old', '', 'x'),
  fc.constantFrom('yes', 'no', '', 'perhaps'),
  fc.constantFrom('inbound', 'outbound', 'who knows', 'who knows'),
] as const
const rule = (to: 'name' | 'notes' | 'body', from: string) => ({ to, from: [from] })
const fields: Record<Recipe['kind'], Recipe['fields']> = {
  contacts: [rule('name', 'Name'), rule('notes', 'Notes')],
  consent: [
    { to: 'consent', from: ['Consent'], values: { yes: true, no: false } },
    { to: 'evidence', from: ['Notes'] },
  ],
  resolve: [],
  whispers: [rule('body', 'Name')],
  messages: [rule('body', 'Name')],
  send: [rule('body', 'Name')],
  groupSend: [rule('body', 'Name')],
  requestConsent: [],
}
const arbitraryRecipe = fc
  .record({
    kind: fc.constantFrom<Recipe['kind'][]>('contacts', 'consent', 'whispers', 'messages'),
    notFound: fc.constantFrom<Recipe['notFound'][]>('skip', 'create'),
    duplicates: fc.constantFrom<Recipe['duplicates'][]>('last', 'first', 'invalid', 'merge'),
  })
  .map(({ duplicates, ...parts }) =>
    recipeOf({
      ...parts,
      fields: fields[parts.kind],
      ...(parts.kind === 'messages' || parts.kind === 'whispers' ? { resolveAfter: true } : { duplicates }),
      ...(parts.kind === 'contacts' && { blank: 'clear' }),
    }),
  )
const arbitraryLimits: fc.Arbitrary<GuardLimits> = fc.record({
  massContacts: fc.constantFrom(0, 1, 500),
  massShare: fc.constantFrom(0, 0.5),
  clearContacts: fc.constantFrom(0, 1, 100),
  newContacts: fc.constantFrom(0, 1, 500),
  newShare: fc.constantFrom(0, 0.25),
  newInAccountOf: fc.constant(0),
  withdrawContacts: fc.constantFrom(0, 1, 20),
  withdrawShare: fc.constantFrom(0, 0.6),
})

const column = fc.integer({ min: 0, max: header.length - 1 })
const arbitraryCorrection = (rows: number): fc.Arbitrary<Correction> => {
  const line = fc.integer({ min: 2, max: rows + 1 })
  return fc
    .oneof(
      {
        weight: 4,
        arbitrary: column.chain((at) =>
          fc.record({
            kind: fc.constant('cell'),
            line,
            column: fc.constant(at),
            before: fc.constant(''),
            after: cells[at] ?? cells[1],
          }),
        ),
      },
      { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('exclude', 'include', 'apart'), lines: fc.tuple(line) }) },
    )
    .map((correction) => correctionSchema.parse(correction))
}

type Cells = [string, string, string, string, string]
type Step =
  | { kind: 'correct'; corrections: Correction[] }
  | { kind: 'undo'; number: number }
  | { kind: 'release'; guard: Guard }
  | { kind: 'releaseRow'; line: number }

const arbitraryCase = fc.array<Cells>(fc.tuple(...cells), { minLength: 1, maxLength: 10 }).chain((rows) =>
  fc.record({
    rows: fc.constant(rows),
    steps: fc.array(
      fc.oneof<fc.Arbitrary<Step>[]>(
        fc.record({
          kind: fc.constant('correct'),
          corrections: fc.array(arbitraryCorrection(rows.length), { minLength: 1, maxLength: 2 }),
        }),
        fc.record({ kind: fc.constant('undo'), number: fc.integer({ min: 1, max: 6 }) }),
        fc.record({ kind: fc.constant('release'), guard: fc.constantFrom(...guards) }),
        fc.record({ kind: fc.constant('releaseRow'), line: fc.integer({ min: 2, max: rows.length + 1 }) }),
      ),
      { maxLength: 6 },
    ),
  }),
)

/** Of one number, a message that is sent and two that are held. */
const threeMessages: { rows: Cells[]; steps: Step[] } = {
  rows: ['inbound', 'who knows', 'who knows'].map((direction, at) => ['+12125550101', `Text ${at}`, '', '', direction]),
  steps: [
    { kind: 'correct', corrections: [correctionSchema.parse({ kind: 'exclude', lines: [3] })] },
    { kind: 'undo', number: 1 },
    { kind: 'release', guard: 'direction' },
    { kind: 'correct', corrections: [correctionSchema.parse({ kind: 'exclude', lines: [2] })] },
  ],
}
/** Of one number, three messages that are held: by two guards, by one of them, and by the other. */
const severalReasons = (guard: Guard): { rows: Cells[]; steps: Step[] } => ({
  rows: [
    ['+12125550101', 'STOP', '', '', 'who knows'],
    ['+12125550101', 'stop', '', '', 'inbound'],
    ['+12125550101', 'Ann', '', '', 'who knows'],
    ['+12125550101', 'Bea', '', '', 'inbound'],
  ],
  steps: [
    { kind: 'releaseRow', line: 4 },
    { kind: 'release', guard },
    { kind: 'correct', corrections: [correctionSchema.parse({ kind: 'exclude', lines: [3] })] },
    { kind: 'release', guard: guard === 'keyword' ? 'direction' : 'keyword' },
  ],
})
/** Whether there was anything to release on the line, and the evidence was enough. */
function releasesRow(planId: string, line: number): boolean {
  const now = Date.now()
  const evidence = { text: 'Paper form', date: new Date(now - 1000).toISOString() }
  try {
    releaseRows(store, planId, { lines: [line], evidence }, now)
    return true
  } catch (error) {
    if (error instanceof AppError && ['guard.not_held', 'guard.evidence'].includes(error.code)) return false
    throw error
  }
}
/** Whether the guard let its rows go; where they need evidence that the file does not have, it holds them still. */
async function releases(planId: string, guard: Guard, contacts: number): Promise<boolean> {
  try {
    await releaseGuard(store, planId, guard, contacts)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'guard.evidence') return false
    if (error instanceof AppError && error.code === 'guard.wrong_count' && guardsByRow.includes(guard)) return false
    throw error
  }
}
/** No number lets these go. */
const guardsByRow: readonly Guard[] = ['noConsent', 'notReachable']
const messages = recipeOf({ kind: 'messages', fields: fields.messages })
const noLimits = { ...guardLimits, clearContacts: 100 }

test('figures equal a recount of the rows, after any sequence of releases, corrections and undone corrections', async () => {
  const seen = { alone: 0, released: 0, numbers: 0, rows: 0 }
  await fc.assert(
    fc.asyncProperty(arbitraryCase, arbitraryRecipe, arbitraryLimits, async ({ rows, steps }, recipe, limits) => {
      store.exec('DELETE FROM plans; DELETE FROM contacts')
      cache(store, ...known)
      const file = await correctedFile(store, folder, Papa.unparse([header, ...rows]), recipe, { limits })
      const knownAs = await file.plan()
      const plans = tablesOf(store).plans
      const expectToAddUp = () => {
        const planId = plans.idOf(knownAs)
        expect(sorted(storedFigures(store, planId))).toEqual(sorted(recount(store, planId)))
      }
      expectToAddUp()
      const correct = async (corrections: readonly Correction[], undo: readonly number[]) => {
        // The correction is one of what stands in the cell.
        const fitting = corrections.map((correction) =>
          correction.kind === 'cell' ? { ...correction, before: rows[correction.line - 2]?.[correction.column] ?? '' } : correction,
        )
        if ((await file.revise(knownAs, fitting, undo)) < rows.length) seen.alone += 1
      }
      for (const step of steps) {
        const planId = plans.idOf(knownAs)
        if (step.kind === 'correct') await correct(step.corrections, [])
        else if (step.kind === 'undo') await correct([], [step.number])
        else if (step.kind === 'releaseRow') seen.rows += releasesRow(planId, step.line) ? 1 : 0
        else {
          const held = plans.find(planId)?.totals?.guards.find(({ guard }) => guard === step.guard)
          const isReleased = await releases(planId, step.guard, held?.contacts ?? 0)
          if (held !== undefined && isReleased) seen.released += 1
          if (held !== undefined && isReleased && held.contacts < held.rows) seen.numbers += 1
        }
        expectToAddUp()
      }
    }),
    {
      numRuns: portion(150),
      examples: [
        [threeMessages, messages, noLimits],
        [severalReasons('keyword'), messages, noLimits],
        [severalReasons('direction'), messages, noLimits],
      ],
    },
  )
  for (const [what, times] of Object.entries(seen)) expect([what, times > 0]).toEqual([what, true])
}, 240_000)
