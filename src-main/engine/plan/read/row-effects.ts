import { setImmediate } from 'node:timers/promises'
import { importDescriptors } from '../../kinds/all-kinds.ts'
import { contactsOf } from '../../kinds/calls/all-calls.ts'
import { segmentsOf } from '../../kinds/segments-of.ts'
import { changesOf } from '../../kinds/row-changes.ts'
import { directionReader } from '../../mapping/compile/direction-column.ts'
import { byFieldOrder } from '../../model/contacts/field-order.ts'
import type { PlanFigures, RowEffect } from '../../model/plans/plan-figures.ts'
import type { Store } from '../../store/open-store.ts'
import type { SendRow } from '../../store/plans/plan-row-record.ts'
import { tablesOf } from '../../store/tables.ts'
import { createRecentlyUsed, type RecentlyUsed } from '../../text/recently-used.ts'
import { undatedOrderMs } from '../build/message-claims.ts'
import { createRowSet, type RowSet } from '../duplicates/row-set.ts'
import { isHeldByFile } from '../figures/held-by-file.ts'
import { rowRanges } from '../figures/row-ranges.ts'
import { clearedFields } from '../guards/guard-rules.ts'
import { createContactKeys, createContactNumbers } from '../match/contact-keys.ts'

/** Rows looked at without letting other work in between: some ten milliseconds. */
const rowsAtOnce = 1000
/** Plans that are remembered: what is being looked at, in more than one window. */
const plansAtMost = 2
const dayMs = 86_400_000
/** The day of a row of which the file tells none. */
const noDay = -2_147_483_648

/** What the rows of a plan do that will change, row by row and over all of them. */
export interface RowEffects {
  figures: PlanFigures
  willChange(row: number): boolean
  has(effect: RowEffect, row: number): boolean
  /** Whether what a row brings into its conversation is a whisper. */
  isWhisper(row: number): boolean
}

const known = new WeakMap<Store, RecentlyUsed<Promise<RowEffects>>>()

/**
 * What the rows of a ready plan do. Looked up once until the plan is revised or released, a piece at a time with other work in
 * between. Nothing for a plan that is not ready.
 */
export async function cachedEffects(store: Store, planId: string): Promise<RowEffects> {
  const plan = tablesOf(store).plans.find(planId)
  const totals = plan?.totals ?? null
  if (plan === null || totals === null) return collectEffects(store, planId, 0)
  const name = JSON.stringify([planId, plan.correctionsThrough, plan.createdAtMs, totals.send, totals.held])
  const own = known.get(store) ?? createRecentlyUsed(plansAtMost)
  known.set(store, own)
  const before = own.get(name)
  if (before !== undefined) return before
  const effects = collectEffects(store, planId, totals.rows)
  own.set(name, effects)
  effects.catch(() => own.forget(name, effects))
  return effects
}

async function collectEffects(store: Store, planId: string, rows: number): Promise<RowEffects> {
  const { planRows } = tablesOf(store)
  const tally = createEffectTally(rows)
  for (const { fromRow, toRow } of rowRanges(rows, rowsAtOnce)) {
    await setImmediate()
    for (const row of planRows.changing(planId, fromRow, toRow)) tally.add(row)
  }
  return tally.effects(messagesOfOffice(store, planId))
}

/** Those that the recipe's filter leaves out because it keeps what the customers wrote, or else those that cannot be used for that. */
function messagesOfOffice(store: Store, planId: string): PlanFigures['fromOffice'] {
  const plan = tablesOf(store).plans.find(planId)
  if (plan === null || plan.totals === null) return undefined
  const { only, whispers, kind } = plan.recipe
  const { skips, issues } = plan.totals
  const left = skips.find(({ reason }) => reason === 'filtered')?.rows ?? 0
  // What is left out beside whispers is neither side's, as far as anybody knows.
  const keepsCustomers =
    whispers === undefined && only?.is.every((word) => directionReader(only.column, only.is)(word)?.direction === 'inbound') === true
  if (importDescriptors[kind].hasDirections && keepsCustomers && left > 0) return { rows: left, class: 'skipped' }
  const rows = issues.filter(({ code }) => code === 'message.outbound').reduce((sum, issue) => sum + issue.rows, 0)
  return rows > 0 ? { rows, class: 'invalid' } : undefined
}

