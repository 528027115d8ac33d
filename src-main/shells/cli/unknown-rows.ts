import type { EngineClient, RunRow } from '../../engine/contract.ts'
import { AppError } from '../../engine/model/errors.ts'
import { answered } from './answered.ts'
import { counted, number } from './output/number-words.ts'

const pageRows = 500

/** All rows of a run of which nobody knows whether their call arrived, in file order. */
export const readUnknownRows = (client: EngineClient, runId: string): Promise<RunRow[]> => readRunRows(client, runId, 'unknown')

/** All rows of a run that came to this, in file order. */
export async function readRunRows(client: EngineClient, runId: string, outcome: RunRow['outcome']): Promise<RunRow[]> {
  const all: RunRow[] = []
  for (;;) {
    const { rows, total } = answered(await client.call('runs.rows', { runId, outcome, offset: all.length, limit: pageRows }))
    all.push(...rows)
    if (rows.length === 0 || all.length >= total) return all
  }
}

/** Those on the given lines. Throws `usage` for a line that has no unknown row. */
export function onLines(rows: readonly RunRow[], lines: readonly number[]): RunRow[] {
  const byLine = new Map(rows.map((row) => [row.line, row]))
  return [...new Set(lines)].map((line) => {
    const row = byLine.get(line)
    if (row === undefined)
      throw new AppError('usage', `Row ${line} has no unknown outcome.`, 'Give only rows that "rollcall unknown RUN" lists.')
    return row
  })
}

/** The rows as `--json` prints them. */
export function unknownObjects(rows: readonly RunRow[]): Record<string, unknown>[] {
  return rows.map(({ line, contact, changes, error, hint }) => ({
    line,
    uuid: contact?.uuid ?? null,
    name: contact?.name ?? null,
    phone: contact?.phone ?? null,
    changes,
    error,
    hint,
  }))
}

/** The rows in words: line and contact of each, below what they have in common. */
export function unknownText(runId: string, rows: readonly RunRow[]): string {
  if (rows.length === 0) return `Run ${runId} has no rows with an unknown outcome.`
  const causes = Map.groupBy(rows, ({ error, hint }) => `${error ?? 'Whether it arrived is not known.'} ${hint ?? ''}`.trimEnd())
  const parts = [...causes].flatMap(([cause, those]) => [`${counted(those.length, 'row')}: ${cause}`, ...those.map(rowLine)])
  const ways: [string, string][] = [
    ['Look for them at the service', `rollcall unknown ${runId} --check`],
    ['They arrived', `rollcall unknown ${runId} --mark-done`],
    ['They did not: send them', `rollcall unknown ${runId} --send-again --yes`],
  ]
  return [...parts, 'What next (add --line N for row N alone)', ...ways.map(([what, how]) => `  ${`${what}:`.padEnd(29)} ${how}`)].join(
    '\n',
  )
}

function rowLine({ line, contact, changes }: RunRow): string {
  const who = [contact?.name, contact?.phone ?? contact?.uuid].filter(Boolean).join(', ')
  return `  row ${number(line)}  ${who || 'no contact'}${changes === '' ? '' : `  (${changes})`}`
}
