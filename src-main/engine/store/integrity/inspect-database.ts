import { statSync } from 'node:fs'
import { uptime } from 'node:os'
import type Database from 'better-sqlite3'
import { migrations } from '../migrations.ts'
import { isGone, thisProcess } from '../process-owner.ts'
import { type Marker, pageSumsPath, readMarker } from './marker.ts'
import { pageSizeOf, type PageSums, readPageSums, readStart, sumPages } from './page-sums.ts'
import { openUnchanged } from './open-unchanged.ts'
import { indexedFrames, readWalLog } from './wal-log.ts'

/** What is wrong with a database; each has its sentence in `damaged-error.ts`. */
export type Damage =
  | { kind: 'missing' | 'empty' | 'not a database' | 'older' | 'newest missing' | 'altered' }
  | { kind: 'pages'; pages: number; of: number }
  | { kind: 'structure'; found: string }

export type Inspection =
  /** There is no database, and none was ever heard of. */
  | { kind: 'new' }
  | { kind: 'whole' }
  /** It is whole, but what was written since then may be missing. */
  | { kind: 'doubtful'; sinceMs: number }
  | { kind: 'damaged'; damage: Damage }

/** Under this name the database keeps its generation; see `marker.ts`. */
export const generationKey = 'generation'

const whole: Inspection = { kind: 'whole' }
const damaged = (damage: Damage): Inspection => ({ kind: 'damaged', damage })

/** When this computer was started: two readings differ by seconds. */
export const bootedAtMs = (nowMs: number): number => Math.round(nowMs - uptime() * 1000)
const bootSlackMs = 120_000

/**
 * Looks at an account's database before SQLite touches it. Writes nothing. After a clean end every page is compared with its
 * checksum of then; after a crash every page that the log did not replace. Where neither is possible, SQLite looks through all
 * of it. `hasTraces`: something else shows that there was a database. See `docs/decisions/`.
 */
export function inspectDatabase(path: string, options: { nowMs: number; hasTraces: boolean }): Inspection {
  const marker = readMarker(path)
  const size = sizeOf(path)
  if (size === null || size === 0) {
    if (marker === null && !options.hasTraces) return { kind: 'new' }
    return damaged({ kind: size === null ? 'missing' : 'empty' })
  }
  if (!statSync(path).isFile()) return damaged({ kind: 'not a database' })
  const start = readStart(path)
  const pageSize = pageSizeOf(start)
  if (pageSize === null) return damaged({ kind: 'not a database' })
  const known = marker === 'unreadable' ? null : marker
  const sums = readPageSums(pageSumsPath(path))
  // Whoever opens it says that it is from a newer version.
  if (start.readUInt32BE(60) > migrations.length)
    return isVersionAlone(path, known, sums) ? damaged({ kind: 'pages', pages: 1, of: sums?.sums.length ?? 1 }) : whole
  if ((sizeOf(`${path}-wal`) ?? 0) > 0) return withLog(path, known, sums, options.nowMs)
  return withoutLog(path, known, sums)
}

/** Whether it is as it was closed but for the page that tells the version: a newer Rollcall would have written its own checksums. */
function isVersionAlone(path: string, marker: Marker | null, sums: PageSums | null): boolean {
  if (marker?.state !== 'closed' || sums === null || sums.generation !== marker.generation) return false
  const differing = differingPages(path, sums)
  return differing.length === 1 && differing[0] === 1
}

