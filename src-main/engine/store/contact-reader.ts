import { Worker } from 'node:worker_threads'
import { digestSum } from './contacts/contact-digest.ts'
import type { Store } from './open-store.ts'
import type { Packed, PackedContacts, PartialContact } from './packed-contacts.ts'

/**
 * Finds contacts in a thread of its own, as they were at the last `refresh` or some time since. Null when the thread is not
 * there: then read yourself.
 */
export interface ContactReader {
  /**
   * As `Contacts.findByPhones`, the parts alone, for numbers whose contact does not hold what is wished of it. Throws
   * `store.damaged`.
   */
  findByPhones(phones: readonly (string | null)[], wishes: Wishes | null): Promise<FoundByPhone | null>
  /** As `Contacts.findByUuids`, the parts alone. Throws `store.damaged`. */
  findByUuids(uuids: readonly (string | null)[]): Promise<(PartialContact | null)[] | null>
  /** What was written before this is seen by everything that is asked for after it. */
  refresh(): void
  close(): Promise<void>
}

/**
 * What is wished of contacts, `wishLength` numbers for each: which bits of `contacts.known` (`noWish` where nothing is wished
 * that can be told in this way), what they are to be, and the parts and sum for `digestSum`.
 */
export type Wishes = Float64Array
export const wishLength = 4
export const noWish = -1

export interface FoundByPhone {
  /** The cache's own numbers of the contacts that hold what is wished of them; else 0. Null where nothing was wished. */
  holders: Float64Array | null
  /** The contacts of the other numbers, oldest in the cache first. */
  contacts: PartialContact[][]
}

interface Start {
  path: string
  /** From where better-sqlite3 is found. */
  from: string
  sql: { phone: string; uuid: string; id: string; digest: string }
  params: string[]
  /** Of the custom fields that wishes are about. */
  fieldSigns: readonly string[]
}

/** By what, the JSON list of what is wanted, whether the present state must be seen, and what is wished. */
type Request = [by: 'phone' | 'uuid', wanted: string, isRefreshed: boolean, wishes: Wishes | null]
type Answer = [packed: Packed, holders: Float64Array | null] | null

/** CROSS JOIN keeps SQLite from walking through all contacts; all of it is in the index. */
const digestSql = `SELECT count(*), group_concat(concat_ws(char(31), wanted.key, contacts.id, contacts.known, coalesce(contacts.digest, '')), char(31))
  FROM json_each(?) AS wanted CROSS JOIN contacts ON contacts.phone = wanted.value`

/** Starts the thread. The account's writer goes on while it reads. `fieldSigns`: of the custom fields that wishes are about. */
export function startContactReader(store: Store, packed: PackedContacts, fieldSigns: readonly string[] = []): ContactReader {
  const { sql, params } = packed
  const workerData: Start = { path: store.name, from: import.meta.url, sql: { ...sql, digest: digestSql }, params, fieldSigns }
  const program = `(${serveReads.toString()})(${digestSum.toString()})`
  const worker = new Worker(program, { eval: true, workerData, execArgv: [], resourceLimits: { maxYoungGenerationSizeMb: 8 } })
  /** Requests are answered in order. */
  const waiting: ((answer: Answer) => void)[] = []
  let isGone = false
  const giveUp = (): void => {
    isGone = true
    for (const answer of waiting.splice(0)) answer(null)
  }
  worker.on('message', (answer: Answer) => {
    waiting.shift()?.(answer)
    if (waiting.length === 0) worker.unref()
  })
  worker.on('error', giveUp)
  worker.on('exit', giveUp)
  worker.unref()

  let isStale = false
  const ask = (by: 'phone' | 'uuid', wanted: readonly (string | null)[], wishes: Wishes | null): Promise<Answer> => {
    if (isGone) return Promise.resolve(null)
    worker.ref()
    worker.postMessage([by, JSON.stringify(wanted), isStale, wishes] satisfies Request)
    isStale = false
    return new Promise((resolve) => waiting.push(resolve))
  }
  return {
    async findByPhones(phones, wishes) {
      const answer = await ask('phone', phones, wishes)
      const contacts = answer && packed.byPhone(answer[0], phones.length)
      return answer && contacts && { holders: answer[1], contacts }
    },
    async findByUuids(uuids) {
      const answer = await ask('uuid', uuids, null)
      return answer && packed.byUuid(answer[0], uuids.length)
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
function serveReads(sumOf: typeof digestSum): void {
  const { parentPort, workerData } = process.getBuiltinModule('node:worker_threads')
  const { createRequire } = process.getBuiltinModule('node:module')
  const { path, from, sql, params, fieldSigns } = workerData as Start
  const Database = createRequire(from)('better-sqlite3') as new (path: string, options: { readonly: boolean }) => Store
  const store = new Database(path, { readonly: true })
  // In kB. A larger one costs more than it saves: hardly a page is wanted twice, and the system keeps them as well.
  store.pragma('cache_size = -4096')
  const prepare = (text: string) => store.prepare<string[], Packed>(text).raw()
  const selects = { phone: prepare(sql.phone), uuid: prepare(sql.uuid), id: prepare(sql.id) }
  const selectDigests = prepare(sql.digest)
  /** While a snapshot is kept, so are the pages that were read, but the writer's log grows. */
  const requestsPerSnapshot = 1000
  let requests = 0

  /** Whose contact holds what is wished. `others`: as JSON, the contacts of the other numbers by the numbers' places; null for none. */
  const findHolders = (wanted: string, wishes: Wishes): { holders: Float64Array; others: string | null } => {
    const count = wishes.length / 4
    const holders = new Float64Array(count)
    /** Of several contacts with the number, one is to be picked: none of them is told here. */
    const found = new Uint8Array(count)
    const ids: number[] = []
    const places: number[] = []
    const cells = selectDigests.get(wanted)?.[1]?.split('\u001f') ?? []
    for (let cell = 0; cell < cells.length; cell += 4) {
      const at = Number(cells[cell])
      const id = Number(cells[cell + 1])
      const wish = at * 4
      const bits = wishes[wish] ?? -1
      const parts = wishes[wish + 2] ?? 0
      const isHeld =
        bits >= 0 &&
        (Number(cells[cell + 2]) & bits) === wishes[wish + 1] &&
        (parts === 0 || sumOf(cells[cell + 3] ?? '', parts, fieldSigns) === wishes[wish + 3])
      if (found[at] === 1 && holders[at] !== 0) {
        places.push(at)
        ids.push(holders[at] ?? 0)
        holders[at] = 0
      }
      if (isHeld && found[at] === 0) holders[at] = id
      else {
        places.push(at)
        ids.push(id)
      }
      found[at] = 1
    }
    return { holders, others: ids.length === 0 ? null : `{${ids.map((id, at) => `"${places[at]}":${id}`).join(',')}}` }
  }

  const answer = ([by, wanted, isRefreshed, wishes]: Request): Answer => {
    if (isRefreshed || requests % requestsPerSnapshot === 0) {
      if (store.inTransaction) store.exec('COMMIT')
      store.exec('BEGIN')
    }
    requests += 1
    if (wishes === null) return [selects[by].get(...params, wanted) ?? [0, null], null]
    const { holders, others } = findHolders(wanted, wishes)
    return [others === null ? [0, null] : (selects.id.get(...params, others) ?? [0, null]), holders]
  }

  parentPort?.on('message', (request: Request) => {
    try {
      parentPort.postMessage(answer(request))
    } catch {
      // The asker reads by itself, and meets the same error where it can be told.
      parentPort.postMessage(null)
    }
  })
}
