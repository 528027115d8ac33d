import type { Page } from 'playwright-core'
import { browserAdvice, findBrowser } from '../../../scripts/find-browser.ts'
import { build, isBuildStale, projectRoot } from '../../../scripts/stale-build.ts'
import { serveForTest } from '../../e2e/serve-for-test.ts'
import { launchBrowser } from '../../helpers/browser.ts'
import type { FrameFigures, FramesOutcome, FramesParams } from './frame-figures.ts'
import { measureFrames } from './frame-meter.ts'
import { movements } from './movements.ts'
import { openReview } from './open-review.ts'

/** The process of this measurement: the app as it is served, the real browser, and each list moved in each way. */
async function measure({ rows, movementMs }: FramesParams): Promise<FramesOutcome> {
  if (findBrowser() === null) return { rows, missing: browserAdvice }
  if (isBuildStale(projectRoot) && !build(projectRoot)) return { rows, missing: 'Rollcall could not be built; the reasons are above.' }
  const app = await serveForTest()
  // The browser's tests hide scroll bars; here one is dragged.
  const browser = await launchBrowser({ ignoreDefaultArgs: ['--hide-scrollbars'] })
  try {
    const page = await openReview(browser, app, rows)
    const figures: FrameFigures[] = []
    for (const name of ['Changes', 'File']) {
      const list = { page, name, grid: await showList(page, name) }
      for (const movement of movements) {
        // Unmeasured first: scripts and styles are compiled as they are used.
        await toStart(list.grid)
        await movement.move(list, movementMs / 3)
        await toStart(list.grid)
        figures.push(await measureFrames(browser, list, movement, movementMs))
      }
    }
    return { rows, figures }
  } finally {
    await browser.close()
    await app.close()
  }
}

/** `Changes`: the rows to be sent with a column for each field that changes. `File`: the cells of all rows. */
async function showList(page: Page, name: string) {
  await page.getByRole('tab', { name: name === 'File' ? /^All rows/ : /^Will change/ }).click()
  await page.getByText(name, { exact: true }).click()
  const grid = page.getByRole('grid', { name: name === 'File' ? 'Cells of the file' : 'Rows of the file' })
  await grid.locator('.line:not(.wait)').first().waitFor()
  return grid
}

async function toStart(grid: Awaited<ReturnType<typeof showList>>): Promise<void> {
  await grid.focus()
  await grid.press('ControlOrMeta+Home')
  await grid.press('Home')
  await grid.locator('[aria-rowindex="2"]:not(.wait)').waitFor()
}

// The parent is the bench itself.
process.once('message', (params) => {
  void measure(params as FramesParams).then((outcome) => process.send?.(outcome, () => process.disconnect()))
})
