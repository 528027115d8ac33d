import type { Browser, Locator, Page } from 'playwright-core'
import { median } from '../figures.ts'
import type { FrameFigures } from './frame-figures.ts'
import { longestTasks } from './main-thread.ts'
import type { Movement } from './movements.ts'

const lateMs = 50

/** Frames of the page, counted by the page itself from `start` to `stop`. */
interface Meter {
  stop(): { framesMs: number[]; travelled: number }
}

declare global {
  interface Window {
    benchMeter?: Meter
  }
}

/** Moves the list and answers how long its frames were. Throws when the list did not move although it should have. */
export async function measureFrames(
  browser: Browser,
  list: { page: Page; grid: Locator; name: string },
  movement: Movement,
  durationMs: number,
): Promise<FrameFigures> {
  const { page, grid, name } = list
  await browser.startTracing(page, { categories: ['-*', 'devtools.timeline', 'disabled-by-default-devtools.timeline'] })
  await grid.evaluate(startMeter)
  await movement.move(list, durationMs)
  const measured = await page.evaluate(() => window.benchMeter?.stop())
  const trace = await browser.stopTracing()
  if (measured === undefined) throw new Error('The page was loaded again while it was measured.')
  const { framesMs, travelled } = measured
  if (movement.name !== 'standing still' && travelled === 0) throw new Error(`"${movement.name}" did not move the list "${name}".`)
  const { wallMs, cpuMs, scriptMs } = longestTasks(trace)
  const sorted = framesMs.toSorted((a, b) => a - b)
  return {
    list: name,
    movement: movement.name,
    frames: framesMs.length,
    medianMs: median(framesMs),
    p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN,
    longestMs: sorted.at(-1) ?? Number.NaN,
    // Three frames of a usual screen are 50 ms and a fraction.
    late: framesMs.filter((ms) => Math.round(ms) > lateMs).length,
    longestTaskMs: wallMs,
    taskCpuMs: cpuMs,
    taskScriptMs: scriptMs,
  }
}

/** Runs in the page. A frame's time is from its own beginning to the next one's. */
function startMeter(element: Element): void {
  const framesMs: number[] = []
  let travelled = 0
  let top = element.scrollTop
  let lastMs: number | null = null
  let frame = requestAnimationFrame(tick)
  // Before the page's own listeners have changed anything, so that looking costs no layout.
  addEventListener('scroll', look, { capture: true, passive: true })

  function tick(nowMs: number): void {
    if (lastMs !== null) framesMs.push(nowMs - lastMs)
    lastMs = nowMs
    frame = requestAnimationFrame(tick)
  }
  function look(): void {
    travelled += Math.abs(element.scrollTop - top)
    top = element.scrollTop
  }
  window.benchMeter = {
    stop() {
      cancelAnimationFrame(frame)
      removeEventListener('scroll', look, { capture: true })
      return { framesMs, travelled }
    },
  }
}
