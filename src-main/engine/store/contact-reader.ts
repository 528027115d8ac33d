import { Worker } from 'node:worker_threads'
import type { Store } from './open-store.ts'
import type { Packed, PackedContacts, PartialContact } from './packed-contacts.ts'

/**
 * Finds contacts in a thread of its own, as they were at the last `refresh` or some time since. Null when the thread is not
 * there: then read yourself.
 */
export interface ContactReader {
  /** As `Contacts.findByPhones`, the parts alone. Throws `store.damaged`. */
  findByPhones(phones: readonly (string | null)[]): Promise<PartialContact[][] | null>
  /** As `Contacts.findByUuids`, the parts alone. Throws `store.damaged`. */
  findByUuids(uuids: readonly (string | null)[]): Promise<(PartialContact | null)[] | null>
  /** What was written before this is seen by everything that is asked for after it. */
  refresh(): void
  close(): Promise<void>
}

interface Start {
  path: string
  /** From where better-sqlite3 is found. */
  from: string
  sql: string[]
  params: string[]
}

/** Which of the statements of `Start.sql`, its parameter, and whether the present state must be seen. */
type Request = [statement: number, wanted: string, isRefreshed: boolean]

/** Starts the thread. The account's writer goes on while it reads. */
export function startContactReader(store: Store, packed: PackedContacts): ContactReader {
  const { sql, params } = packed
  const workerData: Start = { path: store.name, from: import.meta.url, sql: [sql.phone, sql.uuid], params }
  const worker = new Worker(`(${serveReads.toString()})()`, { eval: true, workerData, execArgv: [], resourceLimits: { maxYoungGenerationSizeMb: 8 } })
  /** Requests are answered in order. */
  const waiting: ((found: Packed | null) => void)[] = []
  let isGone = false
  const giveUp = (): void => {
    isGone = true
    for (const answer of waiting.splice(0)) answer(null)
  }
  worker.on('message', (found: Packed | null) => {
    waiting.shift()?.(found)
    if (waiting.length === 0) worker.unref()
  })
  worker.on('error', giveUp)
  worker.on('exit', giveUp)
  worker.unref()

  let isStale = false
  const ask = (statement: number, wanted: string): Promise<Packed | null> => {
    if (isGone) return Promise.resolve(null)
    worker.ref()
    worker.postMessage([statement, wanted, isStale] satisfies Request)
    isStale = false
    return new Promise((resolve) => waiting.push(resolve))
  }
  return {
    async findByPhones(phones) {
      const found = await ask(0, JSON.stringify(phones))
      return found === null ? null : packed.byPhone(found, phones.length)
    },
    async findByUuids(uuids) {
      const found = await ask(1, JSON.stringify(uuids))
      return found === null ? null : packed.byUuid(found, uuids.length)
    },
    refresh() {
      isStale = true
    },
    async close() {
      giveUp()
      await worker.terminate()
    },
  }
}

/** The thread's whole program. It is handed over as text, because bundlers move files: it may use nothing from outside. */
function serveReads(): void {
  const { parentPort, workerData } = process.getBuiltinModule('node:worker_threads')
  const { createRequire } = process.getBuiltinModule('node:module')
  const { path, from, sql, params } = workerData as Start
  const Database = createRequire(from)('better-sqlite3') as new (path: string, options: { readonly: boolean }) => Store
  const store = new Database(path, { readonly: true })
  store.pragma('cache_size = -40960')
  const statements = sql.map((text) => store.prepare<string[], Packed>(text).raw())
  /** While a snapshot is kept, so are the pages that were read, but the writer's log grows. */
  const requestsPerSnapshot = 1000
  let requests = 0
  parentPort?.on('message', ([statement, wanted, isRefreshed]: Request) => {
    try {
      if (isRefreshed || requests % requestsPerSnapshot === 0) {
        if (store.inTransaction) store.exec('COMMIT')
        store.exec('BEGIN')
      }
      requests += 1
      parentPort.postMessage(statements[statement]?.get(...params, wanted) ?? null)
    } catch {
      // The asker reads by itself, and meets the same error where it can be told.
      parentPort.postMessage(null)
    }
  })
}
