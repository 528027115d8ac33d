import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { projectRoot } from '../../../scripts/stale-build.ts'

// What went wrong once in packages that were made, and can be told without making one. The rest is in `npm run package:check`.

type Options = Record<string, unknown> & { files: string[] }
const text = readFileSync(join(projectRoot, 'electron-builder.yml'), 'utf8')
const options = parse(text) as Options & {
  asar: unknown
  asarUnpack: string[]
  extraResources: { from: string }[]
  electronFuses: Record<string, boolean>
  nsis: Record<string, unknown>
} & Record<
    'win' | 'mac' | 'linux',
    Options & { target: { target: string; arch: string[] }[]; extendInfo?: { CFBundleDocumentTypes: { LSHandlerRank: string }[] } }
  >
const systems = ['win', 'mac', 'linux'] as const

test('nothing is compiled for the computer that packs, and no file is chosen by its name', () => {
  expect([options.npmRebuild, options.nodeGypRebuild]).toEqual([false, false])
  const patterns = [...options.files, ...systems.flatMap((system) => options[system].files)]
  expect(patterns.filter((pattern) => pattern.includes('${platform}'))).toEqual([])
  expect(systems.map((system) => options[system].files.at(-1))).toEqual([
    '!node_modules/better-sqlite3/prebuilds/!(win32-${arch}).node',
    '!node_modules/better-sqlite3/prebuilds/!(darwin-*).node',
    '!node_modules/better-sqlite3/prebuilds/!(linux-${arch}).node',
  ])
})

test('binaries lie beside the archive, samples outside it', () => {
  expect([options.asar, options.asarUnpack]).toEqual([{ smartUnpack: false }, ['**/*.node']])
  expect(options.extraResources.map(({ from }) => from)).toEqual(expect.arrayContaining(['resources/samples', 'out/licences.txt']))
})

test('no installer takes files from the program that opens them, shares the folder of the data, or removes the data', () => {
  for (const part of [options, ...systems.map((system) => options[system])]) expect(part).not.toHaveProperty('fileAssociations')
  expect(options.mac.extendInfo?.CFBundleDocumentTypes.map(({ LSHandlerRank }) => LSHandlerRank)).toEqual(['None'])
  const targets = systems.map((system) => options[system].target.map(({ target, arch }) => `${target} ${arch.join(' ')}`))
  expect(targets).toEqual([['nsis x64 arm64'], ['dmg universal', 'zip universal'], ['AppImage x64', 'deb x64']])
  expect(options.nsis).toMatchObject({ oneClick: false, perMachine: false, deleteAppDataOnUninstall: false })
  const installer = readFileSync(join(projectRoot, 'resources', 'installer', 'open-with.nsh'), 'utf8')
  expect(installer).toContain('\\SupportedTypes"')
  expect(installer).not.toMatch(/Software\\Classes\\\./)
})

test('every fuse is set', () => {
  expect(options.electronFuses).toEqual({
    runAsNode: false,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableCookieEncryption: true,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    grantFileProtocolExtraPrivileges: false,
  })
})

test('libraries that are bundled are not packed a second time', () => {
  const { dependencies } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { dependencies: Record<string, string> }
  for (const bundled of ['zod', 'undici', 'libphonenumber-js', 'commander', 'svelte', 'electron-updater', 'papaparse', 'electron'])
    expect(Object.keys(dependencies)).not.toContain(bundled)
})
