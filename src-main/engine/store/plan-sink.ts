import { Worker } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { logPages, type Store } from './open-store.ts'
import { batchSql, createBatchWriter, type PlanBatch } from './plan-batch.ts'

/** Stores the rows of a plan, batch after batch. */
export interface PlanSink {
  /** Rejects or throws what went wrong with this batch or one before it: then nothing after that is stored. */
  put(batch: PlanBatch): Promise<void> | void
  /** Everything that was put is stored. Rejects as `put`. */
  flush(): Promise<void>
  /** Nothing is written any more; what was not flushed may be stored or not. */
  close(): Promise<void>
}

/** Stores them at once. */
export function directSink(store: Store): PlanSink {
  return { put: createBatchWriter(store, batchSql), flush: async () => {}, close: async () => {} }
}

interface Start {
  path: string
  /** From where better-sqlite3 is found. */
  from: string
  sql: typeof batchSql
  logPages: number
}

/** Null when a batch is stored; else what SQLite says. */
type Answer = { code: string; message: string } | null

/** Batches that may wait for the other thread. */
const mostWaiting = 4

/** Stores them in a thread and through a connection of its own, while the next rows are worked on. */
export function startPlanSink(store: Store): PlanSink {
  const workerData: Start = { path: store.name, from: import.meta.url, sql: batchSql, logPages: logPages.soon }
  const program = `(${serveWrites.toString()})(${createBatchWriter.toString()})`
  const worker = new Worker(program, { eval: true, workerData, execArgv: [], resourceLimits: { maxYoungGenerationSizeMb: 8 } })
  let waiting = 0
  let failure: Error | null = null
  /** Those that wait until so few batches do. */
  let sleepers: { until: number; wake: () => void }[] = []
  const wakeUp = (): void => {
    const awake = sleepers.filter(({ until }) => failure !== null || waiting <= until)
    sleepers = sleepers.filter((one) => !awake.includes(one))
    for (const { wake } of awake) wake()
  }
  const fail = (error: Error): void => {
    failure ??= error
    wakeUp()
  }
  worker.on('message', (answer: Answer) => {
    waiting -= 1
    if (answer === null) wakeUp()
    else fail(new Database.SqliteError(answer.message, answer.code))
  })
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error('The thread that stores the plan has ended.')))

  const untilWaiting = async (until: number): Promise<void> => {
    if (failure === null && waiting > until) await new Promise<void>((wake) => sleepers.push({ until, wake }))
    if (failure !== null) throw failure
  }
  return {
    async put(batch) {
      if (failure !== null) throw failure
      waiting += 1
      worker.postMessage(batch, [batch.plain.numbers.buffer as ArrayBuffer])
      await untilWaiting(mostWaiting)
    },
    flush: () => untilWaiting(0),
    async close() {
      await worker.terminate()
    },
  }
}

/** The thread's whole program. It is handed over as text, because bundlers move files: it may use nothing from outside. */
function serveWrites(createWriter: typeof createBatchWriter): void {
  const { parentPort, workerData } = process.getBuiltinModule('node:worker_threads')
  const { createRequire } = process.getBuiltinModule('node:module')
  const { path, from, sql, logPages } = workerData as Start
  const Database = createRequire(from)('better-sqlite3') as new (path: string) => Store
  const store = new Database(path)
  store.pragma('synchronous = NORMAL')
  store.pragma(`wal_autocheckpoint = ${logPages}`)
  store.pragma('busy_timeout = 5000')
  store.pragma('cache_size = -4096')
  // The plan is there while it is built: nothing else is referred to.
  store.pragma('foreign_keys = OFF')
  const write = createWriter(store, sql)
  let isBroken = false
  parentPort?.on('message', (batch: PlanBatch) => {
    // Rows after a gap must not be stored.
    if (isBroken) return
    try {
      write(batch)
      parentPort.postMessage(null)
    } catch (error) {
      isBroken = true
      const { code, message } = error as { code?: unknown; message?: unknown }
      parentPort.postMessage({ code: String(code), message: String(message) })
    }
  })
}
