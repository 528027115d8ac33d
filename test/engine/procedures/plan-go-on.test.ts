import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { systemClock } from '../../../src-main/engine/model/clock.ts'
import { type Input, type Output, type PlanProgress, type ProcedureName, procedures } from '../../../src-main/engine/contract.ts'
import { createEngine } from '../../../src-main/engine/engine.ts'
import { createSandbox } from '../../../src-main/sandbox/sandbox.ts'
import { recipe } from '../store/stored-things.ts'

const endings: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

test.each([
  ['that Rollcall was closed over', false],
  ['that was stopped to go on with it later', true],
])(
  'a plan %s goes on at the next start under its own name, and says from which row',
  async (_how, keep) => {
    const home = mkdtempSync(join(tmpdir(), 'rollcall-go-on-'))
    endings.push(() => rmSync(home, { recursive: true, force: true }))
    const sandbox = await createSandbox({ contacts: 0 })
    endings.push(() => sandbox.close())
    const rows = 9_000
    writeFileSync(
      join(home, 'list.csv'),
      `Phone,Name\n${Array.from({ length: rows }, (_, n) => `+1212555${String(n).padStart(4, '0')},Person ${n}`).join('\n')}\n`,
    )

    const start = async () => {
      const vault = { read: async () => null, write: async () => undefined, forget: async () => undefined }
      const told: PlanProgress[] = []
      let monotonicMs = 0
      // Progress is told of every slice of rows.
      const clock = { ...systemClock, monotonicMs: () => (monotonicMs += 1000) }
      const engine = createEngine({
        home,
        vault,
        clock,
        operator: 'Pat',
        practice: { baseUrl: sandbox.baseUrl, token: sandbox.token },
        environment: null,
      })
      const call = async <P extends ProcedureName>(procedure: P, input: Input<P>): Promise<Output<P>> => {
        const answer = await engine.call(procedure, input)
        if (!answer.ok) throw Object.assign(new Error(answer.error.message), answer.error)
        return procedures[procedure].output.parse(answer.value) as Output<P>
      }
      await call('accounts.open', { accountId: 'practice' })
      const half = new Promise<void>((resolve) =>
        engine.onAnyEvent((event, payload) => {
          if (event !== 'plan.progress') return
          told.push(payload as PlanProgress)
          if ((payload as PlanProgress).rowsRead >= rows / 2) resolve()
        }),
      )
      return { engine, call, told, half }
    }

    const names = recipe({
      match: { by: 'phone', column: 'Phone', country: 'US' },
      fields: [{ to: 'name', from: ['Name'] }],
      notFound: 'create',
    })
    const first = await start()
    const file = await first.call('files.open', { path: join(home, 'list.csv') })
    const begun = await first.call('plans.start', { fileId: file.id, recipe: names, lookup: 'never', wait: false })
    await first.half
    if (keep)
      expect(await first.call('plans.cancel', { planId: begun.id, keep })).toMatchObject({
        state: 'failed',
        goesOnAfter: expect.any(Number),
      })
    await first.engine.close()

    const second = await start()
    endings.push(() => second.engine.close())
    const interrupted = await second.call('plans.get', { planId: begun.id })
    expect(interrupted).toMatchObject({
      state: 'failed',
      error: { code: 'cancelled', hint: expect.stringContaining('goes on where it stopped') },
    })
    expect(interrupted.goesOnAfter).toBeGreaterThanOrEqual(rows / 2)
    expect(interrupted.goesOnAfter).toBeLessThan(rows)
    const done = await second.call('plans.start', { fileId: file.id, recipe: names, lookup: 'never', wait: true })
    expect(done).toMatchObject({ id: begun.id, state: 'ready', rows, send: rows, goesOnAfter: null, error: null })
    expect(new Set(second.told.map(({ continuedAfter }) => continuedAfter))).toEqual(new Set([interrupted.goesOnAfter]))
    expect(Math.min(...second.told.map(({ rowsRead }) => rowsRead))).toBe(interrupted.goesOnAfter)
  },
  60_000,
)
