import type { Clock } from '../model/clock.ts'
import type { RunProgress } from '../contract.ts'
import { createDamageTasks, type DamageTasks } from '../damage/damage-tasks.ts'
import { closing } from '../plan/build/build-plan.ts'
import { failInterruptedPlans } from '../plan/build/interrupted-plans.ts'
import { tidyPlans } from '../plan/read/tidy-plans.ts'
import { createRunner } from '../run/runner.ts'
import { createService } from '../service/create-service.ts'
import type { Service } from '../service/service.ts'
import { tidyFiles } from '../source/open/tidy-files.ts'
import { createConsentLedger } from '../store/ledger/consent-ledger.ts'
import { createContacts } from '../store/contacts/contacts.ts'
import { createCustomFields } from '../store/contacts/custom-fields.ts'
import { createDepartments } from '../store/contacts/departments.ts'
import { createDrafts } from '../store/files/drafts.ts'
import { createFileEdits } from '../store/files/file-corrections.ts'
import { createFiles } from '../store/files/files.ts'
import { openStore, type Store } from '../store/open-store.ts'
import { createPlans } from '../store/plans/plans.ts'
import { createRecipes } from '../store/files/recipes.ts'
import { createSettings } from '../store/settings.ts'
import { createSyncs } from '../store/contacts/syncs.ts'
import type { AccountRecord } from '../model/account-schema.ts'

/** An account in use: its database, its service, and what runs for it in this process. */
export interface OpenAccount {
  readonly id: string
  /** The present record: it changes when settings are saved. */
  record(): AccountRecord
  store: Store
  tables: Tables
  service: Service
  runner: ReturnType<typeof createRunner>
  /** Plans being built here, by id. */
  planning: Map<string, Task>
  /** Checks of files for damage. */
  damage: DamageTasks
  /** The sync under way here. */
  sync: Task | null
  /** Where copies of imported files are kept. */
  filesFolder: string
  close(): Promise<void>
}

/** Work that goes on while procedures answer. `done` never rejects. */
export interface Task {
  abort: AbortController
  done: Promise<void>
}

export type Tables = ReturnType<typeof createTables>

export interface OpenAccountOptions {
  id: string
  record: () => AccountRecord
  databasePath: string
  filesFolder: string
  token: () => Promise<string | null>
  clock: Clock
  /** Names this process in leases and in the plans it builds. */
  owner: string
  onRunProgress: (progress: RunProgress) => void
}

/** Throws `store.*` and `usage` AppErrors. */
export function openAccount(options: OpenAccountOptions): OpenAccount {
  const { clock, record } = options
  const store = openStore(options.databasePath)
  failInterruptedPlans(store, options.owner, clock.nowMs())
  const { baseUrl, tokenIn } = record()
  const service = createService({ baseUrl, tokenIn, token: options.token, country: () => record().settings.country, clock })
  const runner = createRunner({
    store,
    service,
    clock,
    operator: () => record().operator,
    account: record,
    owner: options.owner,
    settings: () => record().settings,
    onProgress: options.onRunProgress,
  })
  const planning = new Map<string, Task>()
  const tidying = startTidying(store, options.filesFolder, clock)
  const account: OpenAccount = {
    id: options.id,
    record,
    store,
    tables: createTables(store),
    service,
    runner,
    planning,
    damage: createDamageTasks(),
    sync: null,
    filesFolder: options.filesFolder,
    async close() {
      const tasks = [tidying, ...planning.values(), ...(account.sync ? [account.sync] : [])]
      // Plans can be gone on with at the next start.
      for (const task of planning.values()) task.abort.abort(closing)
      for (const task of tasks) task.abort.abort()
      await Promise.all([...tasks.map(({ done }) => done), account.damage.giveUp()])
      await runner.close()
      await service.close()
      store.close()
    },
  }
  return account
}

/** Nobody waits for it, and nothing depends on it. */
function startTidying(store: Store, filesFolder: string, clock: Clock): Task {
  const abort = new AbortController()
  const { signal } = abort
  const tidy = async (): Promise<void> => {
    await tidyPlans(store, { clock, signal })
    await tidyFiles(filesFolder, clock.nowMs(), signal)
  }
  // A store or a folder that cannot be written now says so to whoever needs it; the room is freed at a later start.
  return { abort, done: tidy().catch(() => undefined) }
}

function createTables(store: Store) {
  return {
    consentLedger: createConsentLedger(store),
    contacts: createContacts(store),
    customFields: createCustomFields(store),
    departments: createDepartments(store),
    drafts: createDrafts(store),
    fileEdits: createFileEdits(store),
    files: createFiles(store),
    plans: createPlans(store),
    recipes: createRecipes(store),
    settings: createSettings(store),
    syncs: createSyncs(store),
  }
}
