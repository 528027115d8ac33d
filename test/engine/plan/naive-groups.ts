import type { DesiredContact } from '../../../src-main/engine/model/plans/mapped-row.ts'
import type { Recipe } from '../../../src-main/engine/model/recipes/recipe-schema.ts'
import { compareContact } from '../../../src-main/engine/kinds/compare-contact.ts'
import { planCreation } from '../../../src-main/engine/kinds/plan-creation.ts'
import type { PlannedCall, RowClass } from '../../../src-main/engine/model/plans/plan-schema.ts'
import type { CustomerRecord } from '../../../src-main/engine/model/contacts/customer.ts'
import { sayingTogether } from './naive-plan.ts'
import type { RowParts } from './planning.ts'

/** What becomes of a row: its class, why, and the row (from 1) that counts instead of it. */
export interface NaiveRow {
  class: RowClass
  reason: string | null
  countsInstead: number | null
  group: number | null
  calls: PlannedCall[]
}

interface Alone {
  part: 'own' | 'unfound' | 'nameless' | 'none'
  class: RowClass
  reason: string | null
  phone: string | null
  record: CustomerRecord | null
  speaks: boolean
}

/** Groups and merges rows of contacts as simply as possible: every row is compared with every other, until nothing is joined any more. */
export function naiveGroups(rows: readonly RowParts[], known: readonly CustomerRecord[], recipe: Recipe): NaiveRow[] {
  const shared = (recipe.duplicateBy ?? []).filter((by) => by !== 'phone')
  const valuesOf = (row: RowParts): string[] =>
    (row.isApart === true ? [] : shared).flatMap((by) => {
      const value = by === 'email' ? row.contact?.email?.toLowerCase() : row.contact?.customFields?.[by.slice(7)]
      const text = value?.normalize('NFC').trim() ?? ''
      return text === '' ? [] : [`${by} ${text}`]
    })
  const alone = rows.map((row) => lookAlone(row, known, recipe, valuesOf(row).length > 0))
  const keysOf = (at: number): string[] => {
    const row = rows[at]
    const own = alone[at]
    if (row === undefined || own === undefined) return []
    return [...(own.record === null ? (own.phone === null ? [] : [own.phone]) : [own.record.uuid]), ...valuesOf(row)]
  }
  const group = rows.map((_, at) => at)
  for (let isChanged = true; isChanged;) {
    isChanged = false
    for (const a of rows.keys()) {
      for (const b of rows.keys()) {
        if (alone[a]?.part === 'none' || alone[b]?.part === 'none' || group[a] === group[b]) continue
        if (!keysOf(a).some((key) => keysOf(b).includes(key))) continue
        const [from, to] = [Math.max(group[a] ?? 0, group[b] ?? 0), Math.min(group[a] ?? 0, group[b] ?? 0)]
        for (const at of group.keys()) if (group[at] === from) group[at] = to
        isChanged = true
      }
    }
  }

  const result = alone.map((own, at): NaiveRow => ({
    class: own.class,
    reason: own.reason,
    countsInstead: null,
    group: null,
    calls: callsOf(rows[at]?.contact ?? {}, own, recipe),
  }))
  for (const first of new Set(group)) {
    const members = [...rows.keys()].filter((at) => group[at] === first && alone[at]?.part !== 'none')
    const own = members.filter((at) => alone[at]?.part === 'own')
    if (members.length < 2 || own.length === 0) continue
    const contacts = new Set(own.flatMap((at) => alone[at]?.record?.uuid ?? []))
    const isNamed = contacts.size > 1 ? own : members
    if (contacts.size > 1 || recipe.duplicates === 'invalid') {
      for (const at of isNamed) {
        // The first row that refuses for a contact does so for all of its rows.
        const same = isNamed.filter((index) => alone[index]?.part === 'own' && alone[index]?.record === alone[at]?.record)
        const refusing = same.find((index) => rows[index]?.contact?.blocked === true || rows[index]?.contact?.unreachable === true)
        const whole = sayingTogether(
          {},
          same.flatMap((index) => rows[index] ?? []),
        )
        result[at] = { ...unusable(refusing === at ? whole : {}, alone[at]), reason: null, countsInstead: null, group: first + 1 }
      }
      continue
    }
    const takesFirst = recipe.duplicates === 'first' || (recipe.duplicates === 'merge' && recipe.merge?.values === 'firstNonEmpty')
    const best = (candidates: number[]): number[] => {
      const known = candidates.filter((at) => alone[at]?.record !== null)
      const found = known.length > 0 ? known : candidates
      const speaking = found.filter((at) => alone[at]?.speaks)
      return speaking.length > 0 ? speaking : found.slice(0, 1)
    }
    const candidates = best(own)
    const winner = (takesFirst ? candidates[0] : candidates.at(-1)) ?? 0
    for (const at of members) {
      result[at] = {
        class: 'skipped',
        reason: recipe.duplicates === 'merge' ? 'merged' : 'duplicate',
        countsInstead: winner + 1,
        group: winner + 1,
        calls: [],
      }
    }
    const winnerAlone = alone[winner]
    if (winnerAlone === undefined) continue
    const desired =
      recipe.duplicates === 'merge'
        ? naiveMerge(
            members.map((at) => rows[at]?.contact ?? {}),
            recipe,
          )
        : (sayingTogether(
            rows[winner] ?? {},
            own.flatMap((at) => rows[at] ?? []),
          ).contact ?? {})
    const calls = callsOf(desired, winnerAlone, recipe)
    result[winner] = { class: calls.length > 0 ? 'send' : 'unchanged', reason: null, countsInstead: null, group: winner + 1, calls }
  }
  return result
}

