import type { Clock } from '../model/clock.ts'
import type { RunProgress } from '../model/runs/run-schema.ts'
import { createKeptChecks, type KeptChecks } from '../damage/kept-checks.ts'
import { closing } from '../plan/build/build-plan.ts'
import { failInterruptedPlans } from '../plan/build/interrupted-plans.ts'
import { tidyPlans } from '../plan/read/tidy-plans.ts'
import { createRunner } from '../run/runner.ts'
import { createService } from '../service/create-service.ts'
import type { Service } from '../service/service.ts'
import { tidyFiles } from '../source/open/tidy-files.ts'
import { openStore, type Store } from '../store/open-store.ts'
import { type Tables, tablesOf } from '../store/tables.ts'
import type { AccountRecord } from '../model/account-schema.ts'
import { createTasks, type Tasks } from './tasks.ts'

/** An account in use: its database, its service, and what runs for it in this process. */
export interface OpenAccount {
  readonly id: string
  /** The present record: it changes when settings are saved. */
  record(): AccountRecord
  store: Store
  tables: Tables
  service: Service
  runner: ReturnType<typeof createRunner>
  /** What is under way for it, beside runs. */
  tasks: Tasks
  /** What checks of files for damage have found. */
  damage: KeptChecks
  /** Where copies of imported files are kept. */
  filesFolder: string
  close(): Promise<void>
}

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
  const tasks = createTasks(clock)
  startTidying(tasks, store, options.filesFolder, clock)
  return {
    id: options.id,
    record,
    store,
    tables: tablesOf(store),
    service,
    runner,
    tasks,
    damage: createKeptChecks(),
    filesFolder: options.filesFolder,
    async close() {
      // Unlike a person's cancelling: these plans have failed.
      const planned = tasks.stop({ kinds: ['plan', 'release', 'revision'] }, closing)
      await Promise.all([planned, tasks.stop({ kinds: ['sync', 'damageStart', 'damage'] })])
      // A revision that was stopped begins to tidy.
      await tasks.stop({ kinds: ['tidying'] })
      await runner.close()
      await service.close()
      store.close()
    },
  }
}

/** Nobody waits for it, and nothing depends on it. */
function startTidying(tasks: Tasks, store: Store, filesFolder: string, clock: Clock): void {
  const tidied = tasks.run({ kind: 'tidying', id: 'start' }, async (signal) => {
    await tidyPlans(store, { clock, signal })
    await tidyFiles(filesFolder, clock.nowMs(), signal)
  })
  // A store or a folder that cannot be written now says so to whoever needs it; the room is freed at a later start.
  tidied.catch(() => undefined)
}
