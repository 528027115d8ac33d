import { tablesOf } from '../../../src-main/engine/store/tables.ts'
import type { Errand } from '../people/office.ts'
import type { World } from '../people/world.ts'
import type { FileRow, TextingKind } from '../seed/scenario.ts'
import { type EffectRecord, groupPlace } from '../service/service-model.ts'
import { isExact } from '../service/traits.ts'
import { accounted, type Fated } from './check-sent.ts'
import type { Problem } from './problem.ts'

type Kind = Exclude<TextingKind, 'send'>
type Texted = Extract<EffectRecord, { kind: 'groupSent' | 'asked' }>

export interface FatedFile {
  kind: Kind
  rows: readonly Fated[]
}

/** Each group was texted the same once at most and each person asked once, all of the file and nobody else; and what is said of it is true. */
export function checkGroupTexts(world: World, files: readonly FatedFile[], errands: readonly Errand[]): Problem[] {
  const rows = Map.groupBy(
    files.flatMap(({ kind, rows: all }) => all.map((fated) => ({ ...fated, name: nameOfRow(kind, fated.row) }))),
    ({ name }) => name,
  )
  const effects = Map.groupBy(world.service.effects.filter(isText), nameOfEffect)
  const journal = journalOf(world, errands)
  const problems = [...new Set([...rows.keys(), ...effects.keys()])].flatMap((name): Problem[] => {
    const [arrived, of] = [effects.get(name) ?? [], rows.get(name) ?? []]
    const fates = of.flatMap((one) => one.fates)
    const { done = 0, unknown = 0 } = journal.get(name) ?? {}
    const said = `${name} (${fates.join(', ')})`
    const tell = (is: boolean, what: Problem['what'], message: string): Problem[] => (is ? [{ what, message: `${said} ${message}` }] : [])
    return [
      ...tell(arrived.length > 1, 'twice', `arrived ${arrived.length} times.`),
      ...tell(arrived.length === 0 && fates.includes('done'), 'lost', 'is done and never arrived.'),
      ...tell(arrived.length > 0 && of.length === 0, 'changed', 'arrived, and stands in no file.'),
      ...tell(arrived.length > 0 && !fates.some((fate) => accounted.has(fate)), 'changed', 'arrived, and no run says so.'),
      ...tell(done > 1 || (fates.includes('done') && done === 0), 'counts', `is done ${done} times by the journal.`),
      ...tell(done + unknown < arrived.length, 'counts', `arrived, and the journal does not know of it.`),
      ...arrived.flatMap((effect) => tell(wasNotLetGo(world, effect, of), 'texted', 'went out without a word that those people agree.')),
    ]
  })
  return [...problems, ...checkTextsLeft(world), ...checkNotes(world, journal)]
}

const isText = (effect: EffectRecord): effect is Texted => effect.kind === 'groupSent' || effect.kind === 'asked'

function nameOfRow(kind: Kind, { phone, members = [], message }: FileRow): string {
  return kind === 'requestConsent' ? questionTo(phone) : textTo(members, message?.body ?? '')
}

function nameOfEffect(effect: Texted): string {
  return effect.kind === 'asked' ? questionTo(effect.phone) : textTo(effect.phones, effect.body)
}

const questionTo = (phone: string) => `The question to ${phone}`
const textTo = (phones: readonly string[], body: string) => `"${body}" to ${groupPlace(phones)}`

/** What the journal says of each text: how often it was done, and how often nobody knows; to whom, and where. */
function journalOf(world: World, errands: readonly Errand[]) {
  const { calls, planRows } = tablesOf(world.program('first').store)
  const journal = new Map<string, { done: number; unknown: number; phones: readonly string[] }>()
  for (const { planId, runId } of errands) {
    if (planId === null || runId === null) continue
    for (const { row, detail } of planRows.after(planId, 0, 1000)) {
      for (const { ordinal, state } of calls.ofRow(runId, row)) {
        const call = detail.calls?.[ordinal]
        if (call?.kind !== 'sendToGroup' && call?.kind !== 'requestConsent') continue
        const [name, phones] =
          call.kind === 'sendToGroup' ? [textTo(call.phones, call.post.body), call.phones] : [questionTo(call.phone ?? ''), []]
        const { done, unknown } = journal.get(name) ?? { done: 0, unknown: 0 }
        const isDone = state === 'done'
        journal.set(name, { done: done + (isDone ? 1 : 0), unknown: unknown + (isDone || state === 'failed' ? 0 : 1), phones })
      }
    }
  }
  return journal
}

/** Nobody has let the rows go, and neither they nor the service say that those people agree. */
function wasNotLetGo({ scenario }: World, effect: Texted, rows: readonly Fated[]): boolean {
  if (scenario.isLetGo === true || !isExact(scenario.traits)) return false
  const unagreed = effect.kind === 'groupSent' ? effect.unagreed : []
  return rows.every(({ row }) => row.isUnheard === true || (unagreed.length > 0 && row.consent !== true))
}

/** All who were texted count for the days on which they were. */
function checkTextsLeft(world: World): Problem[] {
  const counted = world.program('first').store.prepare<[], number>('SELECT coalesce(sum(people), 0) FROM texts_left').pluck().get() ?? 0
  const texted = world.service.effects.reduce((sum, effect) => {
    if (effect.kind === 'groupSent') return sum + effect.phones.length
    return sum + (effect.kind === 'asked' || effect.kind === 'sent' ? 1 : 0)
  }, 0)
  return texted <= counted ? [] : [{ what: 'counts', message: `${texted} people were texted, and ${counted} count for their days.` }]
}

/** Of each group that was texted it is known that its people were, and where they answer. */
function checkNotes(world: World, journal: ReturnType<typeof journalOf>): Problem[] {
  const { groupConversations, textedPeople } = tablesOf(world.program('first').store)
  return [...journal.values()].flatMap(({ done, phones }) => {
    const place = `conversation-${groupPlace(phones)}`
    return phones.flatMap((phone): Problem[] => {
      if (done === 0 || (textedPeople.has(phone) && groupConversations.of(phone).includes(place))) return []
      return [{ what: 'lost', message: `${phone} was texted in a group, and that is not kept.` }]
    })
  })
}