/** Of a row that cannot be used, what it refuses is sent to a contact who is there. */
function unusable({ contact = {} }: RowParts = {}, own?: Alone): Pick<NaiveRow, 'class' | 'calls'> {
  const refusal = { ...(contact.blocked === true && { blocked: true }), ...(contact.unreachable === true && { unreachable: true }) }
  if (Object.keys(refusal).length === 0 || !own?.record) return { class: 'invalid', calls: [] }
  const difference = compareContact(refusal, own.record, String)
  if (difference === null) return { class: 'unchanged', calls: [] }
  return { class: 'send', calls: [{ kind: 'updateCustomer', uuid: own.record.uuid, customer: difference.update }] }
}

/** Each field on its own: all its values in file order, and which of them remains. */
export function naiveMerge(contacts: readonly DesiredContact[], recipe: Recipe): DesiredContact {
  const { values = 'last', tags = 'join', perField = {} } = recipe.merge ?? {}
  const merged: DesiredContact = {}
  const pick = (field: string, all: readonly (string | null)[]): string | null => {
    const filled = all.filter((value) => (value ?? '').trim() !== '')
    const how = perField[field] ?? values
    if (filled.length === 0) return all.at(-1) ?? null
    const plain = filled.map((text) => (text ?? '').normalize('NFC').trim())
    if (how === 'join') return filled.filter((_, at) => plain.indexOf(plain[at] ?? '') === at).join('\n')
    return (how === 'last' ? filled.at(-1) : filled[0]) ?? null
  }
  for (const field of ['name', 'email', 'notes'] as const) {
    const all = contacts.flatMap((one) => (one[field] === undefined ? [] : [one[field]]))
    if (all.length > 0) merged[field] = pick(field, all)
  }
  for (const field of ['archived', 'blocked', 'unreachable'] as const) {
    const all = contacts.flatMap((one) => one[field] ?? [])
    const value = field === 'archived' ? (values === 'last' ? all.at(-1) : all[0]) : all.length === 0 ? undefined : all.includes(true)
    if (value !== undefined) merged[field] = value
  }
  for (const uuid of new Set(contacts.flatMap((one) => Object.keys(one.customFields ?? {})))) {
    const all = contacts.flatMap((one) => one.customFields?.[uuid] ?? [])
    merged.customFields = { ...merged.customFields, [uuid]: pick(`custom:${uuid}`, all) ?? '' }
  }
  const lists = contacts.flatMap((one) => one.tags ?? [])
  const [list] = lists
  if (list !== undefined) {
    const last = lists.findLast((one) => one.tags.length > 0)?.tags ?? []
    merged.tags = {
      handling: list.handling,
      tags: tags === 'join' ? [...new Set(lists.flatMap((one) => one.tags.map((tag) => tag.replaceAll(' ', '_'))))] : last,
    }
  }
  return merged
}

function lookAlone(row: RowParts, known: readonly CustomerRecord[], recipe: Recipe, isShared: boolean): Alone {
  const speaks = Object.keys(row.contact ?? {}).length > 0
  const alone = (part: Alone['part'], rowClass: RowClass, reason: string | null, record: CustomerRecord | null = null): Alone => ({
    part,
    class: rowClass,
    reason,
    phone: row.phone ?? null,
    record,
    speaks,
  })
  if (row.issues?.some(({ severity }) => severity === 'error')) return alone('none', 'invalid', null)
  if (row.phone === undefined) return alone(isShared ? 'nameless' : 'none', 'invalid', null)
  const record = known.find(({ phone }) => phone === row.phone) ?? null
  if (record === null)
    return recipe.notFound === 'create' ? alone('own', 'send', null) : alone(isShared ? 'unfound' : 'none', 'skipped', 'not_found')
  if (!speaks) return alone('none', 'unchanged', 'no_content', record)
  return alone('own', compareContact(row.contact ?? {}, record, String) === null ? 'unchanged' : 'send', null, record)
}

function callsOf(desired: DesiredContact, { part, record, phone }: Alone, recipe: Recipe): PlannedCall[] {
  if (part !== 'own') return []
  if (record === null) return recipe.notFound === 'create' && phone !== null ? planCreation(phone, desired, String).calls : []
  const difference = compareContact(desired, record, String)
  return difference === null ? [] : [{ kind: 'updateCustomer', uuid: record.uuid, customer: difference.update }]
}
