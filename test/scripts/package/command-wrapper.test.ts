import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { projectRoot } from '../../../scripts/stale-build.ts'

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'rollcall wrapper '))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const inBin = (name: string) => join(projectRoot, 'resources', 'bin', name)

/** The wrapper where a package has it, beside a program that prints its arguments. */
function packaged(program: string, resources: string): string {
  const [programPath, wrapper] = [join(folder, program), join(folder, resources, 'bin', 'rollcall')]
  for (const path of [programPath, wrapper]) mkdirSync(dirname(path), { recursive: true })
  writeFileSync(programPath, '#!/bin/sh\nprintf "%s|" "$@"\nexit 6\n')
  chmodSync(programPath, 0o755)
  copyFileSync(inBin('rollcall'), wrapper)
  return wrapper
}

describe.skipIf(process.platform === 'win32')('rollcall of the installed program', () => {
  test.each([
    ['Linux', 'rollcall', 'resources'],
    ['macOS', 'Contents/MacOS/Rollcall', 'Contents/Resources'],
  ])('starts it in command mode on %s, with every argument as it is, and ends as it does', (_, program, resources) => {
    const wrapper = packaged(program, resources)
    symlinkSync(wrapper, join(folder, 'linked'))
    for (const path of [wrapper, join(folder, 'linked')]) {
      const { status, stdout } = spawnSync(path, ['plan', 'my list.csv', '--base-url', 'https://texts.example.com', '*'], {
        encoding: 'utf8',
      })
      expect(stdout).toBe('--command|--|plan|my list.csv|--base-url|https://texts.example.com|*|')
      expect(status).toBe(6)
    }
  })
})

test('the one for Windows has the line ends that cmd wants, and names the program by its own place', () => {
  const text = readFileSync(inBin('rollcall.cmd'), 'latin1')
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  expect(text).toContain('"%~dp0..\\..\\Rollcall.exe" --command -- %*\r\n')
})
