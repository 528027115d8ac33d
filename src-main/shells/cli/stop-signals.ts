import { exitCodes } from './output/exit-codes.ts'
import type { Terminal } from './output/terminal.ts'

/** Two signals within this time are one Ctrl-C: npm sends its own after the terminal's. */
const sameKeyPressMs = 700

/**
 * While `work` is under way, the first SIGINT or SIGTERM calls `onStop`, and a later one ends the process at once, with `lastWords`.
 */
export async function withStopSignals<T>(
  terminal: Terminal,
  onStop: () => void,
  work: () => Promise<T>,
  lastWords = 'Stopped at once. Give the same command again when you are ready.',
): Promise<T> {
  let stoppedAtMs: number | null = null
  const handle = () => {
    const nowMs = performance.now()
    if (stoppedAtMs === null) {
      stoppedAtMs = nowMs
      onStop()
    } else if (nowMs - stoppedAtMs > sameKeyPressMs) {
      terminal.note(lastWords)
      process.exit(exitCodes.stopped)
    }
  }
  process.on('SIGINT', handle)
  process.on('SIGTERM', handle)
  try {
    return await work()
  } finally {
    process.off('SIGINT', handle)
    process.off('SIGTERM', handle)
  }
}

/** Resolves at the first SIGINT or SIGTERM from now on; a later one ends the process at once. */
export function stopRequested(): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      process.off('SIGINT', stop)
      process.off('SIGTERM', stop)
      // npm repeats a Ctrl-C right away; that must not end the process in the middle of closing.
      const atMs = performance.now()
      const again = () => performance.now() - atMs > sameKeyPressMs && process.exit(exitCodes.ok)
      process.on('SIGINT', again)
      process.on('SIGTERM', again)
      resolve()
    }
    process.on('SIGINT', stop)
    process.on('SIGTERM', stop)
  })
}
