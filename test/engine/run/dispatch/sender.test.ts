import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { AppError } from '../../../../src-main/engine/model/errors.ts'
import type { CallKind } from '../../../../src-main/engine/model/kinds.ts'
import type { ServiceCall } from '../../../../src-main/engine/model/runs/service-call.ts'
import type { Answer } from '../../../../src-main/engine/run/answer/answer-meaning.ts'
import { createSender } from '../../../../src-main/engine/run/dispatch/sender.ts'
import type { Service } from '../../../../src-main/engine/service/service.ts'
import { consent, creation, done, itemWith, message, update } from '../answer/items.ts'

/** Sends these calls to a service that answers none of them until it is told to. */
function sending(calls: readonly ServiceCall[]) {
  const sent: { kind: CallKind; signal: AbortSignal | undefined; end: PromiseWithResolvers<ReturnType<typeof done>> }[] = []
  const answers: Answer[] = []
  const breakdowns: unknown[] = []
  const perform: Service['perform'] = (call, signal) => {
    const end = Promise.withResolvers<ReturnType<typeof done>>()
    sent.push({ kind: call.kind, signal, end })
    return end.promise
  }
  const sender = createSender({
    service: { perform } as Service,
    read: async () => {
      throw new AppError('service.failed', 'No.', 'Ask.')
    },
    onAnswer: (answer) => answers.push(answer),
    onBreakdown: (error) => breakdowns.push(error),
  })
  const item = itemWith()
  for (const call of calls) sender.send({ item, ready: { kind: 'ready', call } }, 7)
  return { sender, sent, answers, breakdowns, item }
}

test('what must not happen twice is not broken off, whatever may be repeated is', () => {
  const { sender, sent } = sending([update, message, consent, creation])
  sender.breakOff()
  expect(sent.map(({ kind, signal }) => [kind, signal?.aborted ?? false])).toEqual([
    ['updateCustomer', true],
    ['importMessage', false],
    ['setConsent', true],
    ['createCustomer', false],
  ])
})

test('each call is answered, by what the service said or by what broke down', async () => {
  const { sent, answers, breakdowns, item } = sending([update, message])
  const record = { uuid: 'u1', name: 'Else' }
  sent[0]?.end.resolve(done({ record }))
  sent[1]?.end.reject(new Error('Broken.'))
  await setImmediate()
  expect([answers.length, breakdowns.length]).toEqual([1, 1])
  expect(answers).toMatchObject([{ kind: 'call', item, call: update, echo: { lost: [{ field: 'name' }] }, sentAtMs: 7 }])
})

test('a read that fails is an answer, too', async () => {
  const { sender, answers, item } = sending([])
  sender.send({ item, ready: { kind: 'needsContact', phone: '+12025550100' } }, 7)
  await setImmediate()
  expect(answers).toMatchObject([{ kind: 'readFailed', item, error: { code: 'service.failed' }, sentAtMs: 7 }])
})