/** It was not closed: a crash, or somebody has it open. */
function withLog(path: string, marker: Marker | null, sums: PageSums | null, nowMs: number): Inspection {
  // In this order: the log may grow meanwhile, so that it has at least what its index says.
  const indexed = indexedFrames(`${path}-wal`, `${path}-shm`)
  const log = readWalLog(`${path}-wal`)
  if (log === null) return whole // somebody has closed it this moment
  const isUsed = marker?.owners.some((owner) => owner !== thisProcess && !isGone(owner)) ?? false
  if (log === 'unreadable') return damaged({ kind: 'newest missing' })
  // What a power failure left of the log ends early rightly: what must not be forgotten was on the disk before.
  const isSameBoot = marker !== null && Math.abs(marker.bootedAtMs - bootedAtMs(nowMs)) < bootSlackMs
  const isCut = log.hasLostFrames || (indexed !== null && indexed > log.committedFrames)
  if (isCut && isSameBoot && !isUsed) return damaged({ kind: 'newest missing' })
  if (isUsed) return whole // it was looked at when that one opened it
  if (sums !== null && log.checkpointSequence === 0 && sums.pageSize === log.pageSize) {
    const differing = differingPages(path, sums)
    // Read once more: pages may have gone through the log into the database meanwhile.
    const later = readWalLog(`${path}-wal`)
    if (later === null || later === 'unreadable' || later.checkpointSequence > 0) return whole
    const changed = differing.filter((page) => !later.pages.has(page) && page <= sums.sums.length)
    if (changed.length > 0) return damaged({ kind: 'pages', pages: changed.length, of: sums.sums.length })
    return isBehind(marker, path) ? damaged({ kind: 'newest missing' }) : whole
  }
  return byLookingThrough(path, marker, () => whole)
}

/** It was closed, or its log is gone. */
function withoutLog(path: string, marker: Marker | null, sums: PageSums | null): Inspection {
  if (marker?.state === 'closed' && sums !== null && sums.generation === marker.generation) {
    const changed = differingPages(path, sums)
    if (changed.length === 0) return whole
    const inside = lookInto(path)
    if (inside.problem !== null) return damaged({ kind: 'pages', pages: changed.length, of: sums.sums.length })
    if (inside.generation !== null && inside.generation < marker.generation) return damaged({ kind: 'older' })
    // SQLite finds nothing wrong: a value was changed, by the disk or by somebody.
    return damaged(changed.length <= 1 ? { kind: 'pages', pages: changed.length, of: sums.sums.length } : { kind: 'altered' })
  }
  return byLookingThrough(path, marker, () =>
    // Another program may have brought the log into the database, or somebody has removed it: how much is missing cannot be told.
    marker?.state === 'open' ? { kind: 'doubtful', sinceMs: marker.sinceMs } : whole,
  )
}

function byLookingThrough(path: string, marker: Marker | null, otherwise: () => Inspection): Inspection {
  const { problem, generation } = lookInto(path)
  if (problem !== null) return damaged({ kind: 'structure', found: problem })
  if (marker !== null && (generation ?? 0) < marker.generation)
    return damaged({ kind: marker.state === 'open' ? 'newest missing' : 'older' })
  return otherwise()
}

function isBehind(marker: Marker | null, path: string): boolean {
  return marker !== null && (lookInto(path, false).generation ?? 0) < marker.generation
}

/** Their numbers, from 1; pages that only one of both has, too. */
function differingPages(path: string, { pageSize, sums }: PageSums): number[] {
  const found = sumPages(path, pageSize)
  const differing: number[] = []
  for (let page = 0; page < Math.max(found.length, sums.length); page += 1) if (found[page] !== sums[page]) differing.push(page + 1)
  return differing
}

/** What SQLite finds wrong with it (null where nothing), and its generation. Database and log stay as they are. */
export function lookInto(path: string, isThorough = true): { problem: string | null; generation: number | null } {
  let looked: Database.Database | null = null
  try {
    looked = openUnchanged(path)
    const found = isThorough ? looked.pragma('integrity_check(1)', { simple: true }) : 'ok'
    if (found !== 'ok') return { problem: String(found), generation: null }
    const isThere = looked.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'settings'").get() !== undefined
    const kept = isThere
      ? looked.prepare<[string], string>('SELECT value FROM settings WHERE key = ?').pluck().get(generationKey)
      : undefined
    return { problem: null, generation: kept === undefined ? null : Number(kept) }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : 'unreadable', generation: null }
  } finally {
    looked?.close()
  }
}

function sizeOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.size ?? null
}
