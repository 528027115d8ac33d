import type { Locator, Page } from 'playwright-core'

export interface ScrolledList {
  page: Page
  /** The element that scrolls. */
  grid: Locator
}

export interface Movement {
  name: string
  move(list: ScrolledList, durationMs: number): Promise<void>
}

const keyRepeatMs = 33
const mouseMoveMs = 8
/** From the ends of a scroll bar to its thumb, beyond the arrows. */
const thumbInset = 22
const scrollBarHalf = 7

/** Standing still comes first: what the computer itself does to a page that only counts its frames. */
export const movements: readonly Movement[] = [
  { name: 'standing still', move: ({ page }, durationMs) => page.waitForTimeout(durationMs) },
  { name: 'wheel, slow', move: (list, durationMs) => wheel(list, 600, durationMs) },
  { name: 'wheel, fast', move: (list, durationMs) => wheel(list, 12_000, durationMs) },
  { name: 'scroll bar dragged', move: dragScrollBar },
  { name: 'PageDown held', move: holdPageDown },
]

/** The wheel turned evenly, made by the browser itself for each frame. `speed`: pixels a second. */
async function wheel({ page, grid }: ScrolledList, speed: number, durationMs: number): Promise<void> {
  const { x, y, width, height } = await boxOf(grid)
  const session = await page.context().newCDPSession(page)
  await session.send('Input.synthesizeScrollGesture', {
    x: x + width / 2,
    y: y + height / 2,
    yDistance: (-speed * durationMs) / 1000,
    speed,
    gestureSourceType: 'mouse',
    preventFling: true,
  })
  await session.detach()
}

/** From the top of the list to its end, evenly. */
async function dragScrollBar({ page, grid }: ScrolledList, durationMs: number): Promise<void> {
  const { x, y, width, height } = await boxOf(grid)
  const barX = x + width - scrollBarHalf
  await page.mouse.move(barX, y + thumbInset)
  await page.mouse.down()
  const startedMs = performance.now()
  for (let share = 0; share < 1;) {
    share = Math.min(1, (performance.now() - startedMs) / durationMs)
    await page.mouse.move(barX, y + thumbInset + share * (height - 2 * thumbInset))
    await page.waitForTimeout(mouseMoveMs)
  }
  await page.mouse.up()
  await page.mouse.move(x + width / 2, y + height / 2)
}

async function holdPageDown({ page, grid }: ScrolledList, durationMs: number): Promise<void> {
  await grid.focus()
  const endMs = performance.now() + durationMs
  while (performance.now() < endMs) {
    const nextMs = performance.now() + keyRepeatMs
    await page.keyboard.down('PageDown')
    await page.waitForTimeout(Math.max(0, nextMs - performance.now()))
  }
  await page.keyboard.up('PageDown')
}

async function boxOf(grid: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await grid.boundingBox()
  if (box === null) throw new Error('The list is not on the screen.')
  return box
}
