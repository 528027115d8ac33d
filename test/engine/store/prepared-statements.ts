import type { Statement } from 'better-sqlite3'
import type { Store } from '../../../src-main/engine/store/open-store.ts'

/** The SQL of all statements that are prepared on the store from now on, and of each time one of those is run; the lists grow. */
export function preparedIn(store: Store): { prepared: string[]; asked: string[] } {
  const prepared: string[] = []
  const asked: string[] = []
  const prepare = store.prepare.bind(store)
  store.prepare = ((sql: string) => {
    prepared.push(sql)
    const statement: Statement = prepare(sql)
    for (const method of ['run', 'get', 'all', 'iterate'] as const) {
      const original: (...values: unknown[]) => unknown = statement[method].bind(statement)
      Object.defineProperty(statement, method, {
        value: (...values: unknown[]) => {
          asked.push(sql)
          return original(...values)
        },
      })
    }
    return statement
  }) as Store['prepare']
  return { prepared, asked }
}
