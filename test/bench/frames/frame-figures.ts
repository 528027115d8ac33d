/** How a list moved: what a person who scrolls it sees, and what it cost the page's one thread. Times in milliseconds. */
export interface FrameFigures {
  /** `Changes` or `File`, as the review names its two lists. */
  list: string
  movement: string
  frames: number
  medianMs: number
  /** Of a hundred frames, 99 are no longer. */
  p99Ms: number
  longestMs: number
  /** Frames that took longer than 50 ms. */
  late: number
  /** The page's longest task as the clock has it, which counts the time that other programs had the processor. */
  longestTaskMs: number
  /** Processor time of the task that took the most, and the most that any task spent in scripts. */
  taskCpuMs: number
  taskScriptMs: number
}

/** What the process of this measurement answers; `missing` says in words why there is nothing. */
export type FramesOutcome = { rows: number; figures: FrameFigures[] } | { rows: number; missing: string }

export interface FramesParams {
  rows: number
  /** How long each movement goes on. */
  movementMs: number
}
