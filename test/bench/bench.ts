import { fork, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleChild } from './bundle-child.ts'
import { createFigures, type Figures } from './figures.ts'
import type { FramesOutcome } from './frames/frame-figures.ts'
import { measureScrolling } from './frames/measure-scrolling.ts'
import { measureOnce } from './measure.ts'
import { benchHelp, benchOptions, type Part } from './options.ts'
import { firstScreenBytes } from './renderer-size.ts'
import { printReport } from './report.ts'
import type { StationName, StationParams } from './station.ts'
import { becomings, compareWithTargets, memoryName } from './targets.ts'
import { hasSqlite } from './stations/yardsticks.ts'

const options = benchOptions(process.argv.slice(2))
if (options === null || typeof options === 'string') {
  console.log(options === null ? benchHelp : `${options}\n\n${benchHelp}`)
  process.exit(options === null ? 0 : 2)
}
/** `sqlite3` is a program of its own, which not every computer has. */
const isSqliteHere = hasSqlite()
const root = join(import.meta.dirname, '../..')
const { sizes, repeat, only } = options
const isWanted = (part: Part): boolean => only === null || only === part
const concurrency = 8
const latencyMs = 20
const pastRuns = 500

let scrolling: FramesOutcome | null = null
const childPath = await bundleChild(join(root, 'out/bench'))
const folder = mkdtempSync(join(tmpdir(), 'rollcall-bench-'))
const figures = createFigures()
try {
  if (isWanted('plan')) {
    for (const rows of sizes.rows) await measurePlanning(figures, rows)
    await measureWorkbook(figures, sizes.rows[0] ?? 0)
  }
  if (isWanted('memory')) for (const rows of sizes.memoryRows) await measureMemory(figures, rows)
  if (isWanted('run')) {
    await measureRun(figures, sizes.calls, 0)
    await measureRun(figures, sizes.delayedCalls, latencyMs)
  }
  if (isWanted('history')) {
    for (let round = 0; round < repeat; round += 1) {
      await measure(figures, 'history', 'history', { databasePath: join(folder, 'history.db'), runs: pastRuns, rounds: 20 }, pastRuns)
    }
  }
  if (isWanted('frames')) {
    const { listedRows: rows, movementMs } = sizes
    scrolling = await during(`scrolling, ${rows.toLocaleString('en')}`, () => measureScrolling({ rows, movementMs }))
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

const scriptBytes = existsSync(join(root, 'out/renderer')) ? firstScreenBytes(join(root, 'out/renderer')) : null
const targets = compareWithTargets(figures, { sizes, latencyMs, pastRuns, scriptBytes, scrolling })
const machine = { node: process.version, processors: cpus().length, processor: cpus()[0]?.model ?? 'unknown' }
const results = {
  measuredAt: new Date().toISOString(),
  quick: options.quick,
  isSqliteHere,
  repeat,
  machine,
  stations: figures.all(),
  scrolling,
  targets,
}
writeFileSync(join(root, 'bench-results.json'), `${JSON.stringify(results, null, 2)}\n`)
printReport(results)

async function measure<N extends StationName>(
  into: Figures,
  name: string,
  station: N,
  params: StationParams[N],
  size: number,
): Promise<void> {
  into.add(name, size, await during(`${name}, ${size.toLocaleString('en')}`, () => measureOnce(childPath, station, params)))
}

async function during<T>(text: string, work: () => Promise<T>): Promise<T> {
  const show = (line: string) => process.stderr.isTTY && process.stderr.write(`\r${line.padEnd(60)}\r`)
  show(text)
  const outcome = await work()
  show('')
  return outcome
}

/** All stations take turns, so that a computer that is busy for a while slows all of them. */
async function measurePlanning(into: Figures, rows: number): Promise<void> {
  const csvPath = join(folder, `${rows}.csv`)
  const cachePath = join(folder, `${rows}.db`)
  await measureOnce(childPath, 'write-csv', { csvPath, rows })
  await measure(into, 'fill the cache', 'fill-cache', { cachePath, contacts: rows }, rows)
  for (let round = 0; round < repeat; round += 1) {
    const yardstick = { csvPath, databasePath: join(folder, 'yardstick.db') }
    if (isSqliteHere) await measure(into, 'sqlite3 .import', 'sqlite3 .import', yardstick, rows)
    else await measure(into, 'import with papaparse and better-sqlite3', 'import loop', yardstick, rows)
    await measure(into, 'papaparse alone', 'papaparse', { csvPath }, rows)
    await measure(into, 'csv-parse alone', 'csv-parse', { csvPath }, rows)
    await measure(into, 'copy and hash', 'copy and hash', { csvPath, folder: join(folder, 'copies') }, rows)
    await measure(into, 'read', 'read', { csvPath }, rows)
    await measure(into, 'read and map', 'read and map', { csvPath }, rows)
    await measure(into, 'whole plan', 'plan', { csvPath, cachePath, rows }, rows)
  }
  await measure(into, 'pages of the review', 'preview page', { databasePath: `${cachePath}.plan`, pages: 1_200 }, rows)
  for (const path of [csvPath, cachePath]) rmSync(path)
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${cachePath}.plan${suffix}`, { force: true })
}

/** Each once: memory hardly depends on what else the computer does. */
async function measureMemory(into: Figures, rows: number): Promise<void> {
  const csvPath = join(folder, `memory-${rows}.csv`)
  const cached = join(folder, `memory-${rows}.db`)
  const empty = join(folder, 'empty.db')
  await measureOnce(childPath, 'fill-cache', { cachePath: cached, contacts: rows })
  await measureOnce(childPath, 'fill-cache', { cachePath: empty, contacts: 0 })
  for (const becomes of becomings) {
    const cachePath = becomes === 'created' ? empty : cached
    await measureOnce(childPath, 'write-csv', { csvPath, rows, changeEvery: becomes === 'changed' ? 1 : 0 })
    await measure(into, memoryName(becomes), 'plan', { csvPath, cachePath, rows, becomes }, rows)
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${cachePath}.plan${suffix}`, { force: true })
  }
  for (const path of [csvPath, cached, empty]) rmSync(path)
}

