import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { projectRoot } from '../stale-build.ts'

/** The programs that compile the installer for Windows where electron-builder cannot fetch its own. */
export interface InstallerTools {
  makensis: string
  sevenZip: string
  compiler: string
}

/** The plug-ins that electron-builder brings beside those of NSIS itself. */
const plugins = ['nsis7z', 'nsProcess', 'SpiderBanner', 'StdUtils', 'UAC', 'WinShell']

/** The tools, or which packages of Debian have the missing ones. */
export function findInstallerTools(): InstallerTools | { missing: string[] } {
  const [makensis, sevenZip, compiler] = ['makensis', '7za', 'i686-w64-mingw32-gcc'].map(inPath)
  if (makensis && sevenZip && compiler) return { makensis, sevenZip, compiler }
  return { missing: [...(makensis ? [] : ['nsis']), ...(sevenZip ? [] : ['p7zip-full']), ...(compiler ? [] : ['gcc-mingw-w64-i686'])] }
}

function inPath(program: string): string | undefined {
  const folders = process.platform === 'win32' ? [] : (process.env.PATH ?? '').split(delimiter)
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path))
}

/**
 * Writes what electron-builder looks for beside makensis into a folder, and answers the variables that lead it there. The plug-ins
 * have the functions that its scripts call, and do nothing; in the place of Wine, which would run the first half of the installer to
 * get the uninstaller out of it, stands a script that leaves an empty one.
 */
export function writeInstallerTools(folder: string, tools: InstallerTools): Record<string, string> {
  const [nsis, resources, wine] = ['nsis', 'resources', 'wine'].map((name) => join(folder, name)) as [string, string, string]
  const libraries = join(resources, 'plugins', 'x86-unicode')
  for (const path of [nsis, libraries, join(wine, 'bin'), join(wine, 'lib'), join(wine, 'wine-home')]) mkdirSync(path, { recursive: true })
  symlinkSync(tools.makensis, join(nsis, 'makensis'))
  writeFileSync(join(nsis, 'elevate.exe'), 'MZ')
  for (const [name, functions] of pluginFunctions()) {
    const source = join(libraries, `${name}.c`)
    writeFileSync(source, functions.map((each) => `__declspec(dllexport) void ${each}(void) {}\n`).join(''))
    execFileSync(tools.compiler, ['-shared', '-s', '-fno-builtin', '-o', join(libraries, `${name}.dll`), source])
  }
  const program = join(wine, 'bin', 'wine')
  writeFileSync(program, '#!/bin/sh\nprintf MZ > "${1%exe}__uninstaller.exe"\n')
  chmodSync(program, 0o755)
  return {
    ELECTRON_BUILDER_7ZIP_PATH: tools.sevenZip,
    ELECTRON_BUILDER_NSIS_DIR: nsis,
    ELECTRON_BUILDER_NSIS_RESOURCES_DIR: resources,
    ELECTRON_BUILDER_WINE_TOOLSET_DIR: wine,
  }
}

/** The functions of each of these plug-ins that electron-builder's scripts call. */
function pluginFunctions(): Map<string, string[]> {
  const scripts = join(projectRoot, 'node_modules', 'app-builder-lib', 'templates', 'nsis')
  const called = new Map<string, string[]>(plugins.map((name) => [name, []]))
  for (const file of readdirSync(scripts, { recursive: true, encoding: 'utf8' })) {
    if (!/\.ns[hi]$/.test(file)) continue
    for (const [, plugin, name] of readFileSync(join(scripts, file), 'utf8').matchAll(/\b(\w+)::(\w+)/g)) {
      const functions = called.get(plugins.find((each) => each.toLowerCase() === plugin?.toLowerCase()) ?? '')
      if (functions && name && !functions.includes(name)) functions.push(name)
    }
  }
  return called
}

/** An icon of Windows that holds the picture as it is: 256 pixels or more need no other form. */
export function iconOf(png: Buffer): Buffer {
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(1, 4)
  header.writeUInt16LE(1, 10)
  header.writeUInt16LE(32, 12)
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, png])
}