type SimpleEffect = Exclude<RowEffect['what'], 'field' | 'day'>

/** Counts what rows do, one after the other; `effects` when all of them are in. */
export function createEffectTally(rows: number) {
  const changing = createRowSet()
  const sets: Record<SimpleEffect, RowSet> = {
    created: createRowSet(),
    updated: createRowSet(),
    given: createRowSet(),
    refused: createRowSet(),
    emptied: createRowSet(),
  }
  const counts: Record<SimpleEffect, number> = { created: 0, updated: 0, given: 0, refused: 0, emptied: 0 }
  const fields = new Map<string, { label: string; rows: number; set: RowSet }>()
  const dayRows = new Map<number, number>()
  let days: Int32Array | null = null
  const keys = createContactKeys()
  const numbers = createContactNumbers()
  let changed = 0
  let conversations = 0
  const whispers = createRowSet()
  let whisperCount = 0
  const texts = { segments: 0, longest: 0, people: 0 }

  const mark = (effect: SimpleEffect, row: number): void => {
    sets[effect].add(row)
    counts[effect] += 1
  }
  const addPost = ({ row, phone, laneOrder }: SendRow): void => {
    if (phone !== null) {
      const key = keys.ofPhone(phone)
      if (numbers.get(key) === 0) conversations += 1
      numbers.set(key, 1)
    }
    if (laneOrder === null || laneOrder <= undatedOrderMs) return
    const day = Math.floor(laneOrder / dayMs)
    days ??= new Int32Array(rows + 1).fill(noDay)
    days[row] = day
    dayRows.set(day, (dayRows.get(day) ?? 0) + 1)
  }

  return {
    add(stored: SendRow): void {
      const { row, reason, contactUuid, detail } = stored
      if (stored.class === 'held' && !isHeldByFile(reason ?? '')) return
      changing.add(row)
      changed += 1
      const changes = changesOf(detail)
      const segments = segmentsOf(detail.calls ?? [])
      const people = segments === 0 ? 0 : contactsOf(detail.calls ?? [])
      texts.people += people
      texts.segments += segments * people
      texts.longest = Math.max(texts.longest, segments)
      if (changes.some(({ field }) => field === 'whisper')) {
        whispers.add(row)
        whisperCount += 1
      }
      if (changes.some(({ field }) => postFields.has(field))) return addPost(stored)
      mark(contactUuid === null ? 'created' : 'updated', row)
      const consent = changes.find(({ field }) => field === 'consent')
      if (consent !== undefined) mark(consent.after === true ? 'given' : 'refused', row)
      if (clearedFields(changes, detail.calls ?? []).length > 0) mark('emptied', row)
      if (contactUuid === null) return
      for (const { field, label } of changes) {
        const own = fields.get(field) ?? { label, rows: 0, set: createRowSet() }
        fields.set(field, own)
        own.set.add(row)
        own.rows += 1
      }
    },
    effects: (fromOffice: PlanFigures['fromOffice']): RowEffects => ({
      figures: {
        rows: changed,
        ...counts,
        fields: [...fields].map(([field, { label, rows: own }]) => ({ field, label, rows: own })).sort(byFieldOrder),
        ...(whisperCount > 0 && { whispers: whisperCount }),
        ...(texts.segments > 0 && { texts: { ...texts } }),
        conversations,
        ...(fromOffice !== undefined && { fromOffice }),
        days: [...dayRows].sort(([a], [b]) => a - b).map(([day, own]) => ({ day: dayText(day), rows: own })),
      },
      willChange: (row) => changing.has(row),
      isWhisper: (row) => whispers.has(row),
      has(effect, row) {
        if (effect.what === 'field') return fields.get(effect.field)?.set.has(row) === true
        if (effect.what === 'day') return days !== null && days[row] !== noDay && dayText(days[row] ?? noDay) === effect.day
        return sets[effect.what].has(row)
      },
    }),
  }
}

/** What goes to conversations, and changes no record. */
const postFields: ReadonlySet<string> = new Set(['message', 'whisper', 'resolved', 'request'])

/** A day as `YYYY-MM-DD`, from its number since 1970. */
function dayText(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10)
}
