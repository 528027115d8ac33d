import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isPrivateCacheFolder } from '../../../src-main/shells/cli/compile-cache-folder.ts'

let home: string
beforeEach(() => void (home = mkdtempSync(join(tmpdir(), 'compile-cache-'))))
afterEach(() => rmSync(home, { recursive: true, force: true }))

// Windows has no such modes.
describe.skipIf(process.platform === 'win32')('the folder of what was compiled', () => {
  test('is made for this user only, and kept as it is', () => {
    const folder = join(home, 'cache')
    expect(isPrivateCacheFolder(folder)).toBe(true)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    writeFileSync(join(folder, 'compiled'), 'ours')
    expect(isPrivateCacheFolder(folder)).toBe(true)
    expect(existsSync(join(folder, 'compiled'))).toBe(true)
  })

  test('is emptied where others could have put something into it', () => {
    const folder = join(home, 'cache')
    mkdirSync(folder)
    writeFileSync(join(folder, 'compiled'), 'somebody else')
    chmodSync(folder, 0o777)
    expect(isPrivateCacheFolder(folder)).toBe(true)
    expect(existsSync(join(folder, 'compiled'))).toBe(false)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
  })

  test('is not used where it is a link or a file', () => {
    mkdirSync(join(home, 'elsewhere'))
    symlinkSync(join(home, 'elsewhere'), join(home, 'link'))
    writeFileSync(join(home, 'file'), '')
    expect(isPrivateCacheFolder(join(home, 'link'))).toBe(false)
    expect(isPrivateCacheFolder(join(home, 'file'))).toBe(false)
  })
})
