import type { EngineClient, PlanSummary } from '../../../engine/contract.ts'
import type { Terminal } from '../output/terminal.ts'
import type { Release } from './option-values.ts'
import { releaseGuards } from './release-option.ts'
import { releaseRows, type RowReleaseOptions } from './row-release-options.ts'

/** The plan after all that the command releases. Who is texted is settled, row by row, before the number of people counts. */
export async function releaseAll(
  client: EngineClient,
  terminal: Terminal,
  plan: PlanSummary,
  options: RowReleaseOptions & { release?: readonly Release[] },
): Promise<PlanSummary> {
  const isOfPeople = ({ guard }: Release): boolean => guard === 'sending'
  const releases = options.release ?? []
  const others = releases.filter((one) => !isOfPeople(one))
  const settled = await releaseRows(client, await releaseGuards(client, terminal, plan, others), options)
  return releaseGuards(client, terminal, settled, releases.filter(isOfPeople))
}
