import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

test('a test that passes only when it is tried again is named, one that fails twice has failed, and the others are not named', () => {
  // Within the project, so that its tools are found.
  const folder = mkdtempSync(resolve('node_modules', '.second-tries-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const source = [
    "import { expect, test } from 'vitest'",
    'let tries = 0',
    "test('steady', () => expect(1).toBe(1))",
    "test('now and then', () => { tries += 1; expect(tries).toBe(2) })",
    "test('never', () => expect(1).toBe(2))",
  ]
  writeFileSync(join(folder, 'some.test.js'), source.join('\n'))
  writeFileSync(join(folder, 'vitest.config.js'), "export default { test: { include: ['*.test.js'], exclude: [] } }")
  const vitest = resolve('node_modules', 'vitest', 'vitest.mjs')
  const reporter = resolve('scripts', 'second-tries.ts')
  const args = [vitest, 'run', '--root', folder, '--retry=1', `--reporter=${reporter}`]
  const { stdout, status } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect(stdout.trim().split('\n')).toEqual(['Passed only at the second try (1):', '  some.test.js > now and then'])
  expect(status).toBe(1)
})
