import type { RunCounts } from '../../model/runs/run-schema.ts'
import type { UnattendedOutcome } from '../../model/runs/unattended-schema.ts'
import { counted, number } from '../../text/counted.ts'

/** What is told of a file that was imported by itself. Nothing about a person is in it: no name of a file, no value, no message of the service. */
export interface Ended {
  account: string
  recipe: string
  outcome: UnattendedOutcome
  atSeconds: number
  runId: string | null
  /** Null where nothing was run. */
  counts: RunCounts | null
  /** Somebody has to see to it. */
  needsPerson: boolean
}

export interface Notice {
  title: string
  body: string
}

const outcomes: Record<UnattendedOutcome, string> = {
  imported: 'A list was imported.',
  sameFile: 'The same list came again; it was not imported.',
  unlike: 'A list is unlike the last ones. Nothing was imported; it waits for you.',
  rows: 'A list was imported, and rows failed.',
  stopped: 'An import was stopped.',
  error: 'A list could not be imported.',
  discarded: 'A list was discarded.',
}

/** In words, for a notification or a mail. */
export function noticeOf({ account, recipe, outcome, counts }: Ended): Notice {
  const title = recipe === '' ? account : `${account}: ${recipe}`
  return { title, body: [outcomes[outcome], ...(counts === null ? [] : [countsText(counts)])].join(' ') }
}

function countsText({ rows, done, failed, unknown, held, invalid }: RunCounts): string {
  const parts = [
    `${number(done)} done`,
    ...(held > 0 ? [`${number(held)} need your OK`] : []),
    ...(failed + unknown > 0 ? [`${number(failed + unknown)} failed`] : []),
    ...(invalid > 0 ? [`${number(invalid)} can't be used`] : []),
  ]
  return `${counted(rows, 'row')}: ${parts.join(', ')}.`
}

/** What a webhook is told; docs/by-itself.md describes it. */
export function webhookBody({ account, recipe, outcome, atSeconds, runId, counts, needsPerson }: Ended): Record<string, unknown> {
  const at = new Date(atSeconds * 1000).toISOString()
  return { program: 'rollcall', event: 'import.ended', at, account, recipe, outcome, needsPerson, run: runId, counts }
}
