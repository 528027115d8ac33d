import { readFileSync } from 'node:fs'
import type { Outcome, Station, StationName, StationParams, Timer } from './station.ts'

/** The process of one measurement: is told the station's parameters, loads it alone, answers with its outcome and ends. */
const load: { [N in StationName]: () => Promise<Station<N>> } = {
  'write-csv': async () => (await import('./stations/plan-station.ts')).writeData,
  'write-workbook': async () => (await import('./stations/workbook-station.ts')).writeData,
  'fill-cache': async () => (await import('./stations/plan-station.ts')).fillCache,
  'sqlite3 .import': async () => (await import('./stations/yardsticks.ts')).sqliteImport,
  'import loop': async () => (await import('./stations/yardsticks.ts')).importLoop,
  papaparse: async () => (await import('./stations/yardsticks.ts')).papaparseAlone,
  'csv-parse': async () => (await import('./stations/yardsticks.ts')).csvParseAlone,
  'copy and hash': async () => (await import('./stations/plan-station.ts')).copyAndHashFile,
  read: async () => (await import('./stations/plan-station.ts')).readOnly,
  'read and map': async () => (await import('./stations/plan-station.ts')).readAndMap,
  'read workbook': async () => (await import('./stations/workbook-station.ts')).readWorkbook,
  plan: async () => (await import('./stations/plan-station.ts')).wholePlan,
  'preview page': async () => (await import('./stations/preview-station.ts')).previewPage,
  'plan for run': async () => (await import('./stations/run-station.ts')).planForRun,
  run: async () => (await import('./stations/run-station.ts')).run,
  'bare loop': async () => (await import('./stations/run-station.ts')).bareLoop,
  history: async () => (await import('./stations/history-station.ts')).history,
}

const isStation = (name: string | undefined): name is StationName => name !== undefined && Object.hasOwn(load, name)

async function measure<N extends StationName>(name: N, params: StationParams[N]): Promise<Outcome> {
  let ms = 0
  let cpuMs = 0
  const time: Timer = async (work) => {
    const before = process.cpuUsage()
    const startedMs = performance.now()
    try {
      return await work()
    } finally {
      ms = performance.now() - startedMs
      const { user, system } = process.cpuUsage(before)
      cpuMs = (user + system) / 1000
    }
  }
  const station: Station<N> = await load[name]()
  const { done, counts } = await station(params, time)
  return { ms, cpuMs: name === 'sqlite3 .import' ? null : cpuMs, done, counts, maxRssBytes: peakBytes() }
}

/** Linux hands the peak of a parent on to its child; the kernel's own figure for this process does not. */
function peakBytes(): number {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
    if (kilobytes !== undefined) return Number(kilobytes) * 1024
  } catch {
    // Not Linux.
  }
  return process.resourceUsage().maxRSS * 1024
}

function answer(params: StationParams[StationName]): void {
  const name = process.argv[2]
  if (!isStation(name)) throw new Error(`There is no station "${name}".`)
  void measure(name, params as StationParams[typeof name]).then((outcome) => process.send?.(outcome, () => process.disconnect()))
}

// The parent is the bench itself, whose types say which station gets which parameters.
process.once('message', (message) => answer(message as StationParams[StationName]))
