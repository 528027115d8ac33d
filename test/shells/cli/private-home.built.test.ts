import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { rollcall, startRollcall } from '../../helpers/run-rollcall.ts'

let home: string
beforeEach(() => void (home = join(mkdtempSync(join(tmpdir(), 'rollcall-private-')), 'home')))
afterEach(() => rmSync(join(home, '..'), { recursive: true, force: true }))

const run = (args: readonly string[], environment: Record<string, string> = {}) =>
  rollcall(args, { home, cwd: join(home, '..'), environment })

/** Everything below the folder, with what its group and the others may do. */
function openToOthers(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => (statSync(path).mode & 0o077) !== 0)
}

// Windows has no such modes: the profile folder protects what is in it.
describe.skipIf(process.platform === 'win32')('a fresh data folder', () => {
  test('holds nothing that another user of the computer may read, from a plan to the results', async () => {
    const file = join(home, '..', 'list.csv')
    const recipe = join(home, '..', 'recipe.json')
    writeFileSync(file, 'Phone,Notes\n+12125550123,a\n+12125550124,b\n')
    expect((await run(['--practice', 'sync'])).code).toBe(0)
    expect((await run(['--practice', 'plan', file, '--save-recipe', recipe])).code).toBe(0)
    expect([0, 6]).toContain((await run(['--practice', 'run', file, '--recipe', recipe, '--yes', '--json'])).code)
    const serving = startRollcall(['serve', '--json'], { home, cwd: join(home, '..') })
    await serving.firstLine
    expect(openToOthers(home)).toEqual([])
    expect(statSync(home).mode & 0o077).toBe(0)
    expect(readdirSync(join(home, 'practice'))).toContain('service.db')
    serving.process.kill('SIGHUP')
    expect((await serving.ended).code).toBe(0)
    expect(readdirSync(home).filter((name) => name.startsWith('browser-'))).toEqual([])
  })
})

test.skipIf(process.platform === 'win32')('nobody else can put code where the program keeps what was compiled', async () => {
  const cache = fileURLToPath(new URL('../../../out/main/compile-cache', import.meta.url))
  mkdirSync(cache, { recursive: true })
  chmodSync(cache, 0o777)
  expect((await run(['accounts'])).code).toBe(0)
  expect(statSync(cache).mode & 0o077).toBe(0)
})

test('no cell of a file commands the terminal that it is shown in', async () => {
  const file = join(home, '..', 'list.csv')
  writeFileSync(file, 'Phone,Status\u001b[31m\u009b31m\n+12125550123,\u001b]0;owned\u0007\n')
  for (const args of [
    ['inspect', file],
    ['inspect', file, '--json'],
    ['--practice', 'check', file],
  ]) {
    const ended = await run(args)
    expect(ended.stdout + ended.stderr, args.join(' ')).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/)
  }
  expect((await run(['inspect', file, '--json'])).stdout).toContain('\\u001b')
})

test('a file is not saved under a name that some system would not keep', async () => {
  expect((await run(['--practice', 'sync'])).code).toBe(0)
  for (const name of ['a:b.csv', 'nul.csv', 'list.csv.']) {
    const ended = await run(['--practice', 'contacts', 'export', '--out', join(home, '..', name), '--json'])
    expect(ended.code, name).toBe(2)
    expect(ended.json()).toMatchObject({ error: { code: 'usage', message: expect.stringContaining(`"${name}"`) } })
  }
})
