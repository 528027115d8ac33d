import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectRoot } from '../../../scripts/stale-build.ts'
import { rollcall as runProgram } from '../../helpers/run-rollcall.ts'
import { type SandboxProcess, startSandboxProcess } from '../../helpers/sandbox-process.ts'

let home: string
let folder: string
let sandbox: SandboxProcess
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'rollcall-cli-full-'))
  folder = mkdtempSync(join(tmpdir(), 'rollcall-cli-full-files-'))
  sandbox = await startSandboxProcess({ home: folder, contacts: 300 })
})
afterAll(async () => {
  expect(await sandbox.close()).toBe(0)
  for (const one of [home, folder]) rmSync(one, { recursive: true, force: true })
})

const rollcall = (...args: string[]) => runProgram(args, { home, environment: sandbox.environment })

/** The same with no file that may become larger than so many kilobytes: what a full disk and a quota do, too. */
const limited = (kilobytes: number, ...args: string[]) =>
  new Promise<{ code: number; stdout: string }>((resolve) => {
    const program = [process.execPath, join(projectRoot, 'out', 'main', 'cli.js'), ...args].map((part) => `'${part}'`).join(' ')
    const env = { ...process.env, ...sandbox.environment, ROLLCALL_HOME: home }
    const child = execFile('bash', ['-c', `ulimit -f ${kilobytes}; exec ${program}`], { cwd: folder, env }, (_error, stdout) =>
      resolve({ code: child.exitCode ?? -1, stdout }),
    )
  })

test.skipIf(process.platform === 'win32')(
  'where nothing more can be written a run stops and says so, reading goes on, nothing is left over, and resume does the rest once',
  async () => {
    expect((await rollcall('sync')).code).toBe(0)
    const people = await sandbox.customers()
    const [file, recipe] = [join(folder, 'list.csv'), join(folder, 'list.recipe.json')]
    writeFileSync(file, `Phone,Notes\n${people.map(({ phone }) => `"${phone}",${'note '.repeat(150)}\n`).join('')}`)
    const match = { by: 'phone', column: 'Phone', country: 'US' }
    writeFileSync(recipe, JSON.stringify({ version: 1, name: 'List', kind: 'contacts', match, fields: [{ to: 'notes', from: ['Notes'] }] }))
    const { plan } = (await rollcall('plan', file, '--recipe', recipe, '--json')).json() as { plan: string }

    const stopped = await limited(1_300, 'run', plan, '--yes', '--json')
    expect([stopped.code, JSON.parse(stopped.stdout)]).toMatchObject([
      1,
      { error: { code: 'store.full', message: expect.stringContaining('cannot write') } },
    ])
    const left = readdirSync(home, { recursive: true, encoding: 'utf8' })
    expect(left.filter((name) => /\.(tmp|part)$|-journal$/.test(name))).toEqual([])

    const history = await limited(0, 'history', '--json')
    expect([history.code, JSON.parse(history.stdout)]).toMatchObject([0, { runs: [{ rows: people.length, failed: 0, unknown: 0 }] }])
    const [{ run, done }] = (JSON.parse(history.stdout) as { runs: [{ run: string; done: number }] }).runs
    expect(done).toBeLessThan(people.length)
    expect((await limited(0, 'ledger', 'verify', '--json')).code).toBe(0)
    const exported = await limited(10, 'contacts', 'export', '--out', join(folder, 'contacts.csv'), '--json')
    expect([exported.code, JSON.parse(exported.stdout)]).toMatchObject([1, { error: { code: 'store.full' } }])
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])

    const resumed = await rollcall('resume', run, '--json')
    expect([resumed.code, resumed.json()]).toMatchObject([0, { state: 'finished', done: people.length, failed: 0, unknown: 0 }])
  },
)
