import type { EngineClient, PlanSummary } from '../../engine/contract.ts'
import { answered } from './answered.ts'
import type { Release } from './option-values.ts'
import type { Terminal } from './terminal.ts'
import { counted } from './words.ts'

/** The plan after these releases. Throws `guard.wrong_count` at the first number that is not the guard's own. */
export async function releaseGuards(client: EngineClient, plan: PlanSummary, releases: readonly Release[] = []): Promise<PlanSummary> {
  let released = plan
  for (const { guard, contacts } of releases) released = answered(await client.call('plans.release', { planId: plan.id, guard, contacts }))
  return released
}

/** Says that rows stay behind, and how they could be released, so that a run that did not do all is no surprise. */
export function noteHeld(terminal: Terminal, plan: PlanSummary): void {
  if (plan.held === 0) return
  const open = plan.guards.filter(({ released }) => !released)
  terminal.note(`${counted(plan.held, 'row')} ${plan.held === 1 ? 'is' : 'are'} held and will not be sent:`)
  for (const { guard, contacts, message } of open) terminal.note(`  ${message} To release: --release ${guard}=${contacts}`)
}
