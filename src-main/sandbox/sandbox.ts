import { randomBytes } from 'node:crypto'
import { openDatabase, openInMemory, reseedDatabase } from './tables/database.ts'
import { emptyCounts } from './control/effect-counts.ts'
import { eventsOf } from './events/webhook-events.ts'
import { createFaultPlan } from './faults/fault-plan.ts'
import { noFaults, parseFaults, type FaultSpec } from './faults/fault-spec.ts'
import { startServer } from './http/start-server.ts'
import type { Control } from './control/answer-control.ts'
import { inspectService, type Inspection } from './control/inspect-service.ts'
import type { AccountSettings, SandboxCredentials, SandboxOptions } from './sandbox-options.ts'
import { defaultSeed } from './seed/seed-customer.ts'
import { seedDatabase } from './seed/seed-database.ts'
import { createService } from './service-state.ts'
import { rowByPhone } from './control/stored-state.ts'

/** How many contacts a sandbox has when nobody says. */
export const defaultContacts = 200

/** Up to as many it is worth to keep an image of the seeded database. */
const copiedContacts = 1000

/** The messaging service on loopback, with ways to look behind it. */
export interface Sandbox extends Inspection {
  baseUrl: string
  credentials: SandboxCredentials
  /** The token of practice mode: the same for the same file. */
  token: string
  /** For the header `X-Sandbox-Secret` of the control path `/sandbox/…`. */
  controlSecret: string
  /** A new valid token. */
  issueToken(): string
  /** Ends every token that is valid now. */
  expireTokens(): void
  resetCounts(): void
  /** Replaces the faults; chances and limits start anew. Throws FaultSpecError. */
  setFaults(spec: FaultSpec | string): void
  clearFaults(): void
  /** Changes what the account and the user may do. */
  setSettings(settings: Partial<AccountSettings>): void
  /** Throws all data away and seeds it afresh; tokens stay, counts start anew. */
  reset(): void
  contactCount(): number
  /** How often exactly this text was imported for the contact: exactly once is 1. */
  importedCount(phone: string, body: string): number
  /** Whether the contact's conversation in a department (from 0, the first) is resolved; null when there is none. */
  isResolved(phone: string, group?: number): boolean | null
  close(): Promise<void>
}

const readFaults = (spec: FaultSpec | string): FaultSpec => (typeof spec === 'string' ? parseFaults(spec) : spec)

/**
 * Starts the whole messaging service on a loopback port. Rejects with FaultSpecError for faults that cannot be read and with
 * the system's error when the port or the file cannot be had.
 */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const contacts = options.contacts ?? defaultContacts
  readFaults(options.faults ?? noFaults)
  const seed = options.seed ?? defaultSeed
  const fill = (fresh: Parameters<typeof seedDatabase>[0]) => seedDatabase(fresh, contacts, seed)
  const isSmall = options.file === undefined && contacts <= copiedContacts
  const db = isSmall ? openInMemory(`${contacts} of ${seed}`, fill) : openDatabase(options.file ?? ':memory:', fill)
  const service = createService(db, options)

  const inspection = inspectService(service)
  service.onStored = (effects) => {
    if (service.webhooks.isWanted()) service.webhooks.send(effects.flatMap((effect) => eventsOf(service, effect)))
  }
  const usePlan = (spec: FaultSpec | string) => {
    const next = createFaultPlan(readFaults(spec))
    if (next.includes('read-lag')) service.history.keep()
    return next
  }
  let plan = usePlan(options.faults ?? noFaults)

  const setFaults = (spec: FaultSpec | string) => {
    plan = usePlan(spec)
  }
  const resetCounts = () => {
    service.counts = emptyCounts()
    service.effectsByContact.clear()
    service.webhooks.resetCounts()
  }
  const reset = () => {
    service.lateEffects.clear()
    service.history.clear()
    reseedDatabase(db, fill)
    service.customers.forgetActivity()
    resetCounts()
  }
  const control: Control = {
    secret: options.controlSecret ?? randomBytes(18).toString('base64url'),
    resetCounts,
    setFaults,
    issueToken: () => service.tokens.issue(),
    expireTokens: () => service.tokens.expireAll(),
    resetData: reset,
    ...inspection,
  }

  try {
    if (options.webhookUrl !== undefined) service.webhooks.sendTo(options.webhookUrl)
    const token = service.tokens.practice()
    const { server, port } = await startServer({ service, faults: () => plan, control }, options.port ?? 0)
    return {
      baseUrl: `http://127.0.0.1:${port}`,
      credentials: service.credentials,
      token,
      controlSecret: control.secret,
      issueToken: control.issueToken,
      expireTokens: control.expireTokens,
      resetCounts,
      setFaults,
      clearFaults: () => setFaults(noFaults),
      setSettings: (settings) => void Object.assign(service.settings, settings),
      reset,
      contactCount: () => service.customers.count(),
      ...inspection,
      importedCount(phone, body) {
        service.lateEffects.applyDue()
        const row = rowByPhone(service, phone)
        return row ? service.conversations.countPosts(row.id, 'import', body) : 0
      },
      isResolved(phone, group = 0) {
        service.lateEffects.applyDue()
        const row = rowByPhone(service, phone)
        const conversation = row && service.conversations.findOfCustomer(row.id, group + 1)
        return conversation ? conversation.resolved === 1 : null
      },
      async close() {
        service.lateEffects.clear()
        service.webhooks.close()
        await new Promise<void>((resolve) => {
          server.close(() => resolve())
          server.closeAllConnections()
        })
        db.close()
      },
    }
  } catch (error) {
    db.close()
    throw error
  }
}
