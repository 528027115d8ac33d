import { tablesOf } from '../../../src-main/engine/store/tables.ts'
import type { World } from '../people/world.ts'
import type { FileRow } from '../seed/scenario.ts'
import type { Problem } from './problem.ts'
import type { RowFate } from './row-fates.ts'

/** By then a text has left whose last read before it showed nothing of a refusal, where all requests are quick; where some are not, by the other. */
const usualMs = 31_000
const slowMs = 240_000

export interface Fated {
  row: FileRow
  fates: readonly RowFate[]
}

export const accounted: ReadonlySet<RowFate> = new Set(['done', 'unknown', 'notApplied', 'sent'])

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
export function checkRefusals(world: World): Problem[] {
  const { scenario, service, order, stopped } = world
  const { faults, traits } = scenario
  const { groupConversations } = tablesOf(world.program('first').store)
  // Of a text to a group whose answer was lost, nobody knows in what conversation it is.
  const stops = service.stops.filter(
    ({ phone, conversationUuid: uuid }) => uuid === `conversation-${phone}` || groupConversations.of(phone).includes(uuid),
  )
  const graceMs = (faults.length === 0 ? usualMs : slowMs) + traits.readLagMs
  const hasJustRefused = (phone: string, atMs: number) =>
    service.byOthers.some(
      (one) => one.phone === phone && one.value === (one.field === 'blocked') && one.atMs <= atMs && one.atMs + graceMs > atMs,
    )
  const refused = service.effects.flatMap((effect) => {
    const refusing = effect.kind === 'groupSent' ? effect.refusing : 'refuses' in effect && effect.refuses ? [effect.phone] : []
    return refusing.flatMap((phone) => (hasJustRefused(phone, effect.atMs) ? [] : { phone, atMs: effect.atMs }))
  })
  const askedInVain = service.effects.flatMap((effect) =>
    effect.kind === 'asked' && effect.consent === true && !service.byOthers.some(({ phone }) => phone === effect.phone) ? effect : [],
  )
  return [
    ...refused.map(({ phone, atMs }): Problem => ({ what: 'texted', message: `${phone}, who refuses, was texted at ${atMs} ms.` })),
    ...askedInVain.map(({ phone, atMs }): Problem => ({ what: 'texted', message: `${phone}, who had agreed, was asked at ${atMs} ms.` })),
    ...order.texts().flatMap(({ phones, leftMs }) =>
      phones.flatMap((phone): Problem[] => {
        const stop = stops.find((one) => one.phone === phone && one.atMs + graceMs < leftMs)
        const byHand = stopped.find((one) => one.phone === phone && one.atMs < leftMs)
        return [
          ...(stop === undefined ? [] : [`${phone} wrote STOP at ${stop.atMs} ms and was texted at ${leftMs} ms.`]),
          ...(byHand === undefined ? [] : [`${phone} was noted at ${byHand.atMs} ms to want no texts, and was texted at ${leftMs} ms.`]),
        ].map((message) => ({ what: 'texted', message }))
      }),
    ),
    ...order.textedAnew().map(({ phones, leftMs }): Problem => {
      return { what: 'twice', message: `${phones.join(', ')} were sent a text at ${leftMs} ms that they may have got before.` }
    }),
  ]
}
