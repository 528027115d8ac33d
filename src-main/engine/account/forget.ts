import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { removePatientlySync } from '../files/patient-files.ts'
import { AppError } from '../model/errors.ts'
import type { ForgetPreview, ForgetScope, Forgotten } from '../model/forget-schema.ts'
import { allBackups } from '../store/backups/backup-files.ts'
import { keptFolder } from '../store/backups/restore-backup.ts'
import type { Forgettable } from '../store/forget/forget-imports.ts'
import { asStoreError, durably, type Store } from '../store/open-store.ts'
import { tablesOf } from '../store/tables.ts'
import { counted } from '../text/counted.ts'
import { type LeftBehind, noteForgetting, type Remove, removeForgotten } from './remove-forgotten.ts'

interface Forgetting {
  store: Store
  /** Where copies of imported files are kept. */
  filesFolder: string
  /** So long after its last record the ledger is kept. */
  ledgerYears: number
  /** Waits for what another program holds, unless given. */
  remove?: Remove
}

const dayMs = 24 * 60 * 60 * 1000

/** What forgetting would remove, and what it cannot reach. Throws `run.unknown`, and `run.state` for what was forgotten before. */
export function previewForgetting({ store, ledgerYears }: Forgetting, scope: ForgetScope, nowMs: number): ForgetPreview {
  const { forgetting, writtenFiles, consentLedger } = tablesOf(store)
  const imports = importsOf(store, scope, nowMs)
  const planIds = imports.map(({ planId }) => planId)
  const copies = forgetting.copies(planIds)
  const gone = copies.filter(({ isUsed }) => !isUsed)
  const written =
    scope.kind === 'account' ? writtenFiles.all() : imports.flatMap(({ runId }) => (runId === null ? [] : writtenFiles.ofRun(runId)))
  const own = gone.flatMap(({ originalPath }) => originalPath ?? [])
  return {
    imports: imports.map(({ runId, fileName, atMs, rows }) => ({ runId, fileName, atSeconds: atMs / 1000, rows })),
    copies: new Set(gone.map(({ sha256 }) => sha256)).size,
    keptCopies: [...new Set(copies.filter(({ isUsed }) => isUsed).map(({ name }) => name))],
    backups: allBackups(store.name).length + (existsSync(keptFolder(store.name)) ? readdirSync(keptFolder(store.name)).length : 0),
    outOfReach: [...new Set([...own, ...written])].filter((path) => existsSync(path)).toSorted(),
    unfinished: forgetting.unfinished(planIds),
    ledgerRecords: consentLedger.count(),
    ledgerKeptUntilSeconds: keptUntil(consentLedger.last()?.time ?? null, ledgerYears),
  }
}

/**
 * Removes rows, calls, texts and corrections of imports, the copies of their files, and all backups of before; of these files, says which it
 * could not remove. Fingerprints, refusals, the ledger and what each run came to stay. Throws as `previewForgetting`, and `run.state` while a run of them can go on.
 */
export function forget(account: Forgetting, scope: ForgetScope, nowMs: number): Omit<Forgotten, 'ledgerPath'> {
  const { store, filesFolder, remove = removePatientlySync } = account
  const preview = previewForgetting(account, scope, nowMs)
  const { forgetting } = tablesOf(store)
  const planIds = importsOf(store, scope, nowMs).map(({ planId }) => planId)
  refuseUnfinished(preview, forgetting.isBuilding(planIds))
  const before = sizeOfFolder(dirname(store.name))
  const gone = forgetting.copies(planIds).filter(({ isUsed }) => !isUsed)
  store.pragma('secure_delete = ON')
  durably(store, () => {
    forgetting.remove(
      planIds,
      gone.map(({ sha256 }) => sha256),
      nowMs,
    )
    if (scope.kind === 'account') forgetting.removeRest()
    noteForgetting(store, nowMs, scope.kind === 'account' ? namesIn(filesFolder) : gone.map(({ storedPath }) => basename(storedPath)))
  })
  const left = removeForgotten(store, filesFolder, remove)
  const notGivenBack = giveBack(store)
  const { imports, copies, keptCopies, outOfReach } = preview
  const freedBytes = Math.max(0, before - sizeOfFolder(dirname(store.name)))
  return { imports, copies, keptCopies, outOfReach, freedBytes, notGivenBack, notRemoved: leftWords(left) }
}

function leftWords({ copies, backups }: LeftBehind): string | null {
  const parts = [counted(copies, 'copy of a file', 'copies of files'), counted(backups, 'backup')]
  const left = parts.filter((_part, at) => [copies, backups][at] !== 0)
  if (left.length === 0) return null
  return `Not removed yet, as another program has it open: ${left.join(' and ')}. Rollcall removes what is left when it is started the next time.`
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}

/** The end of the ledger's time, in seconds; a time that cannot be read never ends. Null without a record. */
function keptUntil(lastTime: string | null, years: number): number | null {
  if (lastTime === null) return null
  const end = new Date(lastTime)
  end.setUTCFullYear(end.getUTCFullYear() + years)
  return Number.isNaN(end.getTime()) ? Number.MAX_SAFE_INTEGER : end.getTime() / 1000
}

function importsOf(store: Store, scope: ForgetScope, nowMs: number): Forgettable[] {
  const { forgetting, runs } = tablesOf(store)
  switch (scope.kind) {
    case 'run': {
      const run = runs.find(scope.runId)
      if (run === null) throw new AppError('run.unknown', 'There is no such run.', 'Look in the history for the runs of this account.')
      refuseForgotten(store, scope.runId)
      return forgetting.family([run.planId])
    }
    case 'olderThan': {
      const old = forgetting.before(nowMs - scope.days * dayMs)
      // What belongs together goes together: not while a part of it is younger.
      const oldIds = new Set(old.map(({ planId }) => planId))
      return old.filter(({ planId }) => forgetting.family([planId]).every((member) => oldIds.has(member.planId)))
    }
    case 'account':
      return forgetting.before(Number.MAX_SAFE_INTEGER)
  }
}

/** Throws `run.state` for a run whose rows were removed. */
export function refuseForgotten(store: Store, runId: string): void {
  const forgottenAtMs = tablesOf(store).runs.find(runId)?.forgottenAtMs ?? null
  if (forgottenAtMs === null) return
  const day = new Date(forgottenAtMs).toLocaleDateString('en-GB', { dateStyle: 'long' })
  throw new AppError(
    'run.state',
    `The rows of this run were forgotten on ${day}.`,
    'What it came to is in the history; its rows cannot be had again.',
  )
}

function refuseUnfinished({ unfinished }: ForgetPreview, isBuilding: boolean): void {
  const [first] = unfinished
  if (first !== undefined)
    throw new AppError(
      'run.state',
      `The run of "${first.fileName}" can still go on, so it is not forgotten (run ${first.runId}).`,
      'Resume it and let it finish, or cancel it; then forget it.',
    )
  if (isBuilding) throw new AppError('run.state', 'One of these files is being planned at this moment.', 'Wait until that is done.')
}

/** Gives free room of the database back to the disk. Answers why that could not be done. */
function giveBack(store: Store): string | null {
  try {
    store.exec('VACUUM')
    store.pragma('wal_checkpoint(TRUNCATE)')
    return null
  } catch (error) {
    const known = asStoreError(error)
    return known instanceof AppError ? `${known.message} ${known.hint}` : 'Another window or command is using the account at this moment.'
  }
}

function sizeOfFolder(folder: string): number {
  let bytes = 0
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue
    bytes += statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0
  }
  return bytes
}
