import { SingleBar } from 'cli-progress'
import { harmless, type Terminal } from './terminal.ts'

const lineEveryMs = 5_000

export interface Progress {
  /** `total` null: how much there is to do is not known. */
  show(done: number, total: number | null, text: string): void
  end(): void
}

/** A bar on a terminal that can draw one; elsewhere a plain line every few seconds. Both on standard error. */
export function createProgress(terminal: Terminal): Progress {
  return terminal.canDraw ? drawnProgress() : plainProgress(terminal)
}

function drawnProgress(): Progress {
  let bar: SingleBar | null = null
  return {
    show(done, total, shown) {
      const text = harmless(shown)
      if (bar === null) {
        const format = total === null ? '  {text}' : '  [{bar}] {percentage} % · {text}'
        bar = new SingleBar({ format, barsize: 30, hideCursor: true, clearOnComplete: true, stream: process.stderr, gracefulExit: false })
        bar.start(total ?? 1, done, { text })
        return
      }
      if (total !== null) bar.setTotal(total)
      bar.update(done, { text })
    },
    end() {
      bar?.stop()
      bar = null
    },
  }
}

function plainProgress(terminal: Terminal): Progress {
  let lastMs = performance.now()
  return {
    show(done, total, text) {
      if (performance.now() - lastMs < lineEveryMs) return
      lastMs = performance.now()
      terminal.note(total === null || total === 0 ? text : `${Math.floor((100 * done) / total)} % · ${text}`)
    },
    end() {},
  }
}
