import type { Database } from 'better-sqlite3'
import { createConversationTable, type ConversationTable } from './tables/conversation-table.ts'
import { createCustomerTable, type CustomerTable } from './tables/customer-table.ts'
import { emptyCounts, type EffectCounts } from './control/effect-counts.ts'
import { defaultSettings, practiceCredentials, wallClock, type AccountSettings, type SandboxClock } from './sandbox-options.ts'
import type { SandboxCredentials, SandboxOptions } from './sandbox-options.ts'
import { seedAgents, seedCustomFields, seedDispositions, seedGroups } from './seed/seed-account.ts'
import type { SeedAgent, SeedCustomField, SeedDisposition, SeedGroup } from './seed/seed-account.ts'
import { createTokenTable, type TokenTable } from './tables/token-table.ts'

/** The messaging service's state, which the operations read and change. */
export interface Service {
  settings: AccountSettings
  credentials: SandboxCredentials
  clock: SandboxClock
  counts: EffectCounts
  customers: CustomerTable
  conversations: ConversationTable
  tokens: TokenTable
  groups: SeedGroup[]
  agents: SeedAgent[]
  customFields: SeedCustomField[]
  dispositions: SeedDisposition[]
  nowSeconds(): number
  /** All or nothing. */
  inTransaction<T>(work: () => T): T
}

/** One request, read; `uuid` is the one in the path, '' when there is none. */
export interface ServiceRequest {
  uuid: string
  query: URLSearchParams
  /** The parsed JSON body; undefined when there was none. */
  body: unknown
}

/** What an operation answers with 200; a refusal is thrown as ServiceRefusal. */
export interface ServiceAnswer {
  body: Record<string, unknown>
  headers?: Record<string, string>
}

export type Operation = (service: Service, request: ServiceRequest) => ServiceAnswer

export function createService(db: Database, options: SandboxOptions): Service {
  const clock = options.clock ?? wallClock
  const nowSeconds = () => Math.floor(clock.nowMs() / 1000)
  return {
    settings: { ...defaultSettings, ...options.settings },
    credentials: options.credentials ?? practiceCredentials,
    clock,
    counts: emptyCounts(),
    customers: createCustomerTable(db),
    conversations: createConversationTable(db),
    tokens: createTokenTable(db, nowSeconds),
    groups: seedGroups(),
    agents: seedAgents(),
    customFields: seedCustomFields(),
    dispositions: seedDispositions(),
    nowSeconds,
    inTransaction: (work) => db.transaction(work).immediate(),
  }
}
