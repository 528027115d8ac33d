import type { Clock } from '../model/clock.ts'
import type { RunProgress } from '../model/runs/run-schema.ts'
import { createEventReader, type EventReader } from '../contacts/events/event-reader.ts'
import { tidyUnfinished, unfinishedFolder } from '../contacts/conversations/unfinished-export.ts'
import { type AccountSync, createAccountSync } from '../contacts/sync/account-sync.ts'
import { type ContactSearch, createContactSearch } from '../contacts/search/contact-search.ts'
import { finishStops } from '../contacts/stop/stop-texts.ts'
import { createKeptChecks, type KeptChecks } from '../damage/kept-checks.ts'
import { closing } from '../plan/build/build-plan.ts'
import { failInterruptedPlans } from '../plan/build/interrupted-plans.ts'
import { tidyPlans } from '../plan/read/tidy-plans.ts'
import { unsettledForMs } from '../run/late/unsettled-calls.ts'
import { createRunner } from '../run/runner.ts'
import { createService, type ServiceOptions } from '../service/create-service.ts'
import type { Service } from '../service/service.ts'
import { tidyFiles } from '../source/open/tidy-files.ts'
import { AppError } from '../model/errors.ts'
import type { Store } from '../store/open-store.ts'
import { openKeptStore } from '../store/integrity/kept-store.ts'
import { openForReading } from '../store/integrity/open-for-reading.ts'
import { type Tables, tablesOf } from '../store/tables.ts'
import { textingRules } from '../text/texting/texting-rules.ts'
import type { AccountRecord } from '../model/account-schema.ts'
import { type BackupKeeper, createBackupKeeper } from './backup-keeper.ts'
import { removeForgotten } from './remove-forgotten.ts'
import { createTasks, type Tasks } from './tasks.ts'
import { tidyCopies } from './tidy-copies.ts'

/** An account in use: its database, its service, and what runs for it in this process. */
export interface OpenAccount {
  readonly id: string
  /** The present record: it changes when settings are saved. */
  record(): AccountRecord
  store: Store
  tables: Tables
  service: Service
  runner: ReturnType<typeof createRunner>
  sync: AccountSync
  search: ContactSearch
  /** Reads again what the service's events tell of. */
  events: EventReader
  /** What is under way for it, beside runs. */
  tasks: Tasks
  /** What checks of files for damage have found. */
  damage: KeptChecks
  /** Where copies of imported files are kept. */
  filesFolder: string
  backups: BackupKeeper
  /** Why nothing can be written, so that it can only be looked at; null where all is well. */
  readOnlyFor: AppError | null
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
  /** See `ServiceOptions`. */
  onToken: (isAccepted: boolean) => void
  /** See `ServiceOptions`. */
  proxyFor?: ServiceOptions['proxyFor']
  /** Opens it to be looked at alone, whatever is wrong with it. */
  readOnlyFor?: AppError
}

/** Where nothing can be written, for want of permission or room, it can still be looked at. Throws `store.*` and `usage` AppErrors. */
export function openAccount(options: OpenAccountOptions): OpenAccount {
  const { clock, record } = options
  const { store, close, readOnlyFor } = openOrLook(options)
  if (readOnlyFor === null) failInterruptedPlans(store, options.owner, clock.nowMs())
  const { baseUrl, tokenIn } = record()
  const { token, onToken, proxyFor } = options
  const service = createService({ baseUrl, tokenIn, token, country: () => record().settings.country, clock, onToken, proxyFor })
  const runner = createRunner({
    store,
    service,
    clock,
    operator: () => record().operator,
    account: record,
    owner: options.owner,
    settings: () => record().settings,
    texting: (wishes, startedAtMs) => textingRules(wishes, record().settings, startedAtMs),
    onProgress: options.onRunProgress,
    onStopped: () => backups.afterRun(),
  })
  const tasks = createTasks(clock)
  const backups = createBackupKeeper({ store, clock, tasks })
  if (readOnlyFor === null) backups.eachDay()
  if (readOnlyFor === null) startOpenStops(tasks, { store, service, clock, record })
  if (readOnlyFor === null) startTidying(tasks, store, options.filesFolder, clock)
  return {
    id: options.id,
    record,
    store,
    tables: tablesOf(store),
    service,
    runner,
    sync: createAccountSync({ store, service, clock, readOnlyFor }),
    search: createContactSearch(store),
    events: createEventReader({ store, service, clock, country: () => record().settings.country }),
    tasks,
    damage: createKeptChecks(),
    filesFolder: options.filesFolder,
    backups,
    readOnlyFor,
    async close() {
      // Unlike a person's cancelling: these plans have failed.
      const planned = tasks.stop({ kinds: ['plan', 'release', 'revision'] }, closing)
      await Promise.all([planned, tasks.stop({ kinds: ['sync', 'damageStart', 'damage'] })])
      // A revision that was stopped begins to tidy.
      await tasks.stop({ kinds: ['tidying', 'openStops'] })
      await runner.close()
      await service.close()
      await backups.whenMade()
      await tasks.stop({ kinds: ['backup'] })
      close()
    },
  }
}

interface OpenedStore {
  store: Store
  close(): void
  readOnlyFor: AppError | null
}

function openOrLook({ databasePath, clock, readOnlyFor }: OpenAccountOptions): OpenedStore {
  if (readOnlyFor !== undefined) return { ...openForReading(databasePath), readOnlyFor }
  try {
    return { ...openKeptStore(databasePath, () => clock.nowMs()), readOnlyFor: null }
  } catch (error) {
    if (!(error instanceof AppError) || (error.code !== 'store.readonly' && error.code !== 'store.full')) throw error
    try {
      return { ...openForReading(databasePath), readOnlyFor: error }
    } catch {
      throw error
    }
  }
}

/** Whose texts an earlier process was about to stop. What cannot be done now, such as without a sign-in, is tried at the next start. */
function startOpenStops(
  tasks: Tasks,
  { store, service, clock, record }: Pick<OpenAccount, 'store' | 'service' | 'record'> & { clock: Clock },
): void {
  if (tablesOf(store).openStops.all().length === 0) return
  const { name, baseUrl, operator, settings } = record()
  const unsettled = (contacts: readonly string[]) => unsettledForMs(store, contacts, clock.nowMs())
  const finished = tasks.run({ kind: 'openStops', id: 'start' }, (signal) =>
    finishStops({
      store,
      service,
      clock: { nowMs: clock.nowMs, sleep: (delayMs) => clock.sleep(delayMs, signal) },
      unsettledForMs: unsettled,
      country: settings.country,
      operator,
      account: { name, baseUrl },
    }),
  )
  finished.catch(() => undefined)
}

/** Nobody waits for it, and nothing depends on it. */
function startTidying(tasks: Tasks, store: Store, filesFolder: string, clock: Clock): void {
  const tidied = tasks.run({ kind: 'tidying', id: 'start' }, async (signal) => {
    removeForgotten(store, filesFolder)
    // Quick, and large files are at stake: before what a short command may not have the time for.
    await tidyCopies(store, filesFolder, clock.nowMs(), signal)
    await tidyFiles(filesFolder, clock.nowMs(), signal)
    await tidyUnfinished(unfinishedFolder(filesFolder), clock.nowMs())
    await tidyPlans(store, { clock, signal })
  })
  // A store or a folder that cannot be written now says so to whoever needs it; the room is freed at a later start.
  tidied.catch(() => undefined)
}
