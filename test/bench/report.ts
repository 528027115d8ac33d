import type { StationFigures } from './figures.ts'
import type { FramesOutcome } from './frames/frame-figures.ts'
import type { Target } from './targets.ts'

export interface Results {
  quick: boolean
  isSqliteHere: boolean
  repeat: number
  machine: { node: string; processors: number; processor: string }
  stations: StationFigures[]
  scrolling: FramesOutcome | null
  targets: Target[]
}

const besidesYardstick = new Set([
  'sqlite3 .import',
  'papaparse alone',
  'csv-parse alone',
  'copy and hash',
  'read',
  'read and map',
  'whole plan',
])

/** Prints the medians, each beside the yardstick of its size, and which targets are met. */
export function printReport({ quick, isSqliteHere, repeat, machine, stations, scrolling, targets }: Results): void {
  console.log(
    `Rollcall's bench${quick ? ' (quick)' : ''}: medians of ${repeat}, node ${machine.node}, ${machine.processors} × ${machine.processor}\n`,
  )
  if (stations.length > 0) printStations(stations)
  if (!isSqliteHere) console.log('The program sqlite3 is not on this computer, so nothing stands beside its import. Install it for that.\n')
  if (scrolling !== null) printScrolling(scrolling)
  printTable(
    ['target', 'wanted', 'measured', ''],
    targets.map(({ what, wanted, measured, isMet }) => [
      what,
      wanted,
      measured ?? 'not measured',
      isMet === null ? '' : isMet ? 'met' : 'NOT MET',
    ]),
  )
}

function printStations(stations: readonly StationFigures[]): void {
  const yardsticks = new Map(stations.filter(({ name }) => name === 'sqlite3 .import').map(({ size, ms }) => [size, ms]))
  printTable(
    ['', 'size', 'seconds', 'fastest', 'processor', 'µs each', 'each/s', 'peak MB', '× sqlite3'],
    stations.map((one) => {
      const yardstick = besidesYardstick.has(one.name) ? yardsticks.get(one.size) : undefined
      return [
        one.name,
        one.size.toLocaleString('en'),
        (one.ms / 1000).toFixed(2),
        (one.fastestMs / 1000).toFixed(2),
        one.cpuMs === null ? '' : (one.cpuMs / 1000).toFixed(2),
        one.name === 'copy and hash' ? '' : one.microsecondsEach.toFixed(2),
        one.name === 'copy and hash' ? '' : Math.round(one.eachPerSecond).toLocaleString('en'),
        Math.round(one.peakMegabytes).toString(),
        yardstick === undefined ? '' : (one.ms / yardstick).toFixed(2),
      ]
    }),
  )
  console.log()
}

/** Frames as the person sees them; beside them what the page itself needs, which other programs' work does not change. */
function printScrolling(scrolling: FramesOutcome): void {
  const rows = scrolling.rows.toLocaleString('en')
  if ('missing' in scrolling) {
    console.log(`Scrolling ${rows} rows was not measured. ${scrolling.missing}\n`)
    return
  }
  const shown = (ms: number): string => ms.toFixed(1)
  printTable(
    [`scrolling ${rows} rows, ms`, 'frames', 'median', '99 of 100', 'longest', 'over 50', 'longest task', 'most processor', 'most script'],
    scrolling.figures.map((one) => [
      `${one.list}: ${one.movement}`,
      String(one.frames),
      shown(one.medianMs),
      shown(one.p99Ms),
      shown(one.longestMs),
      String(one.late),
      shown(one.longestTaskMs),
      shown(one.taskCpuMs),
      shown(one.taskScriptMs),
    ]),
  )
  console.log()
}

/** The first column starts at the left, the others end at the right. */
function printTable(head: string[], rows: string[][]): void {
  const widths = head.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at]?.length ?? 0)))
  for (const row of [head, ...rows]) {
    console.log(
      row
        .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
  }
}
