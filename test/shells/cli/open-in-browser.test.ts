import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

// What opens a file on Linux depends on the desktop: here it is a program of the test's, for the path of `open`'s own.
test.skipIf(process.platform !== 'linux')('the browser is given the page, and none of our variables', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rollcall-opened-'))
  try {
    const seen = join(folder, 'seen')
    const browser = join(folder, 'browser')
    writeFileSync(browser, `#!/bin/sh\n{ echo "args: $*"; env; } > '${seen}'\n`)
    chmodSync(browser, 0o755)
    const source = new URL('../../../src-main/shells/cli/open-in-browser.ts', import.meta.url).href
    const program = `const { openInBrowser } = await import(${JSON.stringify(source)}); await openInBrowser('http://127.0.0.1:9/', { note: (text) => console.log(text) }); console.log(Object.keys(process.env).filter((name) => name.startsWith('ROLLCALL')).length)`
    const env = { PATH: process.env.PATH, HOME: folder, BROWSER: browser, ROLLCALL_PASSWORD: 'secret-password', ROLLCALL_TOKEN: 't' }
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], { env })
    expect(stdout.trim()).toBe('0')
    await expect.poll(() => read(seen)).toMatch(/^args: http:\/\/127\.0\.0\.1:9\//)
    expect(read(seen)).not.toMatch(/ROLLCALL_|secret-password/)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
