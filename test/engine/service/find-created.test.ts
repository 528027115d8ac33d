import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createService } from '../../../src-main/engine/service/create-service.ts'
import { findCreated } from '../../../src-main/engine/service/find-created.ts'
import type { Service } from '../../../src-main/engine/service/service.ts'
import { createSandbox, type Sandbox } from '../../../src-main/sandbox/sandbox.ts'
import { createStillClock } from './odd-server.ts'

let sandbox: Sandbox
let service: Service
beforeAll(async () => {
  sandbox = await createSandbox({ contacts: 20, clock: createStillClock() })
})
afterAll(() => sandbox.close())
beforeEach(() => {
  sandbox.reset()
  sandbox.clearFaults()
  service = createService({
    baseUrl: sandbox.baseUrl,
    tokenIn: 'header',
    token: async () => sandbox.token,
    country: 'US',
    clock: createStillClock(),
  })
})
afterEach(() => service.close())

test.each([
  ['drop-after', 'found', ''],
  ['drop-before', 'absent', ''],
  ['drop-after', 'found', 'refuse-customers-list'],
  ['drop-before', 'cannotTell', 'refuse-customers-list'],
])('a new contact under %s is %s with "%s"', async (fault, kind, faults) => {
  const phone = '+12125550177'
  sandbox.setFaults([`${fault}@create-customer`, faults].filter((one) => one !== '').join(','))
  expect((await service.perform({ kind: 'createCustomer', customer: { phone, name: 'New' } })).kind).toBe('unknown')
  expect(await findCreated(service, phone)).toMatchObject({ kind })
})
