import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Contact, Output } from '../../src-main/engine/contract.ts'
import { goAhead, primary, tabCount } from '../e2e/serve-for-test.ts'
import { askEngine, callEngine, type DesktopApp } from './desktop-app.ts'

/** The list that the desktop app is held to, in the stand-in for Electron and, where there is a runtime, in Electron. */
export function describeDesktop(title: string, start: (home: string) => Promise<DesktopApp>): void {
  describe(title, () => {
    let home: string
    let files: string
    let app: DesktopApp
    let page: Page

    async function open(): Promise<void> {
      app = await start(home)
      page = app.page
      await page.getByRole('heading', { name: 'Imports', level: 1 }).waitFor()
    }
    beforeAll(async () => {
      home = mkdtempSync(join(tmpdir(), 'rollcall-desktop-'))
      files = mkdtempSync(join(tmpdir(), 'rollcall-desktop-files-'))
      await open()
    })
    afterAll(async () => {
      await app.kill()
      for (const folder of [home, files]) rmSync(folder, { recursive: true, force: true })
    })

    /** A file that gives contacts of practice mode a note. */
    async function noteFile(name: string, rows: number): Promise<string> {
      const { contacts } = await askEngine<{ contacts: Contact[] }>(page, 'contacts.page', { offset: 0, limit: 500 })
      const phones = contacts.flatMap(({ phone }) => (phone === null ? [] : [phone])).slice(0, rows)
      expect(phones).toHaveLength(rows)
      const path = join(files, name)
      writeFileSync(path, ['Phone,Notes', ...phones.map((phone) => `${phone},From ${name}`)].join('\n'))
      return path
    }

    /** From the start page to the review. */
    async function review(path: string): Promise<void> {
      await page.evaluate("location.hash = '#/'")
      app.willAnswer({ kind: 'open', filePaths: [path] })
      await page.getByRole('button', { name: 'Choose a file…' }).click()
      await page.getByRole('region', { name: 'First rows of the file' }).waitFor()
      await primary(page, 'Map columns').click()
      await primary(page, 'Review changes').click()
      await page.getByText('What will happen to your account').waitFor()
    }

    async function send(): Promise<void> {
      await primary(page, goAhead).click()
      await page.getByRole('dialog').getByRole('button', { name: goAhead }).click()
    }

    test('keeps Node and its own channels out of the page', async () => {
      expect(await page.evaluate('typeof require + typeof process + typeof module')).toBe('undefinedundefinedundefined')
      expect(await page.evaluate('Object.keys(window.rollcall).sort().join()')).toBe(
        'call,chooseFolder,chooseSavePath,on,onShell,openFile,pathOfFile,saveReportPdf,showInFolder',
      )
      expect(await callEngine(page, 'app.info', {})).toMatchObject({ ok: true, value: { home, practice: true } })
    })

    test('runs no script and loads nothing that is not its own', async () => {
      expect(
        await page.evaluate(
          "(() => { const s = document.createElement('script'); s.textContent = 'window.injected = 1'; document.head.append(s); s.remove(); return typeof window.injected })()",
        ),
      ).toBe('undefined')
      expect(
        await page.evaluate(
          "new Promise((resolve) => setTimeout(() => { try { resolve(new Function('return 1')()) } catch (error) { resolve(error.name) } }))",
        ),
      ).toBe('EvalError')
      expect(await page.evaluate("fetch('https://evil.example/').then(() => 'loaded', () => 'refused')")).toBe('refused')
      const image =
        "new Promise((resolve) => { const i = new Image(); i.onload = () => resolve('loaded'); i.onerror = () => resolve('refused'); i.src = 'https://evil.example/x.png' })"
      expect(await page.evaluate(image)).toBe('refused')
      app.problems.length = 0 // the browser notes each of these
    })

    test('uses no path that nobody chose', async () => {
      const victim = join(files, 'victim.csv')
      writeFileSync(victim, 'keep me')
      for (const [procedure, input] of [
        ['files.open', { path: victim }],
        ['contacts.export', { path: victim, overwrite: true }],
        ['ledger.export', { path: victim, format: 'csv', overwrite: true }],
        ['runs.writeResults', { runId: 'x', folder: files }],
      ] as const) {
        expect(await callEngine(page, procedure, input), procedure).toMatchObject({ ok: false, error: { code: 'usage' } })
      }
    })

    test('sends a sign-in to no address that the person does not confirm outside the page', async () => {
      app.willAnswer({ kind: 'message', response: 1 })
      const input = { baseUrl: 'https://evil.example', token: 'stolen' }
      expect(await callEngine(page, 'signIn.pasteToken', input)).toMatchObject({ ok: false, error: { code: 'cancelled' } })
      expect(app.dialogs.at(-1)?.options.message).toBe('Sign in at evil.example?')
    })

    test('goes the whole way from a file to its results, and saves them where the person says', async () => {
      await askEngine(page, 'sync.start', {})
      await expect.poll(() => askEngine(page, 'sync.status', {})).toMatchObject({ state: 'complete' })
      await review(await noteFile('wizard.csv', 25))
      const toSend = await tabCount(page, 'Will change')
      expect(toSend).toBe(25)
      await send()
      await page.getByText('25 contacts are in.').waitFor()
      const results = join(files, 'results')
      app.willAnswer({ kind: 'open', filePaths: [results] })
      await page.getByRole('button', { name: 'Save the result files…' }).click()
      await expect.poll(() => (existsSync(results) ? readdirSync(results) : [])).toEqual(['wizard - results.csv'])
      const report = join(files, 'report.pdf')
      app.willAnswer({ kind: 'save', filePath: report })
      await page.getByRole('button', { name: 'Save as PDF…' }).click()
      await expect.poll(() => (existsSync(report) ? readFileSync(report).subarray(0, 5).toString() : '')).toBe('%PDF-')
      expect(app.dialogs.at(-1)?.options.defaultPath).toBe('wizard - report.pdf')
    })

    test('takes it back, and says so', async () => {
      const { runs } = await askEngine<Output<'history.list'>>(page, 'history.list', {})
      await page.evaluate((id) => (location.hash = `#/run/${id}`), runs[0]?.id ?? '')
      await page.getByRole('button', { name: 'Undo this import…' }).click()
      await primary(page, /^Take back/).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Take back/ })
        .click()
      await expect
        .poll(async () =>
          (await askEngine<Output<'history.list'>>(page, 'history.list', {})).runs.map(({ kind, state }) => `${kind} ${state}`),
        )
        .toContain('undo finished')
    })

    test('shows the licences of what it is made of', async () => {
      await page.evaluate("location.hash = '#/settings/about'")
      await page.getByText('Libraries and their licenses').click()
      await page.getByText(/^Rollcall contains these libraries\.[\s\S]*better-sqlite3 [\s\S]*electron-updater/).waitFor()
    })

    test('keeps settings over a start, and ends cleanly when its window is closed', async () => {
      await askEngine(page, 'accounts.update', { accountId: 'practice', settings: { requestsPerMinute: 60 } })
      await app.closeWindow()
      if (process.platform !== 'darwin') expect(await app.ended).toBe(0)
      await app.kill()
      await open()
      const { accounts } = await askEngine<Output<'accounts.list'>>(page, 'accounts.list', {})
      expect(accounts.find(({ id }) => id === 'practice')?.settings).toMatchObject({ requestsPerMinute: 60 })
      expect(app.problems).toEqual([])
    })

    test('asks before it closes during a run, keeps it when told so, and can go on after a start', async () => {
      await review(await noteFile('closing.csv', 40))
      await send()
      await page.getByRole('region', { name: 'Progress' }).waitFor()
      app.willAnswer({ kind: 'message', response: 1 })
      await app.closeWindow()
      await expect.poll(() => app.dialogs.at(-1)?.options.message).toBe('An import is under way.')
      expect(await callEngine(page, 'app.info', {})).toMatchObject({ ok: true })
      app.willAnswer({ kind: 'message', response: 0 })
      await app.closeWindow()
      if (process.platform !== 'darwin') expect(await app.ended).toBe(0)
      await app.kill()
      await open()
      await askEngine(page, 'accounts.update', { accountId: 'practice', settings: { requestsPerMinute: null } })
      const { runs } = await askEngine<Output<'history.list'>>(page, 'history.list', {})
      const run = runs.find(({ state }) => state === 'paused' || state === 'interrupted')?.id ?? ''
      expect(await askEngine(page, 'runs.resume', { runId: run, wait: true })).toMatchObject({
        state: 'finished',
        done: 40,
        failed: 0,
        unknown: 0,
        calls: 40,
      })
    })

    test('has a log of what it did itself: no name, number, path or address', async () => {
      const lines = readFileSync(join(home, 'rollcall.log'), 'utf8').trim().split('\n')
      expect(lines.length).toBeGreaterThan(4)
      const words = /^\d{4}-\d\d-\d\dT[\d:.]+Z (start \d+\.\d+\.\d+ \w+ \w+|end)$/
      expect(lines.filter((line) => !words.test(line))).toEqual([])
    })
  })
}
