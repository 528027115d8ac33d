import { flushCompileCache } from 'node:module'
import { hostname } from 'node:os'
import { systemClock } from '../../src-main/engine/model/clock.ts'
import type { Patience } from '../../src-main/engine/run/late/patience.ts'
import { createRunner } from '../../src-main/engine/run/runner.ts'
import { createService } from '../../src-main/engine/service/create-service.ts'
import { openStore } from '../../src-main/engine/store/open-store.ts'

/** A process that carries out a run until somebody kills it. Arguments: database, address, token, plan or run, `start` or `resume`, patience. */
// Where NODE_COMPILE_CACHE is set, the next process starts sooner: this one will not live to do it when it ends.
flushCompileCache()
const [database = '', baseUrl = '', token = '', id = '', how, patience] = process.argv.slice(2)
const store = openStore(database)
const service = createService({ baseUrl, tokenIn: 'header', token: async () => token, country: 'US', clock: systemClock })
const runner = createRunner({
  store,
  service,
  clock: systemClock,
  operator: () => 'Child',
  account: () => ({ name: 'Practice', baseUrl }),
  owner: `${hostname()}:${process.pid}`,
  settings: () => ({ concurrency: 8, requestsPerMinute: null }),
  texting: () => ({ hours: { from: '00:00', to: '24:00' }, dailyCap: 1_000_000, until: '9999-12-31', zone: 'UTC' }),
  onProgress: ({ done }) => process.send?.({ done }),
  ...(patience !== undefined && { patience: JSON.parse(patience) as Patience }),
})
const runId = how === 'resume' ? id : await runner.start(id)
if (how === 'resume') await runner.resume(id)
process.send?.({ runId })
await runner.whenSettled(runId)
await service.close()
process.disconnect()
