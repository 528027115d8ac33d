import { numbersOf } from '../../../src-main/engine/model/plans/stored-phones.ts'
import { tablesOf } from '../../../src-main/engine/store/tables.ts'
import type { Errand } from '../people/office.ts'
import type { World } from '../people/world.ts'
import { isExact, type Traits } from '../service/traits.ts'
import type { Problem } from './problem.ts'
import { summaryOf } from './row-fates.ts'

export interface ContactProblem extends Problem {
  phone: string
  field: string
}

/**
 * Of a service that does something else than it is asked to: leaves out what the runs have said themselves of the very contact, in
 * words, unless it can be put back; then it has to be as it was. A run that was canceled puts nothing back.
 */
export function withoutSaid(world: World, errands: readonly Errand[], problems: readonly ContactProblem[]): Problem[] {
  const { traits } = world.scenario
  if (isExact(traits)) return [...problems]
  const said = saidOf(world, errands)
  let elsewhere = traits.update === 'storesElsewhere' ? said.size : 0
  const unnamed = new Set<string>()
  return problems.filter(({ phone, field }) => {
    const isCanceled = said.get(phone)
    if (isCanceled !== undefined) return !isCanceled && mustBeBack(traits, field)
    // Where it was stored instead, nobody can know.
    if (!unnamed.has(phone)) elsewhere -= 1
    unnamed.add(phone)
    return elsewhere < 0
  })
}

/** The numbers of those of whom a row says what the service did to them, and whether its run was canceled. */
function saidOf(world: World, errands: readonly Errand[]): Map<string, boolean> {
  const { planRows, runRows } = tablesOf(world.program('first').store)
  const phones = new Map<string, boolean>()
  for (const { planId, runId } of errands) {
    if (planId === null || runId === null) continue
    const isCanceled = summaryOf(world, runId).state === 'cancelled'
    const ended = runRows.range(runId, 1, 1000)
    for (const { row, phone } of planRows.after(planId, 0, 1000))
      if (ended.get(row)?.failure?.code.startsWith('service.') === true)
        for (const one of numbersOf(phone)) phones.set(one, isCanceled || phones.get(one) === true)
  }
  return phones
}

/** Whether the service lets itself be put right: by a change that names what was lost, or by a refusal that is set once more. */
function mustBeBack({ update, consent, import: imports, resolve }: Traits, field: string): boolean {
  switch (update) {
    case 'replacesMap':
      return field.startsWith('custom:')
    case 'clearsNotes':
      return field === 'notes'
    case 'clearsTags':
    case 'replacesTags':
      return field === 'tags'
    case 'exact':
      return [consent, imports, resolve].includes('unblocks') && field === 'blocked'
    case 'unblocks':
    case 'unarchives':
    case 'resetsConsent':
    case 'echoesOnly':
    case 'storesElsewhere':
      return false
  }
}
