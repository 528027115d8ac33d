import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import type { PlanSummary, Recipe } from '../../src-main/engine/contract.ts'
import { launchBrowser } from '../helpers/browser.ts'
import { openApp, type OpenedPage, type ServedApp, serveForTest } from './serve-for-test.ts'
import { type ServiceApp, serveWithService } from './service-app.ts'

// What the tests of a file share: there from the first of them to the last. The hooks of this file run before those of the test.

/** A browser, and the built app in practice mode. A test may stop `app` and put another one in its place. */
export function appInPractice() {
  const here = {} as { browser: Browser; app: ServedApp }
  beforeAll(async () => {
    here.browser = await launchBrowser()
    here.app = await serveForTest()
  })
  afterAll(async () => {
    await here.browser.close()
    await here.app.close()
  })
  return here
}

/** The same with a page of it. */
export function pageInPractice() {
  const here = Object.assign(appInPractice(), {} as { opened: OpenedPage })
  beforeAll(async () => {
    here.opened = await openApp(here.browser, here.app)
  })
  return here
}

/** A browser, and the built app signed in to a service of its own, whose faults the tests switch. */
export function appWithService(options: { contacts: number }) {
  const here = {} as { browser: Browser; served: ServiceApp }
  beforeAll(async () => {
    here.browser = await launchBrowser()
    here.served = await serveWithService(options)
  })
  afterAll(async () => {
    await here.browser.close()
    await here.served.close()
  })
  return here
}

/** The same with a page of it. */
export function pageWithService(options: { contacts: number }) {
  const here = Object.assign(appWithService(options), {} as { opened: OpenedPage })
  beforeAll(async () => {
    here.opened = await openApp(here.browser, here.served.app)
  })
  return Object.assign(here, {
    /** Plans a file of these lines, and opens its review. */
    async review(name: string, lines: readonly string[], recipe: Recipe): Promise<PlanSummary> {
      const { plan, hash } = await here.served.planned(name, lines, recipe)
      await here.opened.page.goto(new URL(hash, here.served.app.url).href)
      return plan
    },
  })
}
