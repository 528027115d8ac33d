import type { Clock } from '../../../src-main/engine/model/clock.ts'
import { createRunner, type Runner } from '../../../src-main/engine/run/runner.ts'
import { createService } from '../../../src-main/engine/service/create-service.ts'
import type { Service } from '../../../src-main/engine/service/service.ts'
import type { Store } from '../../../src-main/engine/store/open-store.ts'
import { CrashError } from '../disk/crash.ts'
import { createInProcessWire } from '../network/in-process-wire.ts'
import type { Crash } from '../seed/scenario.ts'
import { firstDayMs } from '../service/service-model.ts'
import type { World } from './world.ts'

export const baseUrl = 'http://127.0.0.1:1'

/** One process of Rollcall, from its start to its end. */
export interface OfficeProgram {
  store: Store
  service: Service
  runner: Runner
  clock: Clock
  /** What the work comes to, or `CrashError` as soon as the process has ended. */
  untilEnd<T>(work: Promise<T>): Promise<T>
  isDead(): boolean
  end(): void
}

/** Starts a process. `crash`: when and how it ends by itself. */
export function startProgram(world: World, owner: string, crash: Crash | null): OfficeProgram {
  const { time, disk } = world
  const chance = world.chance.fork(owner)
  const ending = Promise.withResolvers<never>()
  ending.promise.catch(() => undefined)
  let isDead = false
  let statements = 0
  let commits = 0

  function end(): void {
    if (isDead) return
    isDead = true
    time.noteWork()
    ending.reject(new CrashError())
  }

  function crashNow(): never {
    world.note(`${owner}: ${crash?.kind === 'power' ? 'the power fails' : 'is killed'}`)
    end()
    if (crash?.kind === 'power') world.powerFails(crash.surviving)
    throw new CrashError()
  }

  const store = disk.openFor({
    onStatement() {
      time.noteWork()
      if (isDead) throw new CrashError()
      statements += 1
      if (crash !== null && !world.isClear && 'statement' in crash.at && statements === crash.at.statement) crashNow()
    },
    onCommit() {
      commits += 1
      if (crash !== null && !world.isClear && 'commit' in crash.at && commits === crash.at.commit) crashNow()
    },
  })
  const clock = clockOf(world, chance, () => isDead)
  const service = createService({
    baseUrl,
    tokenIn: 'header',
    token: () => Promise.resolve('token'),
    country: 'US',
    clock,
    wire: createInProcessWire({
      time,
      service: world.service,
      weather: world.weather,
      chance: chance.fork('wire'),
      isDead: () => isDead,
      leaves: (request) => world.order.left(owner, request, time.nowMs),
      note: (text) => world.note(`${owner}: ${text}`),
    }),
  })
  const runner = createRunner({
    store,
    service,
    clock,
    operator: () => 'Pat',
    account: () => ({ name: 'Office', baseUrl }),
    owner,
    settings: () => ({ concurrency: world.scenario.concurrency, requestsPerMinute: null }),
    onProgress: () => undefined,
    newId: world.newId,
    // A night would be hours of nothing but renewed leases.
    texting: () => ({ hours: { from: '00:00', to: '24:00' }, dailyCap: 1_000_000, until: '9999-12-31', zone: 'UTC' }),
  })
  return { store, service, runner, clock, isDead: () => isDead, end, untilEnd: (work) => Promise.race([work, ending.promise]) }
}

function clockOf({ time }: World, chance: ReturnType<World['chance']['fork']>, isDead: () => boolean): Clock {
  return {
    nowMs() {
      time.noteWork()
      return firstDayMs + time.nowMs
    },
    monotonicMs() {
      time.noteWork()
      return time.nowMs
    },
    random: () => chance.next(),
    sleep: (delayMs, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason)
        const off = time.after(delayMs, () => {
          signal?.removeEventListener('abort', onAbort)
          if (!isDead()) resolve()
        })
        const onAbort = () => {
          off()
          reject(signal?.reason)
        }
        signal?.addEventListener('abort', onAbort, { once: true })
      }),
  }
}
