import { Agent, request } from 'undici'
import { createSandbox, type Sandbox } from '../../src-main/sandbox/sandbox.ts'
import type { SandboxOptions } from '../../src-main/sandbox/sandbox-options.ts'
import { seedCustomer, type SeedCustomer } from '../../src-main/sandbox/seed/seed-customer.ts'

/** An answer as a test reads it; `json` is loose, for tests look into it with `toMatchObject`. */
export interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  json: Record<string, unknown>
}

export interface TestSandbox extends Sandbox {
  /** Sends one request with the practice token. `token: null` sends none. */
  call(method: string, path: string, body?: unknown, options?: { token?: string | null; headers?: Record<string, string> }): Promise<Answer>
  /** Sends one request to the control path. */
  control(method: string, path: string, body?: unknown, secret?: string): Promise<Answer>
}

const parse = (text: string): Record<string, unknown> => {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}

export async function openSandbox(options: SandboxOptions = {}): Promise<TestSandbox> {
  const sandbox = await createSandbox(options)
  const dispatcher = new Agent({ connections: 32 })
  const send = async (method: string, path: string, body: unknown, headers: Record<string, string>): Promise<Answer> => {
    const answer = await request(sandbox.baseUrl + path, {
      dispatcher,
      method: method as 'GET',
      headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
      body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
    })
    const text = await answer.body.text()
    return { status: answer.statusCode, headers: answer.headers, text, json: parse(text) }
  }
  return {
    ...sandbox,
    call: (method, path, body, { token = sandbox.token, headers = {} } = {}) =>
      send(method, path, body, token === null ? headers : { 'x-tgp-access-token': token, ...headers }),
    control: (method, path, body, secret = sandbox.controlSecret) =>
      send(method, path, body === undefined ? undefined : JSON.stringify(body), { 'x-sandbox-secret': secret }),
    async close() {
      await sandbox.close()
      await dispatcher.destroy()
    },
  }
}

/** The first seeded contacts for which `wanted` holds; every contact of a test is an ordinary reachable one unless said otherwise. */
export function seeded(wanted: (customer: SeedCustomer) => boolean, contacts = 200): SeedCustomer {
  for (let index = 0; index < contacts; index += 1) {
    const customer = seedCustomer(index)
    if (wanted(customer)) return customer
  }
  throw new Error('No such contact is seeded.')
}

export const isOrdinary = (customer: SeedCustomer): boolean =>
  customer.country === 'US' &&
  customer.phoneE164 !== null &&
  customer.reachableBySms &&
  customer.consentStatus === true &&
  !customer.blocked &&
  !customer.archived &&
  !customer.unreachable

/** The phone number of an ordinary contact; `n` picks another one. */
export function ordinary(n = 0): SeedCustomer & { phoneE164: string } {
  let left = n
  const found = seeded((customer) => isOrdinary(customer) && left-- === 0)
  return { ...found, phoneE164: found.phoneE164 ?? '' }
}
