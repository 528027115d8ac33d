import { copyFileSync, mkdirSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { openStore, type Store } from '../../../src-main/engine/store/open-store.ts'
import type { VirtualTime } from '../time/virtual-time.ts'

/** What a program does at its store, for whoever decides that it ends there. */
export interface StoreWatch {
  /** Before each statement. Throws `CrashError` where the program has ended. */
  onStatement(): void
  /** After each commit; the same. */
  onCommit(): void
}

/** The operating system writes by itself what is older than this. */
const writtenAfterMs = 30_000
/** A log that were checkpointed during a run would be written over; scenarios are too small for that. */
const largestLogBytes = 3500 * 4120

/**
 * The disk of the office's computer: the database is a real one, and its log (WAL) is known to be on the disk only as far as
 * SQLite was told to sync it. The store's own syncing is turned off; what it asks for is noted instead.
 */
export class SimulatedDisk {
  private readonly time: VirtualTime
  private readonly root: string
  private folder: string
  private cuts = 0
  private readonly open = new Set<Store>()
  /** How much of the log has certainly reached the disk. */
  private syncedBytes = 0
  /** How long the log was after each commit that may not have reached it yet. */
  private unsynced: { atMs: number; bytes: number }[] = []

  constructor(root: string, template: string, time: VirtualTime) {
    this.time = time
    this.root = root
    this.folder = join(root, 'disk')
    mkdirSync(this.folder, { recursive: true })
    copyFileSync(template, this.path)
  }

  private get path(): string {
    return join(this.folder, 'rollcall.db')
  }

  private get logPath(): string {
    return `${this.path}-wal`
  }

  /** Opens the database as a program does. */
  openFor(watch: StoreWatch): Store {
    const store = openStore(this.path)
    let isFull = false
    const pragma = store.pragma.bind(store)
    pragma('synchronous = OFF')
    store.pragma = (source, options) => {
      const asked = /^synchronous = (\w+)$/.exec(source)?.[1]
      if (asked === undefined) return pragma(source, options)
      isFull = asked === 'FULL'
      return undefined
    }
    const prepare = store.prepare.bind(store)
    // The types of better-sqlite3 tell statements with and without parameters apart; this only looks at when they run.
    const onCommit = () => {
      this.noteCommit(isFull)
      watch.onCommit()
    }
    const watched = (source: string) => watchStatement(prepare(source), { store, watch, onCommit })
    store.prepare = watched as typeof store.prepare
    watchTransactions(store, onCommit)
    this.open.add(store)
    return store
  }

  /** The program is gone; what it had committed stays. */
  close(store: Store): void {
    if (!this.open.delete(store)) return
    store.close()
    // The last one checkpoints the log, which syncs it first.
    if (this.open.size === 0) this.forgetLog()
  }

  /** The power fails: all programs are gone, and of what was not synced only a part survives, cut off anywhere. */
  powerCut(surviving: number): void {
    const log = this.logPath
    const sizeBytes = sizeOf(log)
    const syncedBytes = this.syncedNow()
    this.cuts += 1
    const before = { path: this.path, log }
    this.folder = join(this.root, `disk-${this.cuts}`)
    mkdirSync(this.folder)
    copyFileSync(before.path, this.path)
    if (sizeBytes > 0) {
      copyFileSync(before.log, this.logPath)
      truncateSync(this.logPath, syncedBytes + Math.floor((sizeBytes - syncedBytes) * surviving))
    }
    for (const store of this.open) store.close()
    this.open.clear()
    this.forgetLog()
    // What has survived lies on the disk.
    this.syncedBytes = sizeOf(this.logPath)
  }

  closeAll(): void {
    for (const store of [...this.open]) this.close(store)
  }

  private noteCommit(isSynced: boolean): void {
    const bytes = sizeOf(this.logPath)
    if (bytes > largestLogBytes) throw new Error('The scenario is too large for the simulated disk.')
    if (isSynced) {
      this.syncedBytes = bytes
      this.unsynced = []
    } else if (this.unsynced.at(-1)?.bytes !== bytes) this.unsynced.push({ atMs: this.time.nowMs, bytes })
  }

  private syncedNow(): number {
    const written = this.unsynced.findLast(({ atMs }) => atMs + writtenAfterMs <= this.time.nowMs)
    return Math.max(this.syncedBytes, written?.bytes ?? 0)
  }

  private forgetLog(): void {
    this.syncedBytes = 0
    this.unsynced = []
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

type AnyFunction = (...parameters: unknown[]) => unknown

function watchStatement<S extends object>(
  statement: S,
  { store, watch, onCommit }: { store: Store; watch: StoreWatch; onCommit: () => void },
): S {
  const methods = statement as Record<string, AnyFunction>
  for (const name of ['run', 'get', 'all', 'iterate']) {
    const original = methods[name]
    if (original === undefined) throw new Error(`A statement has no ${name}.`)
    methods[name] = function (this: unknown, ...parameters) {
      watch.onStatement()
      const result = original.apply(this, parameters)
      // Outside a transaction each write is one of its own.
      if (name === 'run' && !store.inTransaction) onCommit()
      return result
    }
  }
  return statement
}

function watchTransactions(store: Store, onCommit: () => void): void {
  const make = store.transaction.bind(store) as unknown as (work: AnyFunction) => Record<string, AnyFunction> & AnyFunction
  const committing =
    (run: AnyFunction): AnyFunction =>
    (...parameters) => {
      const isOutermost = !store.inTransaction
      const result = run(...parameters)
      if (isOutermost) onCommit()
      return result
    }
  const watched = (work: AnyFunction): AnyFunction => {
    const made = make(work)
    const ways = Object.fromEntries(['default', 'deferred', 'immediate', 'exclusive'].map((way) => [way, committing(made[way] ?? made)]))
    return Object.assign(committing(made), ways)
  }
  store.transaction = watched as unknown as typeof store.transaction
}
