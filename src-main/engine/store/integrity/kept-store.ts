import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { isHeldDatabase, patientlySync } from '../../files/patient-files.ts'
import { AppError } from '../../model/errors.ts'
import { allBackups, namesIn } from '../backups/backup-files.ts'
import { backUpBeforeMigration } from '../backups/before-migration.ts'
import { markRestored } from '../backups/restored-mark.ts'
import { asFolderError } from '../data-folder.ts'
import { asStoreError, durably, openStore, type Store } from '../open-store.ts'
import { isGone, thisProcess } from '../process-owner.ts'
import { createSettings } from '../settings.ts'
import { damagedError } from './damaged-error.ts'
import { bootedAtMs, generationKey, inspectDatabase } from './inspect-database.ts'
import { inspectStill } from './inspect-still.ts'
import { type Marker, pageSumsPath, readMarker, writeMarker } from './marker.ts'
import { pageSizeOf, readStart, sumPages, writePageSums } from './page-sums.ts'

export interface KeptStore {
  store: Store
  /** Closes it, and writes down what it looks like now. Never fails. */
  close(): void
}

/**
 * Opens an account's database after a look at whether it is as it was left. Throws `store.damaged`, naming the newest backup,
 * and what `openStore` throws; the file is then as it was.
 */
export function openKeptStore(path: string, nowMs: () => number): KeptStore {
  const inspection = patientlySync(() => inspectStill(path, () => inspectDatabase(path, { nowMs: nowMs(), hasTraces: hasTraces(path) })))
  if (inspection.kind === 'damaged') throw damagedError(inspection.damage, path)
  if (inspection.kind !== 'new') backUpBeforeMigration(path, nowMs())
  const store = patientlySync(() => openWriting(path, nowMs(), inspection), isHeldStore)
  return { store, close: () => closeKept(store, nowMs) }
}

function openWriting(path: string, nowMs: number, inspection: ReturnType<typeof inspectDatabase>): Store {
  const store = openStore(path)
  try {
    if (inspection.kind === 'doubtful') markRestored(store, inspection.sinceMs, nowMs)
    beginGeneration(store, nowMs)
    return store
  } catch (error) {
    store.close()
    throw asStoreError(asFolderError(error))
  }
}

/** The same fault comes from a disk that cannot be written at all, which is then found out so much later. */
function isHeldStore(error: unknown): boolean {
  return isHeldDatabase(error) || (error instanceof AppError && error.code === 'store.readonly' && isHeldDatabase(error.cause))
}

/** Whether anything but the database and its marker tells of an earlier time. */
function hasTraces(path: string): boolean {
  return allBackups(path).length > 0 || namesIn(join(dirname(path), 'files')).length > 0
}

/** Counts this opening, in the database first: a marker never counts more than a database that is whole. */
function beginGeneration(store: Store, nowMs: number): void {
  const generation = countOpening(store)
  const before = readMarker(store.name)
  const known = before === null || before === 'unreadable' ? null : before
  const owners = [...(known?.owners.filter((owner) => owner !== thisProcess && !isGone(owner)) ?? []), thisProcess]
  writeMarker(store.name, {
    state: 'open',
    generation,
    sinceMs: nowMs,
    bootedAtMs: bootedAtMs(nowMs),
    owners,
    forgottenAtMs: known?.forgottenAtMs ?? null,
  })
}

/** Answers the number of this one, which is higher than any that the database or the marker beside `markedPath` has seen. */
export function countOpening(store: Store, markedPath: string = store.name): number {
  const settings = createSettings(store)
  return durably(store, () => {
    const before = readMarker(markedPath)
    const known = before === null || before === 'unreadable' ? 0 : before.generation
    const generation = Math.max(known, settings.get(generationKey, z.int()) ?? 0) + 1
    settings.set(generationKey, generation)
    return generation
  })
}

function closeKept(store: Store, nowMs: () => number): void {
  const path = store.name
  const marker = readMarker(path)
  if (!store.open) return
  if (marker === null || marker === 'unreadable') {
    store.close()
    return
  }
  const owners = marker.owners.filter((owner) => owner !== thisProcess && !isGone(owner))
  const closing: Marker = { ...marker, state: owners.length > 0 ? 'open' : 'closing', owners, sinceMs: nowMs() }
  quietly(() => writeMarker(path, closing))
  store.close()
  if (owners.length === 0) quietly(() => writeClosed(path, closing))
}

/** Writes down how a database looks that nobody has open. */
export function writeClosed(path: string, marker: Marker): void {
  const isOpen = () => statSync(`${path}-wal`, { throwIfNoEntry: false }) !== undefined
  if (isOpen()) return
  const pageSize = pageSizeOf(readStart(path))
  if (pageSize === null) return
  const sums = sumPages(path, pageSize)
  if (isOpen() || !isStill(path, marker)) return
  writePageSums(pageSumsPath(path), { generation: marker.generation, pageSize, sums })
  writeMarker(path, { ...marker, state: 'closed', owners: [] })
}

/** Whether nobody has opened the database since the marker was written. */
function isStill(path: string, { state, generation }: Marker): boolean {
  const now = readMarker(path)
  return now !== null && now !== 'unreadable' && now.state === state && now.generation === generation
}

/** What cannot be written is looked at more closely the next time. */
function quietly(work: () => void): void {
  try {
    work()
  } catch {
    return
  }
}
