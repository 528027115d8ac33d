import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import {
  type EventName,
  type EventPayload,
  type Input,
  type Output,
  type ProcedureName,
  procedures,
} from '../../../../src-main/engine/contract.ts'
import { createEngine } from '../../../../src-main/engine/engine.ts'
import type { Clock } from '../../../../src-main/engine/model/clock.ts'
import { createSandbox, type Sandbox } from '../../../../src-main/sandbox/sandbox.ts'
import { createFileVault } from '../../../../src-main/shells/file-vault.ts'
import { hurriedClock } from '../../run/run-stations.ts'

export interface Office {
  id: string
  service: Sandbox
  /** Asks about this account, whichever is in use. Throws what is refused. */
  call<P extends ProcedureName>(procedure: P, input: Input<P>): Promise<Output<P>>
  phones: string[]
}

/** One engine with two accounts, each at a service of its own. What goes on by itself does. All of it ends with the test. */
export async function twoOffices({ contacts = 40, clock = hurriedClock() as Clock } = {}) {
  const home = mkdtempSync(join(tmpdir(), 'rollcall-offices-'))
  // Windows closes what watches a folder some time later, and empties its folder of temporary files by itself.
  if (process.platform !== 'win32') onTestFinished(() => rm(home, { recursive: true, force: true }))
  const services = [await createSandbox({ contacts, seed: 1 }), await createSandbox({ contacts, seed: 2 })] as const
  for (const service of services) onTestFinished(() => service.close())
  const opened = openOffices(home, clock)
  onTestFinished(() => opened.engine.close())
  const [north, south] = [await signIn(opened, services[0], 'North'), await signIn(opened, services[1], 'South')]
  return { home, north, south, ...opened }
}

/** The engine of that data folder, as after a restart. */
export function openOffices(home: string, clock: Clock = hurriedClock()) {
  const vault = createFileVault({ home, environment: null })
  const engine = createEngine({
    home,
    vault,
    clock,
    operator: 'Pat',
    practice: null,
    environment: null,
    automates: true,
    program: ['/opt/rollcall'],
  })
  const told: { event: EventName; payload: unknown }[] = []
  engine.onAnyEvent((event, payload) => told.push({ event, payload }))
  const ask = async <P extends ProcedureName>(account: string | undefined, procedure: P, input: Input<P>): Promise<Output<P>> => {
    const answer = await engine.call(procedure, input, account)
    if (!answer.ok) throw Object.assign(new Error(answer.error.message), answer.error)
    return procedures[procedure].output.parse(answer.value) as Output<P>
  }
  const toldOf = <E extends EventName>(event: E) =>
    told.filter((one) => one.event === event).map(({ payload }) => payload as EventPayload<E>)
  const folder = (name: string) => {
    const path = join(home, name)
    mkdirSync(path, { recursive: true })
    return path
  }
  const drop = (path: string, name: string, rows: readonly (readonly [string, string])[]) =>
    writeFileSync(join(path, name), ['Phone,Note', ...rows.map(([phone, note]) => `${phone},${note}`), ''].join('\n'))
  return { engine, ask, toldOf, folder, drop, vault }
}

async function signIn({ ask }: ReturnType<typeof openOffices>, service: Sandbox, name: string): Promise<Office> {
  const step = await ask(undefined, 'signIn.pasteToken', { baseUrl: service.baseUrl, token: service.token, accountName: name, keep: true })
  if (step.step !== 'signedIn') throw new Error(step.step)
  const { id } = step.account
  const phones = service.customers(0, 500).flatMap(({ phone }) => phone ?? [])
  return { id, service, phones: [...new Set(phones)], call: (procedure, input) => ask(id, procedure, input) }
}

export const notesRecipe = {
  version: 1 as const,
  name: 'Notes',
  kind: 'contacts' as const,
  match: { by: 'phone' as const, column: 'Phone', country: 'US' },
  fields: [{ to: 'notes' as const, from: ['Note'] }],
}
