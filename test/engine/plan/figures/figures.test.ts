import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import Papa from 'papaparse'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { CustomerRecord } from '../../../../src-main/engine/model/contacts/customer.ts'
import { editSchema, type Edit } from '../../../../src-main/engine/model/files/edit-schema.ts'
import { guards, type Guard } from '../../../../src-main/engine/model/plans/plan-schema.ts'
import type { Recipe } from '../../../../src-main/engine/model/recipes/recipe-schema.ts'
import { guardLimits } from '../../../../src-main/engine/plan/guards/guard-limits.ts'
import { releaseGuard } from '../../../../src-main/engine/plan/guards/release-guard.ts'
import type { Store } from '../../../../src-main/engine/store/open-store.ts'
import { createPlans } from '../../../../src-main/engine/store/plans/plans.ts'
import { portion } from '../../../helpers/portion.ts'
import { recipe as recipeOf } from '../../store/stored-things.ts'
import { tempStores } from '../../store/temp-store.ts'
import { cache } from '../planning.ts'
import { correctedFile } from '../revising.ts'
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
  fc.constantFrom('Ann', 'Bea', ''),
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
  messages: [rule('body', 'Name')],
}
const arbitraryRecipe = fc
  .record({
    kind: fc.constantFrom<Recipe['kind'][]>('contacts', 'consent', 'messages'),
    notFound: fc.constantFrom<Recipe['notFound'][]>('skip', 'create'),
    duplicates: fc.constantFrom<Recipe['duplicates'][]>('last', 'first', 'invalid', 'merge'),
  })
  .map(({ duplicates, ...parts }) =>
    recipeOf({
      ...parts,
      fields: fields[parts.kind],
      ...(parts.kind === 'messages' ? { resolveAfter: true } : { duplicates }),
      ...(parts.kind === 'contacts' && { blank: 'clear' }),
    }),
  )
const arbitraryLimits = fc.record({
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
const arbitraryEdit = (rows: number): fc.Arbitrary<Edit> => {
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
    .map((edit) => editSchema.parse(edit))
}

type Cells = [string, string, string, string, string]
type Step = { kind: 'correct'; edits: Edit[] } | { kind: 'undo'; number: number } | { kind: 'release'; guard: Guard }

const arbitraryCase = fc.array<Cells>(fc.tuple(...cells), { minLength: 1, maxLength: 10 }).chain((rows) =>
  fc.record({
    rows: fc.constant(rows),
    steps: fc.array(
      fc.oneof<fc.Arbitrary<Step>[]>(
        fc.record({ kind: fc.constant('correct'), edits: fc.array(arbitraryEdit(rows.length), { minLength: 1, maxLength: 2 }) }),
        fc.record({ kind: fc.constant('undo'), number: fc.integer({ min: 1, max: 6 }) }),
        fc.record({ kind: fc.constant('release'), guard: fc.constantFrom(...guards) }),
      ),
      { maxLength: 6 },
    ),
  }),
)

/** Of one number, a message that is sent and two that are held. */
const threeMessages: { rows: Cells[]; steps: Step[] } = {
  rows: ['inbound', 'who knows', 'who knows'].map((direction, at) => ['+12125550101', `Text ${at}`, '', '', direction]),
  steps: [
    { kind: 'correct', edits: [editSchema.parse({ kind: 'exclude', lines: [3] })] },
    { kind: 'undo', number: 1 },
    { kind: 'release', guard: 'direction' },
    { kind: 'correct', edits: [editSchema.parse({ kind: 'exclude', lines: [2] })] },
  ],
}
const noLimits = { ...guardLimits, clearContacts: 100 }

test('figures equal a recount of the rows, after any sequence of releases, corrections and undone corrections', async () => {
  const seen = { alone: 0, released: 0, numbers: 0 }
  await fc.assert(
    fc.asyncProperty(arbitraryCase, arbitraryRecipe, arbitraryLimits, async ({ rows, steps }, recipe, limits) => {
      store.exec('DELETE FROM plans; DELETE FROM contacts')
      cache(store, ...known)
      const file = await correctedFile(store, folder, Papa.unparse([header, ...rows]), recipe, { limits })
      const knownAs = await file.plan()
      const plans = createPlans(store)
      const expectToAddUp = () => {
        const planId = plans.idOf(knownAs)
        expect(sorted(storedFigures(store, planId))).toEqual(sorted(recount(store, planId)))
      }
      expectToAddUp()
      const correct = async (edits: readonly Edit[], undo: readonly number[]) => {
        // The correction is one of what stands in the cell.
        const fitting = edits.map((edit) => (edit.kind === 'cell' ? { ...edit, before: rows[edit.line - 2]?.[edit.column] ?? '' } : edit))
        if ((await file.revise(knownAs, fitting, undo)) < rows.length) seen.alone += 1
      }
      for (const step of steps) {
        const planId = plans.idOf(knownAs)
        if (step.kind === 'correct') await correct(step.edits, [])
        else if (step.kind === 'undo') await correct([], [step.number])
        else {
          const held = plans.find(planId)?.totals?.guards.find(({ guard }) => guard === step.guard)
          await releaseGuard(store, planId, step.guard, held?.contacts ?? 0)
          if (held !== undefined) seen.released += 1
          if (held !== undefined && held.contacts < held.rows) seen.numbers += 1
        }
        expectToAddUp()
      }
    }),
    { numRuns: portion(150), examples: [[threeMessages, recipeOf({ kind: 'messages', fields: fields.messages }), noLimits]] },
  )
  const { alone, released, numbers } = seen
  expect({ alone: alone > 0, released: released > 0, numbers: numbers > 0 }).toEqual({ alone: true, released: true, numbers: true })
}, 240_000)
