import { systemClock } from '../../../src-main/engine/model/clock.ts'
import type { MappedRow } from '../../../src-main/engine/model/plans/mapped-row.ts'
import type { Recipe } from '../../../src-main/engine/model/recipes/recipe-schema.ts'
import { buildPlan, type PlanOptions } from '../../../src-main/engine/plan/build/build-plan.ts'
import type { RowIssue } from '../../../src-main/engine/model/plans/row-issue.ts'
import type { CustomerRecord } from '../../../src-main/engine/model/contacts/customer.ts'
import type { Service } from '../../../src-main/engine/service/service.ts'
import { tablesOf } from '../../../src-main/engine/store/tables.ts'
import type { Store } from '../../../src-main/engine/store/open-store.ts'
import { type StoredPlanRow } from '../../../src-main/engine/store/plans/stored-plan-row.ts'
import { columns, dialect, recipe } from '../store/stored-things.ts'

export const nowMs = 1_700_000_000_000
export const clock = { ...systemClock, nowMs: () => nowMs }

/** A row as mapping makes it, about a phone number unless `key` says otherwise. */
export type RowParts = Omit<Partial<MappedRow>, 'line' | 'issues'> & { phone?: string; issues?: RowIssue[] }

let planNumber = 0

/** Plans rows that are mapped already: the n-th row is on line n + 1. */
export async function plan(store: Store, rows: readonly RowParts[], parts: Partial<Recipe> = {}, options: Partial<PlanOptions> = {}) {
  planNumber += 1
  const planId = `plan-${planNumber}`
  const counts = await buildPlan({
    store,
    planId,
    file: { id: 'file', storedPath: '/nowhere', sizeBytes: 1000 },
    dialect,
    columns,
    recipe: recipe(parts),
    mapping: {
      groupUuid: null,
      mapRow: ({ line }) => {
        const { phone, issues = [], ...row } = rows[line - 2] ?? {}
        const key = phone === undefined ? null : { by: 'phone' as const, phone }
        return { key, ...row, line, issues: issues.map((issue) => ({ ...issue, line })) }
      },
    },
    readRows: async function* () {
      for (let from = 0; from < rows.length; from += 7) {
        const batch = rows.slice(from, from + 7).map((_, at) => ({ line: from + at + 2, cells: ['x'] }))
        yield { rows: batch, bytesRead: from }
      }
    },
    service: null,
    lookup: 'never',
    settings: { syncMaxAgeSeconds: 3600, concurrency: 3 },
    clock,
    ...options,
  })
  return { planId, counts, rows: allRows(store, planId) }
}

export function allRows(store: Store, planId: string): StoredPlanRow[] {
  return tablesOf(store).planRows.after(planId, 0, 1_000_000)
}

export function cache(store: Store, ...records: CustomerRecord[]): void {
  const { contacts } = tablesOf(store)
  store.transaction(() => {
    for (const record of records) contacts.putRead({ record, extra: null }, nowMs)
  })()
}

/** A service that only answers look-ups, from these contacts, and keeps what it was asked. `email` and `unreachable` are not shown. */
export function lookUpService(records: Iterable<CustomerRecord>, asked: string[] = []): Service {
  const answer = (find: (record: CustomerRecord) => boolean) => {
    const found = [...records].find(find)
    if (found === undefined) return null
    const { email: _email, unreachable: _unreachable, ...record } = found
    return { record, extra: null }
  }
  const refuse = (): never => {
    throw new Error('planning only looks contacts up')
  }
  return {
    customerByPhone: async (phone) => {
      asked.push(phone)
      await Promise.resolve()
      return answer((record) => record.phone === phone)
    },
    customerByUuid: async (uuid) => {
      asked.push(uuid)
      await Promise.resolve()
      return answer((record) => record.uuid === uuid)
    },
    lookUpByPhone: refuse,
    customFields: refuse,
    users: refuse,
    organization: refuse,
    dispositions: refuse,
    conversations: refuse,
    conversation: refuse,
    departments: refuse,
    customers: refuse,
    listSize: async () => ({ atLeast: [...records].length, isEnd: true }),
    resumePoint: refuse,
    fileFetcher: refuse,
    conversationByPhone: refuse,
    perform: refuse,
    close: refuse,
  }
}
