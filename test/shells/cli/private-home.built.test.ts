import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startSandboxProcess } from '../../helpers/sandbox-process.ts'
import { startRollcall } from '../../helpers/run-rollcall.ts'

let home: string
beforeEach(() => void (home = join(mkdtempSync(join(tmpdir(), 'rollcall-private-')), 'home')))
afterEach(() => rmSync(join(home, '..'), { recursive: true, force: true }))

/** Started where nothing is kept from others by itself. */
function start(args: readonly string[], environment: Record<string, string> = {}) {
  const before = process.umask(0)
  try {
    return startRollcall(args, { home, cwd: join(home, '..'), environment })
  } finally {
    process.umask(before)
  }
}
const run = (args: readonly string[], environment: Record<string, string> = {}) => start(args, environment).ended

/** Everything below the folder, with what its group and the others may do. */
function openToOthers(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => (statSync(path).mode & 0o077) !== 0)
}

/** Files with that text in them. */
function holding(folder: string, text: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile())
  return entries.map((entry) => join(entry.parentPath, entry.name)).filter((path) => readFileSync(path).includes(text))
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
    const serving = start(['serve', '--json'])
    await serving.firstLine
    expect(openToOthers(home)).toEqual([])
    expect(statSync(home).mode & 0o077).toBe(0)
    expect(readdirSync(join(home, 'practice'))).toContain('service.db')
    serving.process.kill('SIGHUP')
    expect((await serving.ended).code).toBe(0)
    expect(readdirSync(home).filter((name) => name.startsWith('browser-'))).toEqual([])
  })

  test('nor what is there while conversations are exported, a folder is watched, events are received and a scheduler is told', async () => {
    mkdirSync(home, { mode: 0o755 })
    const folder = join(home, '..', 'lists')
    const recipe = join(home, '..', 'recipe.json')
    mkdirSync(folder)
    const sandbox = await startSandboxProcess({ home: join(home, '..'), contacts: 20 })
    const signIn = ['sign-in', '--base-url', sandbox.baseUrl, '--paste-token', '--keep', '--account', 'Office', '--json']
    expect((await run(signIn, { ROLLCALL_TOKEN: sandbox.token })).code).toBe(0)
    await sandbox.close()
    expect(readdirSync(join(home, 'tokens'))).toHaveLength(1)

    writeFileSync(join(folder, 'list.csv'), 'Phone,Notes\n+12125550123,a\n+12125550124,b\n')
    expect((await run(['--practice', 'recipe', 'suggest', join(folder, 'list.csv'), '--out', recipe])).code).toBe(0)
    const watching = start(['--practice', 'watch', folder, '--recipe', recipe])
    const inFolder = (room: string) => (existsSync(join(folder, room)) ? readdirSync(join(folder, room)) : [])
    await expect.poll(() => [...inFolder('done'), ...inFolder('needs attention')], { timeout: 60_000 }).toContain('list.csv - report.txt')
    // The list is the person's own.
    expect(openToOthers(folder).filter((path) => statSync(path).isFile() && !path.endsWith('list.csv'))).toEqual([])
    // Its report lies beside it before all of it is noted.
    await expect.poll(() => readdirSync(join(folder, 'in progress'))).toEqual(['.watched'])
    watching.process.kill('SIGTERM')
    await watching.ended

    const tool = join(home, '..', 'tools', 'crontab')
    mkdirSync(dirname(tool))
    writeFileSync(tool, '#!/bin/sh\n[ "$1" = -l ] || cat > "$0.read"\n', { mode: 0o755 })
    const schedule = ['--practice', 'schedule', 'add', 'List', '--folder', folder, '--recipe', recipe, '--at', '08:30', '--yes']
    if (process.platform === 'linux') expect((await run(schedule, { PATH: `${dirname(tool)}:/usr/bin:/bin` })).code).toBe(0)
    expect((await run(['--practice', 'sync'])).code).toBe(0)
    expect((await run(['--practice', 'backups', 'make'])).code).toBe(0)
    const listening = start(['--practice', 'listen', '--json'], { ROLLCALL_LISTEN_SECRET: 'only-the-service-knows' })
    await listening.firstLine
    const exporting = start(['--practice', 'conversations', 'export', '--out', join(home, '..', 'conversations.csv')])
    const unfinished = join(home, 'accounts', 'practice', 'unfinished')
    await expect.poll(() => existsSync(unfinished) && readdirSync(unfinished).length, { timeout: 60_000 }).toBe(1)
    exporting.process.kill('SIGKILL')
    await exporting.ended
    expect(openToOthers(home)).toEqual([])
    expect(holding(home, 'only-the-service-knows')).toEqual([])
    listening.process.kill('SIGTERM')
    expect((await listening.ended).code).toBe(0)
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
