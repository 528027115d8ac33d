import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface AxeResult {
  violations: { id: string; help: string; nodes: { target: string[]; failureSummary: string }[] }[]
}

/** What axe finds against WCAG 2.2 AA on the page as it stands, one line for each place. */
export async function violations(page: Page): Promise<string[]> {
  // A button that is just fading from one colour to another is neither as it was nor as it will be: none begins to, and those
  // that have are waited for.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.evaluate(() =>
    Promise.allSettled(document.getAnimations().flatMap((one) => (one instanceof CSSTransition ? [one.finished] : []))),
  )
  // A row that is still on its way is put in while axe looks, and is then neither there nor gone.
  await page.locator('.line.wait').first().waitFor({ state: 'detached' })
  await page.evaluate(axe)
  const result = await page.evaluate<AxeResult>(
    // A popup is put at the end of the page, outside the landmarks, so that nothing clips it.
    "axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'], rules: { region: { enabled: false } } })",
  )
  return result.violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help} (${node.target.join(' ')}) ${node.failureSummary}`),
  )
}
