import type { Outcome } from './station.ts'

/** What was measured of one station at one size: medians of its repetitions. */
export interface StationFigures {
  name: string
  /** Rows of the file, or calls of the run. */
  size: number
  repetitions: number
  ms: number
  fastestMs: number
  slowestMs: number
  cpuMs: number | null
  done: number
  microsecondsEach: number
  eachPerSecond: number
  /** The highest of all repetitions. */
  peakMegabytes: number
  /** Of the last repetition. */
  counts: Record<string, number>
}

export type Figures = ReturnType<typeof createFigures>

/** Collects outcomes and answers their medians. */
export function createFigures() {
  const outcomes = new Map<string, { name: string; size: number; all: Outcome[] }>()
  const keyOf = (name: string, size: number): string => `${name} ${size}`
  const find = (name: string, size: number): StationFigures | null => {
    const found = outcomes.get(keyOf(name, size))
    return found === undefined ? null : summarise(found.name, found.size, found.all)
  }
  return {
    add(name: string, size: number, outcome: Outcome): void {
      const found = outcomes.get(keyOf(name, size)) ?? { name, size, all: [] }
      found.all.push(outcome)
      outcomes.set(keyOf(name, size), found)
    },
    /** Null for what was not measured. */
    find,
    all: (): StationFigures[] => [...outcomes.values()].map(({ name, size, all }) => summarise(name, size, all)),
  }
}

function summarise(name: string, size: number, all: readonly Outcome[]): StationFigures {
  const times = all.map(({ ms }) => ms)
  const cpuTimes = all.flatMap(({ cpuMs }) => (cpuMs === null ? [] : [cpuMs]))
  const ms = median(times)
  const last = all.at(-1)
  const done = last?.done ?? 0
  return {
    name,
    size,
    repetitions: all.length,
    ms,
    fastestMs: Math.min(...times),
    slowestMs: Math.max(...times),
    cpuMs: cpuTimes.length === 0 ? null : median(cpuTimes),
    done,
    microsecondsEach: (ms * 1000) / done,
    eachPerSecond: (done * 1000) / ms,
    peakMegabytes: Math.max(...all.map(({ maxRssBytes }) => maxRssBytes)) / 1_000_000,
    counts: last?.counts ?? {},
  }
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}
