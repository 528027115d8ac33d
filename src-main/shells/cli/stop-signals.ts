import { AppError } from '../../engine/model/errors.ts'
import { exitCodes } from './output/exit-codes.ts'
import type { Terminal } from './output/terminal.ts'

/** What ends a program from outside: Ctrl-C, a service manager, a terminal or session that is closed, Ctrl-Break. */
const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'] as const

/** Two signals within this time are one Ctrl-C: npm sends its own after the terminal's. */
const sameKeyPressMs = 700

/**
 * While `work` is under way, the first such signal calls `onStop`, and a later one ends the process at once, with `lastWords`.
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
  for (const signal of stopSignals) process.on(signal, handle)
  try {
    return await work()
  } finally {
    for (const signal of stopSignals) process.off(signal, handle)
  }
}

/** Resolves at the first such signal from now on; a later one ends the process at once. */
export function stopRequested(): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      for (const signal of stopSignals) process.off(signal, stop)
      // npm repeats a Ctrl-C right away; that must not end the process in the middle of closing.
      const atMs = performance.now()
      const again = () => performance.now() - atMs > sameKeyPressMs && process.exit(exitCodes.ok)
      for (const signal of stopSignals) process.on(signal, again)
      resolve()
    }
    for (const signal of stopSignals) process.on(signal, stop)
  })
}

/**
 * The work, unless such a signal comes that nothing in it hears: then `onStop` is called, and `cancelled` thrown. A later one ends the
 * process at once.
 */
export async function unlessStopped<T>(work: () => Promise<T>, onStop: () => Promise<unknown>): Promise<T> {
  const { promise: stopped, reject } = Promise.withResolvers<never>()
  let stoppedAtMs: number | null = null
  const handle = (signal: NodeJS.Signals) => {
    const nowMs = performance.now()
    if (stoppedAtMs !== null && nowMs - stoppedAtMs > sameKeyPressMs) process.exit(exitCodes.stopped)
    if (stoppedAtMs !== null || process.listenerCount(signal) > 1) return
    stoppedAtMs = nowMs
    const error = new AppError('cancelled', 'Stopped.', 'Give the same command again when you are ready.')
    void onStop().finally(() => reject(error))
  }
  for (const signal of stopSignals) process.on(signal, handle)
  try {
    return await Promise.race([work(), stopped])
  } finally {
    for (const signal of stopSignals) process.off(signal, handle)
  }
}
