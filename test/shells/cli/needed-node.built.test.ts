import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { projectRoot } from '../../../scripts/stale-build.ts'

const program = join(projectRoot, 'out', 'main', 'cli.js')
const olderNode = findOlderNode()

let folder: string
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'rollcall-node-'))))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const start = (node: string, args: string[]) =>
  spawnSync(node, args, { encoding: 'utf8', cwd: folder, env: { ...process.env, ROLLCALL_HOME: folder } })

/** A Node of this computer that is too old for Rollcall; null where there is none. */
function findOlderNode(): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin']
  const nodes = folders.filter((path) => path !== '').map((path) => join(path, process.platform === 'win32' ? 'node.exe' : 'node'))
  const version = (node: string) => Number(/^v(\d+)/.exec(spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[1] ?? 99)
  return nodes.find((node) => existsSync(node) && version(node) < 22) ?? null
}

/** Says that this Node is another one, before the program is loaded. */
function pretending(version: string): string[] {
  const preload = join(folder, 'pretend.cjs')
  writeFileSync(
    preload,
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: ${JSON.stringify(version)} } })\n`,
  )
  return ['--require', preload, program]
}

describe('in a Node that is too old', () => {
  test.each(['20.19.0', '22.18.0', '23.5.0'])(
    '%s: names the Node that is needed and how to get it, before anything else is loaded',
    (version) => {
      const words = start(process.execPath, [...pretending(version), 'history'])
      expect(words).toMatchObject({ status: 2, stdout: '', stderr: expect.stringMatching(/Node 22\.19[^]*npm run -s rollcall --/) })
      expect(words.stderr).toContain(version)
      const json = start(process.execPath, [...pretending(version), 'history', '--json'])
      expect(json.status).toBe(2)
      expect(JSON.parse(json.stdout)).toEqual({
        error: { code: 'usage', message: expect.stringContaining('Node 22.19'), hint: expect.stringContaining('npm run -s rollcall --') },
      })
    },
  )

  test.skipIf(olderNode === null)('the older Node of this computer gets as far as saying so', () => {
    for (const entry of [program, join(projectRoot, 'scripts', 'rollcall.mjs')]) {
      const words = start(String(olderNode), [entry, 'history'])
      expect(words, entry).toMatchObject({ status: 2, stdout: '', stderr: expect.stringMatching(/Node 22\.19[^]*npm run -s rollcall --/) })
      expect(JSON.parse(start(String(olderNode), [entry, 'history', '--json']).stdout)).toMatchObject({ error: { code: 'usage' } })
    }
  })
})
