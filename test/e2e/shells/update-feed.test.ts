import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { DialogAnswer } from '../../desktop/desktop-app.ts'
import { startStandIn } from '../../desktop/stand-in/start-stand-in.ts'
import { launchBrowser } from '../../helpers/browser.ts'

// The built program, electron-updater as it is bundled, and a feed on this computer. Only on Linux a file is all that is installed.

const press = (response: number): DialogAnswer => ({ kind: 'message', response })
const oldProgram = '#!/bin/sh\necho old\n'

describe.skipIf(process.platform !== 'linux')('an update from a feed', () => {
  let browser: Browser
  let folder: string
  let feed: Server
  let asked: string[]
  /** What the feed says of the file, and what the file is. */
  let published: string
  let served: string
  const inFolder = (name: string) => join(folder, name)

  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'rollcall-update-'))
    asked = []
    published = served = `#!/bin/sh\necho new >> '${inFolder('started')}'\n`
    feed = createServer((request, response) => {
      const path = new URL(request.url ?? '/', 'http://feed').pathname
      asked.push(path)
      if (path === '/latest-linux.yml') return void response.end(description(published))
      if (path === '/Rollcall-9.9.9.AppImage') return void response.end(served)
      response.writeHead(404).end()
    })
    await new Promise<void>((resolve) => feed.listen(0, '127.0.0.1', resolve))
    mkdirSync(inFolder('resources'))
    writeFileSync(
      inFolder('resources/app-update.yml'),
      `provider: generic\nurl: http://127.0.0.1:${(feed.address() as AddressInfo).port}\nupdaterCacheDirName: rollcall-updater\n`,
    )
    writeFileSync(inFolder('Rollcall.AppImage'), oldProgram)
    chmodSync(inFolder('Rollcall.AppImage'), 0o755)
  })
  afterEach(async () => {
    feed.closeAllConnections()
    await new Promise((resolve) => feed.close(resolve))
    rmSync(folder, { recursive: true, force: true })
  })

  function description(file: string): string {
    const sha512 = createHash('sha512').update(file).digest('base64')
    const size = Buffer.byteLength(file)
    return `version: 9.9.9\nfiles:\n  - url: Rollcall-9.9.9.AppImage\n    sha512: ${sha512}\n    size: ${size}\npath: Rollcall-9.9.9.AppImage\nsha512: ${sha512}\nreleaseDate: '2026-01-01T00:00:00.000Z'\n`
  }

  const start = (answers: DialogAnswer[]) =>
    startStandIn(browser, {
      home: inFolder('home'),
      answers,
      environment: {
        STAND_IN_PACKAGED: '1',
        STAND_IN_RESOURCES: inFolder('resources'),
        APPIMAGE: inFolder('Rollcall.AppImage'),
        XDG_CACHE_HOME: inFolder('cache'),
      },
    })
  const program = () => readFileSync(inFolder('Rollcall.AppImage'), 'utf8')

  test('is loaded only when the person says so', async () => {
    const app = await start([press(1)])
    await expect.poll(() => app.dialogs.map(({ options }) => options.message)).toEqual(['Rollcall 9.9.9 is there.'])
    await app.closeWindow()
    expect(await app.ended).toBe(0)
    expect(asked).toEqual(['/latest-linux.yml'])
    expect(program()).toBe(oldProgram)
    await app.kill()
  })

  test('takes the place of the program when that has ended, and starts', async () => {
    const app = await start([press(0), press(0)])
    expect(await app.ended, app.output()).toBe(0)
    expect(app.dialogs.map(({ options }) => options.message)).toEqual([
      'Rollcall 9.9.9 is there.',
      'Rollcall 9.9.9 is ready to be installed.',
    ])
    expect(program()).toBe(published)
    await expect.poll(() => existsSync(inFolder('started'))).toBe(true)
    await app.kill()
  })

  test('that was tampered with is refused, and changes nothing', async () => {
    served = published.replace('new', 'bad')
    const app = await start([press(0), press(0)])
    await expect
      .poll(() => app.dialogs.map(({ options }) => options.message))
      .toEqual(['Rollcall 9.9.9 is there.', 'The update was not installed: it is not what its maker published.'])
    await app.closeWindow()
    expect(await app.ended).toBe(0)
    expect(program()).toBe(oldProgram)
    expect(existsSync(inFolder('started'))).toBe(false)
    await app.kill()
  })
})
