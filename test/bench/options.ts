import { parseArgs } from 'node:util'
import type { Sizes } from './targets.ts'

export const parts = ['plan', 'memory', 'run', 'history', 'frames'] as const
export type Part = (typeof parts)[number]

export interface BenchOptions {
  quick: boolean
  /** Null for all of them. */
  only: Part | null
  repeat: number
  sizes: Sizes
}

const quickSizes: Sizes = {
  rows: [20_000],
  memoryRows: [20_000],
  calls: 2_000,
  delayedCalls: 500,
  repeat: 2,
  listedRows: 20_000,
  movementMs: 700,
}
const fullSizes: Sizes = {
  rows: [100_000, 1_000_000],
  memoryRows: [100_000, 3_000_000],
  calls: 20_000,
  delayedCalls: 4_000,
  repeat: 3,
  listedRows: 1_000_000,
  movementMs: 3_000,
}

export const benchHelp = `npm run bench -- [--quick] [--only PART] [--repeat N]

Measures Rollcall with data that it makes itself, beside public yardsticks in the same run, prints tables
and writes them to bench-results.json. Takes half an hour, with --quick less than a minute.

  --quick      small sizes: enough to see that nothing is far off, too little for the figures to reach
  --only PART  one part alone:
                 plan    reading, mapping and planning files, against contacts that are cached
                 memory  the most memory that planning takes, whatever the rows become: unchanged, all changed,
                         all created; up to three million of them
                 run     calls a second of a run, against a loop that only calls
                 history opening the list of past runs
                 frames  how long frames are while lists of planned rows scroll, in a real browser
  --repeat N   how often each station of plan and run is measured; the median counts
               (${fullSizes.repeat}, with --quick ${quickSizes.repeat})
  --help       this text`

/** Answers what is wrong with the arguments as a sentence, null for "only explain". */
export function benchOptions(args: readonly string[]): BenchOptions | string | null {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        quick: { type: 'boolean', default: false },
        only: { type: 'string' },
        repeat: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
    if (values.help) return null
    const sizes = values.quick ? quickSizes : fullSizes
    const only = parts.find((part) => part === values.only) ?? null
    if (values.only !== undefined && only === null) return `There is no part "${values.only}".`
    const repeat = Number(values.repeat ?? sizes.repeat)
    if (!Number.isInteger(repeat) || repeat < 1) return '--repeat takes a whole number, at least 1.'
    return { quick: values.quick, only, repeat, sizes }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
