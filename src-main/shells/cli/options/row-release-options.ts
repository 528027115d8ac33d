import { type Command, InvalidArgumentError } from 'commander'
import type { EngineClient, PlanSummary } from '../../../engine/contract.ts'
import { AppError } from '../../../engine/model/errors.ts'
import { answered } from '../answered.ts'

/** Rows that are released one by one, and what permission for somebody who refused is released with. */
export interface RowReleaseOptions {
  releaseRow?: number[]
  evidence?: string
  evidenceDate?: string
  refusedDate?: string
}

export const rowReleaseHelp = `
Rows that are held for what they say themselves (guards "consent", "direction", "keyword", "noConsent", "notReachable", "edited") are released one by one:
--release-row with their numbers, as "rollcall held" lists them. Consent for somebody who refused takes evidence, too: --evidence says how
the contact agreed again, --evidence-date when, which has to be after the refusal (2026-03-31, or 2026-03-31 14:30 where it is of
the same day). Where nothing tells when the contact refused, evidence has to be later than its record was read, or than the day that
you state with --refused-date. All of it goes to the consent ledger. The evidence is for all rows of the command.`

export function addRowReleaseOptions(command: Command): Command {
  return command
    .option('--release-row <rows>', 'release the held rows with these numbers, such as 12 or 12,15; repeatable', linesOf)
    .option('--evidence <text>', 'how the contacts of these rows agreed again to texts')
    .option('--evidence-date <date>', 'when they did: after they had refused')
    .option('--refused-date <date>', 'when they had refused, where nothing else tells that')
}

function linesOf(text: string, before: number[] | undefined): number[] {
  if (!/^\d{1,9}(,\d{1,9})*$/.test(text)) throw new InvalidArgumentError('It must be row numbers, such as 12 or 12,15.')
  return [...(before ?? []), ...text.split(',').map(Number)]
}

/** Throws `usage` where evidence is given for no row, or a part of it is missing. */
function evidenceOf({ releaseRow, evidence: text, evidenceDate: date, refusedDate }: RowReleaseOptions) {
  if (text === undefined && date === undefined && refusedDate === undefined) return {}
  if (releaseRow === undefined)
    throw new AppError('usage', 'Evidence is for rows, and none is named.', 'Give their numbers with --release-row.')
  if (text === undefined || date === undefined)
    throw new AppError('usage', 'Evidence is what it says, and its date.', 'Give both --evidence and --evidence-date.')
  return { evidence: { text, date, ...(refusedDate !== undefined && { refusedDate }) } }
}

/** The plan after the release of these rows; none is released where one cannot be. */
export async function releaseRows(client: EngineClient, plan: PlanSummary, options: RowReleaseOptions): Promise<PlanSummary> {
  const evidence = evidenceOf(options)
  if (options.releaseRow === undefined) return plan
  return answered(await client.call('plans.releaseRows', { planId: plan.id, lines: options.releaseRow, ...evidence }))
}
