import { beforeEach, describe, expect, test } from 'vitest'
import type { GuardFigures } from '../../../../src-main/engine/model/plans/guard-figures.ts'
import type { Guard } from '../../../../src-main/engine/model/plans/plan-schema.ts'
import type { Recipe } from '../../../../src-main/engine/model/recipes/recipe-schema.ts'
import { createGuardTally } from '../../../../src-main/engine/plan/figures/guard-tally.ts'
import { heldGuards, planTotals } from '../../../../src-main/engine/plan/figures/plan-totals.ts'
import { createTally } from '../../../../src-main/engine/plan/figures/tally.ts'
import type { PlanTotals } from '../../../../src-main/engine/store/plans/plans.ts'
import type { Store } from '../../../../src-main/engine/store/open-store.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { addFile, columns, dialect, recipe } from '../../store/stored-things.ts'
import { tempStores } from '../../store/temp-store.ts'
import { cache, plan } from '../planning.ts'

const newStore = tempStores()
let store: Store
beforeEach(() => {
  store = newStore()
  addFile(store)
})

const figures: GuardFigures = { ...createGuardTally().figures(), changed: 600, total: 1000, agreeing: 0 }
const hold = (reason: string, contacts: number): PlanTotals['holds'][number] => ({ reason, rows: 10 * contacts, contacts, calls: contacts })

function guardsOf(holds: PlanTotals['holds'], parts: Partial<Recipe> = {}): PlanTotals['guards'] {
  tablesOf(store).plans.add({
    id: 'p',
    fileId: 'file',
    dialect,
    columns,
    recipe: recipe(parts),
    lookup: 'never',
    createdAtMs: 1,
    builder: null,
  })
  return heldGuards(store, 'p', holds, figures)
}
const messageOf = (guards: PlanTotals['guards'], guard: Guard) => guards.find((one) => one.guard === guard)?.message

test('contacts whose posts were not asked for are told where there are any, and so is the country', () => {
  guardsOf([])
  const told = (postsUnasked: number, country?: string) =>
    planTotals(store, 'p', createTally('contacts'), figures, { reads: 3, postsUnasked, country })
  expect(told(2, 'US')).toMatchObject({ reads: 3, postsUnasked: 2, country: 'US' })
  expect(told(0)).not.toHaveProperty('postsUnasked')
  expect(told(0)).not.toHaveProperty('country')
})

describe('what a guard holds', () => {
  test('is added up over all reasons that it is one of', () => {
    const guards = guardsOf([hold('clear', 1), hold('clear mass', 2), hold('mass', 4)])
    expect(guards.map(({ guard, rows, contacts, released }) => [guard, rows, contacts, released])).toEqual([
      ['clear', 30, 3, false],
      ['mass', 60, 6, false],
    ])
  })

  test('is each number once, where messages to it are held for several reasons', async () => {
    cache(store, { uuid: 'a', phone: '+15550000001' })
    const message = { attachments: [], sentAtSeconds: null }
    const { planId } = await plan(
      store,
      [
        { phone: '+15550000001', message: { ...message, body: 'STOP' } },
        { phone: '+15550000001', message: { ...message, body: 'STOP' }, isDirectionUnknown: true },
        { phone: '+15550000001', message: { ...message, body: 'Hello' }, isDirectionUnknown: true },
      ],
      { kind: 'messages' },
    )
    const totals = tablesOf(store).plans.find(planId)?.totals
    expect(totals?.holds.map(({ reason }) => reason).toSorted()).toEqual(['direction', 'direction keyword', 'keyword'])
    expect(totals?.guards.map(({ guard, rows, contacts }) => [guard, rows, contacts])).toEqual([
      ['direction', 2, 1],
      ['keyword', 2, 1],
    ])
  })
})

test('a share of the account is one of what Rollcall knows so far, until a sync has shown all', () => {
  expect(messageOf(guardsOf([hold('mass', 600)]), 'mass')).toContain('that Rollcall knows so far')
  const { syncs } = tablesOf(store)
  syncs.finish(syncs.begin(1), { finishedAtMs: 2, complete: true, contacts: 1000 })
  expect(messageOf(heldGuards(store, 'p', [hold('mass', 600)], figures), 'mass')).toContain('of this account')
})

test.each<[Partial<Recipe>, Guard, string]>([
  [{ kind: 'messages' }, 'direction', "becomes the customer's own words"],
  [{ kind: 'messages', whispers: { column: 'Direction', is: ['out'] } }, 'direction', 'or as a whisper'],
  [{ kind: 'groupSend' }, 'noConsent', 'everybody in these groups'],
  [{ kind: 'send' }, 'noConsent', 'agreed to texts: no record'],
])('of %j the guard "%s" speaks as fits that: %s', (parts, guard, words) => {
  expect(messageOf(guardsOf([hold(guard, 1)], parts), guard)).toContain(words)
})

test('a plan remembers the country of its numbers, where it knows one', async () => {
  const countryOf = async (settings: object) => {
    const { planId } = await plan(store, [{}], {}, { settings: { syncMaxAgeSeconds: 3600, concurrency: 3, ...settings } })
    return tablesOf(store).plans.find(planId)?.totals
  }
  expect(await countryOf({ country: 'CA' })).toMatchObject({ country: 'CA' })
  expect(await countryOf({})).not.toHaveProperty('country')
})
