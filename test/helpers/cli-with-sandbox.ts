import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { type SandboxProcess, startSandboxProcess } from './sandbox-process.ts'

/** One practice service for all tests of a file, and a data folder of its own for each of them, inside `root`. */
export function cliWithSandbox(contacts: number) {
  let root = ''
  let home = ''
  let sandbox: SandboxProcess

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'rollcall-cli-'))
    sandbox = await startSandboxProcess({ home: root, contacts })
  })
  afterAll(async () => {
    // Windows knows no signal that a program could end itself at.
    expect(await sandbox.close()).toBe(process.platform === 'win32' ? null : 0)
    rmSync(root, { recursive: true, force: true })
  })
  beforeEach(() => void (home = mkdtempSync(join(root, 'home-'))))
  afterEach(() => rmSync(home, { recursive: true, force: true }))

  return {
    get root() {
      return root
    },
    get home() {
      return home
    },
    get sandbox() {
      return sandbox
    },
  }
}
