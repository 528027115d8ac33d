import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedAgents } from '../../../src-main/sandbox/seed/seed-account.ts'
import { openSandbox, type TestSandbox } from '../sandbox-client.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openSandbox({ contacts: 3 })
})
afterAll(() => sandbox.close())

const agent = seedAgents()[0]?.uuid ?? ''
const some = '6f1f7a50-0000-4000-8000-00000000c001'

test.each([
  ['GET', '/api/address_book/saved_searches.json', 'saved-searches'],
  ['POST', `/api/users/${agent}/on_call.json`, 'start-on-call'],
  ['DELETE', `/api/users/${agent}/on_call.json`, 'end-on-call'],
  ['GET', '/api/surveys.json', 'surveys'],
  ['GET', `/api/survey/${some}/responses.json`, 'survey-responses'],
  ['POST', `/api/survey/${some}/send.json`, 'send-survey'],
  ['POST', '/api/announcements.json', 'announce'],
  ['POST', `/api/conversation/${some}/schedule.json`, 'schedule-conversation'],
  ['POST', '/api/conversations/schedule.json', 'schedule-by-phone'],
  ['POST', `/api/conversation/${some}/transfer.json`, 'transfer'],
])('%s %s says plainly that its shape is not shown, and does nothing', async (method, path, operation) => {
  const before = sandbox.counts().requestsByOperation
  const answer = await sandbox.call(method, path, method === 'POST' ? {} : undefined)
  expect(answer).toMatchObject({
    status: 501,
    json: { message: expect.stringMatching(/^Not shown: the specification lists /), errors: { base: ['not shown'] } },
  })
  expect(answer.json.message).toContain(`${method} /api/`)
  expect(sandbox.counts().requestsByOperation).toEqual({ ...before, [operation]: 1 })
  expect(sandbox.counts().effectsByOperation).toEqual({})
  expect((await sandbox.call(method, path, undefined, { token: null })).status).toBe(401)
  sandbox.resetCounts()
})
