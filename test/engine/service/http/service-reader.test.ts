import { expect, test } from 'vitest'
import { createServiceReader } from '../../../../src-main/engine/service/http/service-reader.ts'
import type { Transport } from '../../../../src-main/engine/service/http/transport.ts'

const request = { method: 'GET', path: '/api/x' } as Parameters<Transport['send']>[0]

/** Reads from a service that answers with these statuses, the last one again and again. */
function reading(statuses: number[], { token = 'token' as string | null, sleep = async () => undefined as void } = {}) {
  let sent = 0
  let busy = 0
  const transport = {
    send: async () => ({ kind: 'answered', status: statuses[Math.min(sent++, statuses.length - 1)], headers: {}, text: '{}' }),
    close: async () => undefined,
  } as unknown as Transport
  const clock = { nowMs: () => 0, monotonicMs: () => 0, random: () => 0.5, sleep }
  const read = createServiceReader({ transport, token: async () => token, clock })
  return {
    read: (signal?: AbortSignal) => read(request, signal, () => (busy += 1)),
    counts: () => ({ sent, busy }),
  }
}

test('a read is repeated where that may help, and tells when the service asks for less', async () => {
  for (const [status, busy] of [
    [429, 1],
    [503, 1],
    [500, 0],
  ] as const) {
    const here = reading([status, 200])
    expect(await here.read()).toMatchObject({ status: 200, error: null })
    expect(here.counts()).toEqual({ sent: 2, busy })
  }
  const refused = reading([403])
  expect(await refused.read()).toMatchObject({ status: 403, error: { code: 'service.refused' } })
  expect(refused.counts()).toEqual({ sent: 1, busy: 0 })
})

test('nothing is read without a token', async () => {
  const here = reading([200], { token: null })
  await expect(here.read()).rejects.toMatchObject({ code: 'sign_in.needed' })
  expect(here.counts().sent).toBe(0)
})

test('one that is stopped while it waits says so; what goes wrong otherwise is not called that', async () => {
  const failing = async () => {
    throw new Error('Oh.')
  }
  await expect(reading([500, 200], { sleep: failing }).read(AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' })
  await expect(reading([500, 200], { sleep: failing }).read()).rejects.toThrow('Oh.')
  await expect(reading([500, 200], { sleep: failing }).read(new AbortController().signal)).rejects.toThrow('Oh.')
})
