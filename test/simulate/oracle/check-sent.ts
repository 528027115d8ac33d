import type { World } from '../people/world.ts'
import type { FileRow } from '../seed/scenario.ts'
import type { Problem } from './problem.ts'
import type { RowFate } from './row-fates.ts'

/** By then a text has left whose last read before it showed nothing of a refusal, where all requests are quick; where some are not, by the other. */
const usualMs = 31_000
const slowMs = 240_000

interface Fated {
  row: FileRow
  fates: readonly RowFate[]
}

const accounted: ReadonlySet<RowFate> = new Set(['done', 'unknown', 'notApplied', 'sent'])

/** Each text went out once at most, to whom the file names, and what is said of it is true. */
export function checkSent(world: World, files: readonly { rows: readonly Fated[] }[]): Problem[] {
  const all = files.flatMap(({ rows }) => rows)
  const texts = world.service.effects.filter((effect) => effect.kind === 'sent')
  return all.flatMap(({ row, fates }): Problem[] => {
    const arrived = texts.filter(({ phone, body }) => phone === row.phone && body === row.message?.body).length
    const name = `"${row.message?.body}" to ${row.phone} (${fates.join(', ')})`
    const same = all.filter((one) => one.row.phone === row.phone && one.row.message?.body === row.message?.body)
    const isAccounted = same.some((one) => one.fates.some((fate) => accounted.has(fate)))
    return [
      ...(arrived > 1 ? [{ what: 'twice' as const, message: `${name} arrived ${arrived} times.` }] : []),
      ...(arrived === 0 && fates.includes('done') ? [{ what: 'lost' as const, message: `${name} is done and never arrived.` }] : []),
      ...(arrived > 0 && !isAccounted ? [{ what: 'changed' as const, message: `${name} arrived, and no run says so.` }] : []),
    ]
  })
}

/** Nobody is texted who had refused, however that was known, but for who did so while the text was about to leave. */
export function checkRefusals({ scenario, service, order }: World): Problem[] {
  const { stops = [], faults, traits } = scenario
  const graceMs = (faults.length === 0 ? usualMs : slowMs) + traits.readLagMs
  const refused = service.effects.filter((effect) => effect.kind === 'sent' && effect.refuses)
  return [
    ...refused.map((effect): Problem => ({ what: 'texted', message: `A contact who refuses was texted at ${effect.atMs} ms.` })),
    ...order.texts().flatMap(({ phone, leftMs }): Problem[] => {
      const stop = stops.find((one) => one.phone === phone && one.atMs + graceMs < leftMs)
      return stop === undefined
        ? []
        : [{ what: 'texted', message: `${phone} wrote STOP at ${stop.atMs} ms and was texted at ${leftMs} ms.` }]
    }),
  ]
}
