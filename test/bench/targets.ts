import type { Figures } from './figures.ts'
import type { Becoming } from './station.ts'
import type { FramesOutcome } from './frames/frame-figures.ts'

export interface Sizes {
  rows: number[]
  /** Of the files of which only the memory that planning them takes is of interest. */
  memoryRows: number[]
  calls: number
  delayedCalls: number
  repeat: number
  /** Rows of the lists that are scrolled, and how long in each way. */
  listedRows: number
  movementMs: number
}

/** One of the figures to reach; `measured` is null for what was not measured this time. */
export interface Target {
  what: string
  wanted: string
  measured: string | null
  isMet: boolean | null
}

interface Setting {
  sizes: Sizes
  latencyMs: number
  pastRuns: number
  scriptBytes: number | null
  /** Null when it was left out. */
  scrolling: FramesOutcome | null
}

const updatesToKeep = 300_000

export const becomings = ['unchanged', 'changed', 'created'] as const satisfies readonly Becoming[]

/** What planning rows that all become this is called among the figures. */
export const memoryName = (becoming: Becoming): string => `plan, all ${becoming}`

/** Holds what was measured against the figures that Rollcall is to reach. */
export function compareWithTargets(figures: Figures, { sizes, latencyMs, pastRuns, scriptBytes, scrolling }: Setting): Target[] {
  const largest = sizes.rows.at(-1) ?? 0
  const smallest = sizes.rows[0] ?? 0
  const [few, many] = [smallest, largest].map((rows) => figures.find('whole plan', rows))
  const imported = figures.find('sqlite3 .import', largest)
  const run = figures.find('run', sizes.calls)
  const bare = figures.find('bare undici loop', sizes.calls)
  const delayed = figures.find(`run, ${latencyMs} ms latency`, sizes.delayedCalls)
  const bareDelayed = figures.find(`bare undici loop, ${latencyMs} ms latency`, sizes.delayedCalls)
  const keptBytes = run?.counts['keptBytes']
  const history = figures.find('history', pastRuns)
  const page = figures.find('pages of the review', largest)
  const moved =
    scrolling !== null && 'figures' in scrolling ? scrolling.figures.filter(({ movement }) => movement !== 'standing still') : []
  const shown = (rows: number): string => rows.toLocaleString('en')

  const atMost = (what: string, limit: number, unit: string, value: number | null | undefined, digits = 2): Target => ({
    what,
    wanted: `at most ${limit}${unit}`,
    measured: value === null || value === undefined ? null : `${value.toFixed(digits)}${unit}`,
    isMet: value === null || value === undefined ? null : value <= limit,
  })
  const atLeast = (what: string, limit: number, unit: string, value: number | null): Target => ({
    what,
    wanted: `at least ${limit}${unit}`,
    measured: value === null ? null : `${value.toFixed(2)}${unit}`,
    isMet: value === null ? null : value >= limit,
  })
  const isGrowthMeasured = smallest !== largest
  return [
    atMost(`Plan of ${shown(largest)} rows, against sqlite3 .import of the same file`, 2, ' ×', many && imported && many.ms / imported.ms),
    atMost(
      `Time per row at ${shown(largest)} rows, against ${shown(smallest)}`,
      1.2,
      ' ×',
      isGrowthMeasured && few && many ? many.microsecondsEach / few.microsecondsEach : null,
    ),
    atMost(`Peak memory of planning ${shown(largest)} rows`, 350, ' MB', many?.peakMegabytes, 0),
    ...becomings.flatMap((becoming) => {
      const [little, most] = [sizes.memoryRows[0] ?? 0, sizes.memoryRows.at(-1) ?? 0]
      const [before, after] = [little, most].map((rows) => figures.find(memoryName(becoming), rows)?.peakMegabytes)
      return [
        atMost(`Peak memory of planning ${shown(most)} rows, all ${becoming}`, 350, ' MB', after, 0),
        atMost(
          `The same, against ${shown(little)} rows`,
          1.2,
          ' ×',
          little !== most && before !== undefined && after !== undefined ? after / before : null,
        ),
      ]
    }),
    atLeast('Calls a second of a run, against a bare loop', 0.5, ' ×', run && bare && run.eachPerSecond / bare.eachPerSecond),
    atLeast(
      `Calls a second with ${latencyMs} ms latency, against a bare loop with the same`,
      0.97,
      ' ×',
      delayed && bareDelayed && delayed.eachPerSecond / bareDelayed.eachPerSecond,
    ),
    atMost('Calls of a second run of the same file', 0, '', run?.counts['callsOfSecondRun'], 0),
    atMost(
      `Disk that a finished run of ${shown(updatesToKeep)} updates keeps, from ${shown(sizes.calls)}`,
      250,
      ' MB',
      run && keptBytes !== undefined ? ((keptBytes / run.done) * updatesToKeep) / 1_000_000 : null,
      0,
    ),
    atMost(`The history of ${shown(pastRuns)} runs`, 100, ' ms', history && history.microsecondsEach / 1000, 1),
    atMost('Memory that opening it again and again takes', 10, ' MB', history?.counts['grownMegabytes'], 0),
    atMost(`A page of the review of ${shown(largest)} rows, 99 of 100`, 16.7, ' ms', page?.counts['p99Ms']),
    atMost(
      `Longest frame while ${shown(sizes.listedRows)} rows scroll`,
      50,
      ' ms',
      moved.length === 0 ? null : Math.round(Math.max(...moved.map(({ longestMs }) => longestMs))),
      0,
    ),
    atMost(
      `Median frame while ${shown(sizes.listedRows)} rows scroll`,
      17,
      ' ms',
      moved.length === 0 ? null : Math.max(...moved.map(({ medianMs }) => medianMs)),
      1,
    ),
    atMost(
      'Processor time of the longest task meanwhile',
      50,
      ' ms',
      moved.length === 0 ? null : Math.max(...moved.map(({ taskCpuMs }) => taskCpuMs)),
      1,
    ),
    atMost('JavaScript of the first screen, compressed', 100, ' kB', scriptBytes === null ? null : scriptBytes / 1000, 0),
  ]
}
