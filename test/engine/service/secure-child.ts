import { systemClock } from '../../../src-main/engine/model/clock.ts'
import { createService } from '../../../src-main/engine/service/create-service.ts'

/** Reads from the service at the address that it is given and imports a message, in a process with its own environment. */
const [baseUrl = ''] = process.argv.slice(2)
const service = createService({ baseUrl, tokenIn: 'header', token: async () => 'token-of-the-test', country: 'US', clock: systemClock })
const { name } = await service.organization()
const outcome = await service.perform({ kind: 'importMessage', phone: '+12025550100', groupUuid: null, body: 'Hi', attachments: [] })
await service.close()
process.stdout.write(JSON.stringify({ name, outcome: outcome.kind }))
