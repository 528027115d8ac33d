import { changesOf } from '../../../../src-main/engine/kinds/row-changes.ts'
import { type Guard, guards, rowClasses, rowDetailSchema, type RowClass } from '../../../../src-main/engine/model/plans/plan-schema.ts'
import { clearedFields, guardsOf, isFreeRefusal } from '../../../../src-main/engine/plan/guards/guard-rules.ts'
import type { Store } from '../../../../src-main/engine/store/open-store.ts'
import { classNow, reasonNow } from '../../../../src-main/engine/store/plans/released-holds.ts'
import { rowContactUuid } from '../../../../src-main/engine/store/plans/contact-uuid-sql.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'

interface Row {
  row: number
  class: RowClass
  reason: string | null
  uuid: string | null
  phone: string | null
  detail: string | null
}

/** What a plan's rows come to, counted from what is stored of each of them, as simply as possible. */
export function recount(store: Store, planId: string) {
  const kind = tablesOf(store).plans.find(planId)?.recipe.kind
  const isOfPosts = kind === 'messages' || kind === 'whispers'
  const rows = store
    .prepare<[string], Row>(
      `SELECT row, ${classNow} AS class, ${reasonNow} AS reason, ${rowContactUuid} AS uuid, phone, detail FROM plan_rows WHERE plan_id = ? ORDER BY row`,
    )
    .all(planId)
    .map(({ detail, ...row }) => ({ ...row, detail: rowDetailSchema.parse(JSON.parse(detail ?? '{}')) }))
  type Counted = (typeof rows)[number]
  const of = (rowClass: RowClass) => rows.filter((row) => row.class === rowClass)
  const contactsOf = (some: Counted[]) => (isOfPosts ? new Set(some.map(({ phone }) => phone)).size : some.length)
  const callsOf = (some: Counted[]) => some.reduce((sum, { detail }) => sum + (detail.calls?.length ?? 0), 0)
  const grouped = <T>(items: readonly T[], name: (item: T) => string) => [...Map.groupBy(items, name).entries()]

  const changing = isOfPosts ? [] : rows.filter(({ detail }) => (detail.calls?.length ?? 0) > 0)
  const cleared = changing.map(({ detail }) => clearedFields(detail.changes ?? [], detail.calls ?? []))
  const changes = rows.flatMap(({ detail }) => changesOf(detail))
  const issues = rows.flatMap(({ detail }) => {
    const own = detail.issues ?? []
    return own.filter((one, at) => own.findIndex((other) => other.code === one.code && other.column === one.column) === at)
  })
  const heldBy = (guard: Guard) => of('held').filter(({ reason }) => guardsOf(reason ?? '').includes(guard))
  const held = (reason: string | null) => of('held').filter((row) => row.reason === reason)
  return {
    counts: Object.fromEntries(rowClasses.map((rowClass) => [rowClass, of(rowClass).length])),
    rows: rows.length,
    calls: callsOf(of('send')),
    contacts: contactsOf(of('send')),
    skips: grouped(of('skipped'), ({ reason }) => reason ?? '').map(([reason, own]) => ({ reason, rows: own.length })),
    holds: grouped(of('held'), ({ reason }) => reason ?? '').map(([reason, own]) => {
      return { reason, rows: own.length, contacts: contactsOf(own), calls: callsOf(held(reason)) }
    }),
    guards: guards.flatMap((guard) => {
      const own = heldBy(guard)
      return own.length === 0 ? [] : [{ guard, rows: own.length, contacts: contactsOf(own) }]
    }),
    fields: grouped(changes, ({ field }) => field).map(([field, own]) => ({ field, label: own[0]?.label, rows: own.length })),
    issues: grouped(issues, ({ code, column }) => JSON.stringify([code, column])).map(([, own]) => ({ ...own[0], rows: own.length })),
    figures: {
      changed: changing.filter(
        ({ uuid, detail }) => uuid !== null && !isFreeRefusal(detail.changes ?? [], detail.isOptOutExplicit === true),
      ).length,
      clears: cleared.filter((own) => own.length > 0).length,
      cleared: grouped(cleared.flat(), ({ field }) => field).map(([field, own]) => ({ field, label: own[0]?.label, contacts: own.length })),
      optOuts: grouped(
        changing.flatMap(({ detail }) => detail.optOut ?? []),
        (optOut) => optOut,
      ).map(([optOut, own]) => [optOut, own.length]),
    },
    blocks: rowClasses.map((rowClass) => blocksOf(of(rowClass).map(({ row }) => row))),
  }
}

/** The same, as the plan says it of itself. */
export function storedFigures(store: Store, planId: string) {
  const totals = tablesOf(store).plans.find(planId)?.totals
  const blocks = tablesOf(store).plans.blocks(planId)
  if (!totals || blocks === null) throw new Error('The plan is not ready.')
  const { rows, calls, contacts, skips, holds, fields, issues, figures } = totals
  const { changed, clears, cleared, optOuts } = figures ?? { changed: 0, clears: 0, cleared: [], optOuts: {} }
  return {
    counts: Object.fromEntries(rowClasses.map((rowClass) => [rowClass, totals[rowClass]])),
    ...{ rows, calls, contacts, skips, holds, fields, issues },
    guards: totals.guards.flatMap(({ guard, rows: own, contacts: of, released }) => (released ? [] : [{ guard, rows: own, contacts: of }])),
    figures: { changed, clears, cleared, optOuts: Object.entries(optOuts).filter(([, count]) => count > 0) },
    blocks: rowClasses.map((rowClass) => withoutEmptyEnd(blocks[rowClass])),
  }
}

/** Lists in an order of their own. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value) && value.some((item) => typeof item === 'object')) {
    return value.map(sorted).toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, own]) => [name, sorted(own)]),
  )
}

function blocksOf(rows: readonly number[]): number[] {
  const blocks: number[] = []
  for (const row of rows) {
    const block = Math.floor((row - 1) / 1000)
    while (blocks.length <= block) blocks.push(0)
    blocks[block] = (blocks[block] ?? 0) + 1
  }
  return blocks
}

function withoutEmptyEnd(counts: readonly number[]): number[] {
  return counts.slice(0, counts.findLastIndex((count) => count > 0) + 1)
}
