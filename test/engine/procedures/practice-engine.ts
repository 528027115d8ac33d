import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type Clock, systemClock } from '../../../src-main/engine/model/clock.ts'
import { type Input, type Output, type ProcedureName, procedures } from '../../../src-main/engine/contract.ts'
import { createEngine } from '../../../src-main/engine/engine.ts'
import { createSandbox, type Sandbox } from '../../../src-main/sandbox/sandbox.ts'
import type { SandboxOptions } from '../../../src-main/sandbox/sandbox-options.ts'

/** The whole engine in practice mode, with a service and a data folder of its own. All of it ends with the test. */
export async function practiceEngine(options: SandboxOptions, clock?: Clock) {
  const home = mkdtempSync(join(tmpdir(), 'rollcall-procedures-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const sandbox = await createSandbox(options)
  onTestFinished(() => sandbox.close())
  return { sandbox, ...(await openEngine(home, sandbox, clock)) }
}

/** An engine on a data folder, as after a restart. Answers are parsed with the contract's own schemas; refusals are thrown. */
export async function openEngine(home: string, sandbox: Sandbox, clock: Clock = systemClock) {
  const vault = { read: async () => null, write: async () => undefined, forget: async () => undefined }
  const engine = createEngine({
    home,
    vault,
    clock,
    operator: 'Pat',
    practice: { baseUrl: sandbox.baseUrl, token: sandbox.token },
    environment: null,
  })
  onTestFinished(() => engine.close())
  const call = async <P extends ProcedureName>(procedure: P, input: Input<P>): Promise<Output<P>> => {
    const answer = await engine.call(procedure, input)
    if (!answer.ok) throw Object.assign(new Error(answer.error.message), answer.error)
    return procedures[procedure].output.parse(answer.value) as Output<P>
  }
  await call('accounts.open', { accountId: 'practice' })
  /** Writes a file into the data folder and opens it. */
  const openFile = async (name: string, content: string | Buffer) => {
    const path = join(home, name)
    writeFileSync(path, content)
    return call('files.open', { path })
  }
  return { home, engine, call, openFile }
}