async function measureWorkbook(into: Figures, rows: number): Promise<void> {
  const workbookPath = join(folder, `${rows}.xlsx`)
  await measureOnce(childPath, 'write-workbook', { workbookPath, rows })
  for (let round = 0; round < repeat; round += 1) await measure(into, 'read a workbook', 'read workbook', { workbookPath }, rows)
  rmSync(workbookPath)
}

/** A sandbox of its own for each: whoever comes second would only write what is there, which is quicker, and which no proof can tell. */
async function measureRun(into: Figures, calls: number, delayMs: number): Promise<void> {
  const suffix = delayMs === 0 ? '' : `, ${delayMs} ms latency`
  for (let round = 0; round < repeat; round += 1) {
    await measureCalls(into, calls, delayMs, { name: `bare undici loop${suffix}`, station: 'bare loop' })
    await measureCalls(into, calls, delayMs, { name: `run${suffix}`, station: 'run' })
  }
}

async function measureCalls(
  into: Figures,
  calls: number,
  delayMs: number,
  { name, station }: { name: string; station: 'bare loop' | 'run' },
): Promise<void> {
  const { child, sandbox } = await startSandbox(calls, delayMs)
  const params = { ...sandbox, csvPath: join(folder, `run-${delayMs}.csv`), cachePath: join(folder, `run-${delayMs}.db`) }
  try {
    await measure(into, delayMs === 0 ? 'sync' : `sync, ${delayMs} ms latency`, 'plan for run', { ...params, rows: calls }, calls)
    await measure(into, name, station, { ...params, concurrency }, calls)
  } finally {
    child.disconnect()
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${params.cachePath}${suffix}`, { force: true })
  }
}

function startSandbox(contacts: number, delayMs: number): Promise<{ child: ChildProcess; sandbox: { baseUrl: string; token: string } }> {
  // A plan leaves out contacts that are there twice: some more than are needed.
  const child = fork(join(import.meta.dirname, 'bench-sandbox.ts'), [String(contacts + 100), String(delayMs)])
  return new Promise((resolve, reject) => {
    child.once('message', (sandbox: { baseUrl: string; token: string }) => resolve({ child, sandbox }))
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`The sandbox ended with ${code}.`)))
  })
}
