import { hostname } from 'node:os'
import { systemClock } from '../../src-main/engine/model/clock.ts'
import { createRunner } from '../../src-main/engine/run/runner.ts'
import { createService } from '../../src-main/engine/service/create-service.ts'
import { openStore } from '../../src-main/engine/store/open-store.ts'
import { tablesOf } from '../../src-main/engine/store/tables.ts'

/** A process of its own that starts or resumes the run of a plan: database, service, token, plan, operator, requests per minute. It prints how many calls are answered. */
const [path = '', baseUrl = '', token = '', planId = '', operator = '', perMinute] = process.argv.slice(2)
const store = openStore(path)
const service = createService({ baseUrl, tokenIn: 'header', token: async () => token, country: 'US', clock: systemClock, connections: 10 })
const runner = createRunner({
  store,
  service,
  clock: systemClock,
  operator: () => operator,
  account: () => ({ name: 'Practice', baseUrl }),
  owner: `${hostname()}:${process.pid}`,
  settings: () => ({ concurrency: 8, requestsPerMinute: perMinute === undefined ? null : Number(perMinute) }),
  onProgress: ({ calls }) => void process.stdout.write(`${calls}\n`),
})
const running = tablesOf(store).runs.idOfPlan(planId)
if (running !== null) await runner.resume(running)
const runId = running ?? (await runner.start(planId))
await runner.whenSettled(runId)
await runner.close()
await service.close()
store.close()
