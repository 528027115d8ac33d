import { AppError } from '../../../src-main/engine/model/errors.ts'
import { tablesOf } from '../../../src-main/engine/store/tables.ts'
import { carryOut, type Errand } from '../people/office.ts'
import type { World } from '../people/world.ts'
import type { CustomerState } from '../service/service-model.ts'
import { fieldsOfState } from './contact-fields.ts'
import type { Problem } from './problem.ts'

/**
 * Takes a run back. What is then said to be restored is as it was `before` that run; nothing else is different from what it was
 * when the undo began, and nobody got consent or was unblocked by it.
 */
export async function checkUndo(world: World, runId: string, before: readonly CustomerState[]): Promise<Problem[]> {
  const atStart = new Map(world.service.customers().map((state) => [state.uuid, fieldsOfState(state)]))
  const asBefore = new Map(before.map((state) => [state.uuid, fieldsOfState(state)]))
  const errand: Errand = { what: { kind: 'undo', runId }, planId: null, runId: null, stop: null, isCanceled: false }
  try {
    await carryOut(world, 'first', errand)
  } catch (error) {
    // A run that changed nothing, or nothing that can be taken back.
    if (error instanceof AppError && error.code === 'run.state') return []
    throw error
  }
  const restored = restoredFields(world, errand)
  const problems: Problem[] = []
  for (const state of world.service.customers()) {
    const [was, then, now] = [asBefore.get(state.uuid), atStart.get(state.uuid), fieldsOfState(state)]
    const isRestored = restored.get(state.uuid) ?? new Set()
    for (const field of new Set([...Object.keys(then ?? {}), ...Object.keys(now)])) {
      const expected = (isRestored.has(field) ? was : then)?.[field] ?? ''
      const value = now[field] ?? ''
      const name = `${field} of ${state.phone}`
      if (value !== expected)
        problems.push({ what: 'undo', message: `${name} is ${JSON.stringify(value)}, not ${JSON.stringify(expected)}.` })
      const isAsked = world.scenario.features.includes('undoOfPermission')
      const isGiven = isAsked && ((field === 'consent' && value === true) || (field === 'blocked' && value === false))
      if (isGiven && then?.[field] !== value) problems.push({ what: 'undo', message: `The undo by itself set ${name} to ${value}.` })
    }
  }
  return problems
}

/** What the undo says that it restored, by the contact. */
function restoredFields(world: World, { planId, runId }: Errand): Map<string, Set<string>> {
  const { planRows, runRows } = tablesOf(world.program('first').store)
  const restored = new Map<string, Set<string>>()
  if (planId === null || runId === null) return restored
  for (const { row, contactUuid } of planRows.after(planId, 0, 1000)) {
    const undone = runRows.find(runId, [row]).get(row)?.undone
    if (contactUuid === null || !undone) continue
    const fields = restored.get(contactUuid) ?? new Set()
    for (const field of undone.restored) fields.add(field)
    restored.set(contactUuid, fields)
  }
  return restored
}
