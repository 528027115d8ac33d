import { join } from 'node:path'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import type { Browser, Locator, Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { launchBrowser } from '../../helpers/browser.ts'

// Any address will do that counts as secure: every request is answered from what was built.
const origin = 'http://localhost:9'

type SceneFiles = ReadonlyMap<string, string | Uint8Array>
/** Built once for all files of tests that a process runs. */
let built: Promise<SceneFiles> | undefined

/** The scenes of `scenes/`, each of which shows one control, in a real browser. */
export function scenePage() {
  const here = {} as { browser: Browser; page: Page; problems: string[] }
  let files: SceneFiles = new Map()
  beforeAll(async () => {
    files = await (built ??= buildScenes())
    here.browser = await launchBrowser()
  })
  afterEach(async () => {
    expect(here.problems).toEqual([])
    await here.page.context().close()
  })
  afterAll(() => here.browser.close())

  return Object.assign(here, {
    /** Opens a scene on a page of its own. `asked`: what the scene is told. */
    async show(scene: 'combobox' | 'dialog' | 'grid' | 'rows', asked: Record<string, string> = {}): Promise<Page> {
      const context = await here.browser.newContext({ viewport: { width: 1000, height: 700 }, locale: 'en-US' })
      const page = await context.newPage()
      here.page = page
      here.problems = []
      page.on('pageerror', ({ message }) => here.problems.push(message))
      // As in Electron, where the screens are handed a bridge. No control talks to the engine.
      await page.addInitScript(() =>
        Object.assign(window, {
          rollcall: {
            call: () => Promise.reject(new Error('No control talks to the engine.')),
            on: () => () => {},
            onShell: () => () => {},
          },
        }),
      )
      await page.route(`${origin}/**`, async (route) => {
        const name = new URL(route.request().url()).pathname.slice(1)
        const body = files.get(name)
        if (body === undefined) await route.fulfill({ status: 404 })
        else await route.fulfill({ body: typeof body === 'string' ? body : Buffer.from(body), contentType: contentTypeOf(name) })
      })
      await page.goto(`${origin}/index.html?${new URLSearchParams({ scene, ...asked })}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      return page
    },
  })
}

/** What the scene noted, one line each time. */
export function told(page: Page): Promise<string[]> {
  return page.locator('[data-told] li').allInnerTexts()
}

/** The element that a grid or a field says is the active one. */
export async function activeOf(control: Locator): Promise<Locator> {
  const id = await control.getAttribute('aria-activedescendant')
  return control.page().locator(`[id="${id}"]`)
}

async function buildScenes(): Promise<SceneFiles> {
  const root = join(import.meta.dirname, 'scenes')
  const result = await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins: [svelte({ configFile: false })],
    build: { write: false, minify: false, rolldownOptions: { input: join(root, 'index.html') } },
  })
  if (!('output' in result)) throw new Error('The scenes were not built in one go.')
  return new Map(result.output.map((one) => [one.fileName, one.type === 'chunk' ? one.code : one.source]))
}

function contentTypeOf(name: string): string {
  if (name.endsWith('.html')) return 'text/html'
  return name.endsWith('.css') ? 'text/css' : 'text/javascript'
}
