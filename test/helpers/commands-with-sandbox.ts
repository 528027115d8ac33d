import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { type HereOptions, rollcallHere } from './rollcall-here.ts'
import { type SandboxHere, startSandboxHere } from './sandbox-here.ts'

/** One practice service for all tests of a file, a data folder of its own for each of them, and commands, all in this process. */
export function commandsWithSandbox(contacts: number) {
  let home = ''
  let sandbox: SandboxHere

  beforeAll(async () => void (sandbox = await startSandboxHere({ contacts })))
  afterAll(() => sandbox.close())
  beforeEach(() => void (home = mkdtempSync(join(tmpdir(), 'rollcall-commands-'))))
  afterEach(() => rmSync(home, { recursive: true, force: true }))

  return {
    get home() {
      return home
    },
    get sandbox() {
      return sandbox
    },
    rollcall: (args: readonly string[], options: Partial<HereOptions> = {}) => rollcallHere(args, { home, ...options }),
    /** With the service's account from the environment. */
    withToken: (args: readonly string[], options: Partial<HereOptions> = {}) =>
      rollcallHere(args, { home, environment: sandbox.environment, ...options }),
  }
}
