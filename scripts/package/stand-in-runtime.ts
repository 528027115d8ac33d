import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { NtExecutable, NtExecutableResource, Resource } from 'resedit'

/** What @electron/fuses looks for in a program: this text, the version of what follows, how many fuses, and one character each. */
const fuseSentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
const fuseCount = 9

/**
 * A folder that looks like Electron's unpacked runtime to electron-builder, without Electron in it: the program is a stub that
 * carries fuses (and, for Windows, is an executable whose resources can be edited).
 */
export function writeStandInRuntime(folder: string, system: 'win' | 'linux', electronVersion: string): void {
  mkdirSync(join(folder, 'resources'), { recursive: true })
  mkdirSync(join(folder, 'locales'))
  const fuses = Buffer.concat([Buffer.from(fuseSentinel), Buffer.from([1, fuseCount]), Buffer.from('0'.repeat(fuseCount))])
  if (system === 'win') {
    const stub = NtExecutable.createEmpty(false, false)
    const resources = NtExecutableResource.from(stub)
    const info = Resource.VersionInfo.createEmpty()
    info.setStringValues({ lang: 1033, codepage: 1200 }, { ProductName: 'Electron', FileVersion: electronVersion })
    info.outputToResourceEntries(resources.entries)
    resources.outputResource(stub)
    writeFileSync(join(folder, 'electron.exe'), Buffer.concat([Buffer.from(stub.generate()), fuses]))
  } else {
    writeFileSync(join(folder, 'electron'), Buffer.concat([Buffer.from('#!/bin/sh\necho stand-in\nexit 0\n'), fuses]), { mode: 0o755 })
    for (const name of ['chrome-sandbox', 'chrome_crashpad_handler']) writeFileSync(join(folder, name), '#!/bin/sh\n', { mode: 0o755 })
  }
  for (const [name, text] of [
    ['version', electronVersion],
    ['LICENSE', 'Electron'],
    ['LICENSES.chromium.html', 'Chromium'],
  ] as const)
    writeFileSync(join(folder, name), text)
  writeFileSync(join(folder, 'locales', 'en-US.pak'), '')
}
