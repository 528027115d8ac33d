import type { EngineClient, PlanSummary } from '../../../engine/contract.ts'
import { AppError } from '../../../engine/model/errors.ts'
import { answered } from '../answered.ts'
import type { Release } from './option-values.ts'
import { createProgress } from '../output/terminal-progress.ts'
import { withStopSignals } from '../stop-signals.ts'
import type { Terminal } from '../output/terminal.ts'
import { howToRelease } from '../output/guard-text.ts'
import { counted } from '../output/number-words.ts'

/**
 * The plan after these releases. A bound releases what does not exceed it, and leaves held what does. Throws `guard.wrong_count` at
 * the first number that is not the guard's own, and `cancelled` at an interrupt.
 */
export async function releaseGuards(
  client: EngineClient,
  terminal: Terminal,
  plan: PlanSummary,
  releases: readonly Release[] = [],
): Promise<PlanSummary> {
  if (releases.length === 0) return plan
  const progress = createProgress(terminal)
  const end = client.on('plan.releasing', ({ rowsCounted, rows, guard }) => progress.show(rowsCounted, rows, `releasing ${guard}`))
  let isStopped = false
  const cancel = () => {
    isStopped = true
    void client.call('plans.cancel', { planId: plan.id })
  }
  try {
    let released = plan
    await withStopSignals(terminal, cancel, async () => {
      for (const release of releases) {
        const contacts = release.isBound ? withinBound(terminal, released, release) : release.contacts
        if (contacts === null) continue
        released = answered(await client.call('plans.release', { planId: plan.id, guard: release.guard, contacts }))
        noteStillHeld(terminal, released, release)
      }
    })
    if (isStopped) throw new AppError('cancelled', 'This was stopped; nothing was sent.', 'Give the same command again when you are ready.')
    return released
  } finally {
    end()
    progress.end()
  }
}

/** Of guard `consent` a number releases only what the file itself shows. */
function noteStillHeld(terminal: Terminal, plan: PlanSummary, { guard }: Release): void {
  const left = plan.guards.find((one) => one.guard === guard && !one.released)
  if (left === undefined) return
  const rows = counted(left.rows, 'row')
  terminal.note(
    `${rows} of guard "${guard}" stay${left.rows === 1 ? 's' : ''} held: the file shows no evidence that is dated after the refusal.`,
  )
}

/** The number that releases a guard for which a bound was given; null where it holds nothing, or more than that. */
function withinBound(terminal: Terminal, plan: PlanSummary, { guard, contacts: bound }: Release): number | null {
  const held = plan.guards.find((one) => one.guard === guard && !one.released)
  if (held === undefined) return null
  if (held.contacts <= bound) return held.contacts
  terminal.note(`The guard "${guard}" holds ${counted(held.contacts, 'contact')}, more than the ${bound} that were allowed: it stays held.`)
  return null
}

/** Says that rows stay behind, and how they could be released, so that a run that did not do all is no surprise. */
export function noteHeld(terminal: Terminal, plan: PlanSummary): void {
  if (plan.held === 0) return
  const open = plan.guards.filter(({ released }) => !released)
  terminal.note(`${counted(plan.held, 'row')} ${plan.held === 1 ? 'is' : 'are'} held and will not be sent:`)
  for (const guard of open) terminal.note(`  ${guard.message} ${howToRelease(guard, `rollcall run ${plan.id}`)}`)
}
