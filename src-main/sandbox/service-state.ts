import { randomUUID } from 'node:crypto'
import type { Database } from 'better-sqlite3'
import { createAdvanceableClock, type AdvanceableClock } from './advanceable-clock.ts'
import { emptyCounts, EffectsByContact, type Effect, type EffectCounts } from './control/effect-counts.ts'
import { createLateEffects, type LateEffects } from './late-effects.ts'
import { WebhookSender } from './events/webhook-sender.ts'
import type { OperationName } from './operations/operation-names.ts'
import { defaultSettings, drawCredentials, wallClock, type AccountSettings } from './sandbox-options.ts'
import type { SandboxCredentials, SandboxOptions } from './sandbox-options.ts'
import { seedAgents, seedCustomFields, seedDispositions, seedGroups } from './seed/seed-account.ts'
import type { SeedAgent, SeedCustomField, SeedDisposition, SeedGroup } from './seed/seed-account.ts'
import { createConversationTable, type ConversationTable } from './tables/conversation-table.ts'
import { createCustomerTable, type CustomerTable } from './tables/customer-table.ts'
import { storedRecords, type Records } from './tables/records.ts'
import { createRowHistory, type RowHistory } from './tables/row-history.ts'
import { createTokenTable, type TokenTable } from './tables/token-table.ts'

export type UuidPurpose = 'customer' | 'conversation' | 'post'
/** The uuids that were given out, in their order. */
export type UuidTape = Record<UuidPurpose, string[]>

/** The messaging service's state, which the operations read and change. */
export interface Service {
  settings: AccountSettings
  credentials: SandboxCredentials
  clock: AdvanceableClock
  counts: EffectCounts
  effectsByContact: EffectsByContact
  lateEffects: LateEffects
  history: RowHistory
  webhooks: WebhookSender
  customers: CustomerTable
  conversations: ConversationTable
  /** What is stored, as reads see it that show nothing late. */
  records: Records
  tokens: TokenTable
  groups: SeedGroup[]
  agents: SeedAgent[]
  customFields: SeedCustomField[]
  dispositions: SeedDisposition[]
  nowSeconds(): number
  newUuid(purpose: UuidPurpose): string
  /** Notes an effect of the write that is being carried out; it is counted when that is stored. */
  record(effect: Effect): void
  /** The contacts that the write touched so far. */
  customersTouched(): number[]
  /** Is told of the effects of each write once they are stored. */
  onStored: (effects: readonly Effect[]) => void
  /** Carries out a write, all or nothing, and counts its effects. With a tape it gives the uuids out that were shown before. */
  change<T>(operation: OperationName, work: () => T, uuids?: UuidTape): T
  /** What a write would answer, without its effect. */
  rehearse<T>(work: () => T): { answer: T; uuids: UuidTape }
}

/** One request, read; `uuid` is the one in the path, '' when there is none. */
export interface ServiceRequest {
  uuid: string
  query: URLSearchParams
  /** The parsed JSON body; undefined when there was none. */
  body: unknown
  /** What the request may see. */
  records: Records
  /** The text that the client sent, where the service alters it. */
  askedBody?: string
}

/** What an operation answers with 200; a refusal is thrown as ServiceRefusal. */
export interface ServiceAnswer {
  /** Read once everything is stored. */
  body: () => Record<string, unknown>
  headers?: Record<string, string>
}

export type Operation = (service: Service, request: ServiceRequest) => ServiceAnswer

const emptyTape = (): UuidTape => ({ customer: [], conversation: [], post: [] })

class RehearsalEnd extends Error {}

export function createService(db: Database, options: SandboxOptions): Service {
  const clock = createAdvanceableClock(options.clock ?? wallClock)
  const nowSeconds = () => Math.floor(clock.nowMs() / 1000)
  const history = createRowHistory(clock.monotonicMs)
  let effects: Effect[] = []
  let replayed = emptyTape()
  let given = emptyTape()

  const newUuid = (purpose: UuidPurpose) => {
    const uuid = replayed[purpose].shift() ?? randomUUID()
    given[purpose].push(uuid)
    return uuid
  }
  const begin = db.prepare('BEGIN IMMEDIATE')
  const commit = db.prepare('COMMIT')
  const rollback = db.prepare('ROLLBACK')
  const customersTouched = () => [...new Set(effects.flatMap((effect) => effect.customerIds))]
  const inTransaction = <T>(work: () => T, uuids: UuidTape): T => {
    effects = []
    replayed = uuids
    given = emptyTape()
    // Prepared statements: better-sqlite3's own wrapper is made anew for each function, which costs more than most writes.
    begin.run()
    try {
      const answer = work()
      commit.run()
      return answer
    } catch (error) {
      if (db.inTransaction) rollback.run()
      throw error
    }
  }
  const webhooks = new WebhookSender()
  const customers = createCustomerTable(db, history)
  const conversations = createConversationTable(db, history, newUuid)

  const service: Service = {
    settings: { ...defaultSettings, ...options.settings },
    credentials: options.credentials ?? drawCredentials(),
    clock,
    counts: emptyCounts(),
    effectsByContact: new EffectsByContact(),
    lateEffects: createLateEffects(clock, () => webhooks.isWanted()),
    history,
    webhooks,
    customers,
    conversations,
    records: storedRecords(customers, conversations),
    tokens: createTokenTable(db, nowSeconds),
    groups: seedGroups(),
    agents: seedAgents(),
    customFields: seedCustomFields(),
    dispositions: seedDispositions(),
    nowSeconds,
    newUuid,
    customersTouched,
    onStored: () => {},
    record: (effect) => void effects.push(effect),
    change(operation, work, uuids = emptyTape()) {
      const answer = inTransaction(work, uuids)
      const { counts, effectsByContact } = service
      if (effects.length > 0) counts.effectsByOperation[operation] = (counts.effectsByOperation[operation] ?? 0) + 1
      for (const effect of effects) counts[effect.count] += 1
      for (const id of customersTouched()) effectsByContact.add(operation, id)
      service.onStored(effects)
      return answer
    },
    rehearse<T>(work: () => T) {
      const answers: T[] = []
      try {
        inTransaction(() => {
          answers.push(work())
          throw new RehearsalEnd()
        }, emptyTape())
      } catch (error) {
        if (!(error instanceof RehearsalEnd)) throw error
      }
      return { answer: answers[0] as T, uuids: given }
    },
  }
  return service
}
