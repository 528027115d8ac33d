import { randomUUID } from 'node:crypto'
import { type Clock, systemClock } from '../../../src-main/engine/model/clock.ts'
import { planUndo } from '../../../src-main/engine/undo/plan-undo.ts'
import { runSummary } from '../../../src-main/engine/results/run-summary.ts'
import type { Runner } from '../../../src-main/engine/run/runner.ts'
import type { Store } from '../../../src-main/engine/store/open-store.ts'
import type { Sandbox } from '../../../src-main/sandbox/sandbox.ts'

/** Runs a plan to its end and answers the summary. */
export async function runPlan(store: Store, runner: Runner, planId: string) {
  const runId = await runner.start(planId)
  await runner.whenSettled(runId)
  return runSummary(store, runId, Date.now())
}

/** `clock`: that of the run, where it has one of its own. */
export async function undoPlan(store: Store, runId: string, clock: Clock = systemClock): Promise<string> {
  const planId = randomUUID()
  await planUndo({ store, runId, planId, clock })
  return planId
}

export async function undoRun(store: Store, runner: Runner, runId: string, clock: Clock = systemClock) {
  return runPlan(store, runner, await undoPlan(store, runId, clock))
}

/** Writes to a contact as another agent would. */
export async function editAsAnotherAgent(
  sandbox: Pick<Sandbox, 'baseUrl' | 'token'>,
  uuid: string,
  customer: Record<string, unknown>,
): Promise<void> {
  const answer = await fetch(`${sandbox.baseUrl}/api/customer/${uuid}.json`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', 'x-tgp-access-token': sandbox.token },
    body: JSON.stringify({ customer }),
  })
  if (answer.status !== 200) throw new Error(`The correction was refused: ${answer.status}`)
}

/** What the service holds of a contact, without its counters: texts but for null and empty, tags as sets. */
export function stateOf(sandbox: Sandbox, uuid: string) {
  const found = sandbox.customer(uuid)
  if (found === null) throw new Error(`There is no contact ${uuid}.`)
  const { name, notes, tags, customFields, consent, archived, blocked, phone } = found
  const filled = Object.entries(customFields).filter(([, value]) => value !== null && value !== '')
  return {
    phone,
    name: name ?? '',
    notes: notes ?? '',
    tags: [...tags].toSorted(),
    customFields: Object.fromEntries(filled),
    consent,
    archived,
    blocked,
  }
}
