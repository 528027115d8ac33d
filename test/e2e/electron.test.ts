import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { findElectron } from '../../scripts/electron-runtime.ts'
import { projectRoot } from '../../scripts/stale-build.ts'

const executablePath = findElectron()
const hasDisplay = process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)
const isRoot = process.getuid?.() === 0

// Skipped, and counted as skipped, where there is no Electron runtime or nothing to show a window on.
describe.skipIf(executablePath === null || !hasDisplay)('the desktop app', () => {
  test('opens isolated, answers the page, and closes', async () => {
    const home = mkdtempSync(join(tmpdir(), 'rollcall-electron-'))
    const app = await _electron.launch({
      executablePath: executablePath ?? '',
      args: [...(isRoot ? ['--no-sandbox'] : []), projectRoot],
      env: { ...process.env, ROLLCALL_HOME: home } as Record<string, string>,
    })
    try {
      const page = await app.firstWindow()
      expect(page.url()).toMatch(/^rollcall:\/\/app\//)
      expect(await page.evaluate('typeof require + typeof process')).toBe('undefinedundefined')
      const answer = await page.evaluate("window.rollcall.call('app.info', {})")
      expect(answer).toMatchObject({ ok: true, value: { home, practice: true } })
      const remote = await page.evaluate("fetch('https://example.com/').then(() => 'loaded', () => 'refused')")
      expect(remote).toBe('refused')
      expect(await page.evaluate("window.rollcall.call('files.open', { path: '/etc/hostname' })")).toMatchObject({
        ok: false,
        error: { code: 'usage' },
      })
    } finally {
      await app.close()
      rmSync(home, { recursive: true, force: true })
    }
  })
})
