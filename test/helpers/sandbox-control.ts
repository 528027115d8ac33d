import { z } from 'zod'
import type { EffectCounts } from '../../src-main/sandbox/control/effect-counts.ts'

const customersSchema = z.object({
  customers: z.array(
    z.object({ uuid: z.string(), name: z.string().nullable().optional(), phone_number: z.unknown(), blocked: z.boolean().optional() }),
  ),
})

/** Where a practice service listens, and what opens it. */
export interface SandboxAddress {
  baseUrl: string
  token: string
  controlSecret: string
}

/** What a practice service's control path tells and takes, wherever it runs. */
export function sandboxControl({ baseUrl, token, controlSecret }: SandboxAddress) {
  async function control(method: string, path: string, body?: string, query: Record<string, string> = {}): Promise<unknown> {
    const answer = await fetch(`${baseUrl}/sandbox/${path}.json?${new URLSearchParams(query).toString()}`, {
      method,
      headers: { 'X-Sandbox-Secret': controlSecret },
      body: body ?? null,
    })
    if (!answer.ok) throw new Error(`the sandbox answered ${answer.status} to ${method} ${path}`)
    return answer.json()
  }

  return {
    environment: { ROLLCALL_BASE_URL: baseUrl, ROLLCALL_TOKEN: token },
    counts: async () => (await control('GET', 'counts')) as EffectCounts,
    setFaults: (spec: string) => control('PUT', 'faults', JSON.stringify(spec)),
    /** Puts the service's clock forward: late effects happen, late reads catch up. */
    advance: (byMs: number) => control('POST', 'clock', JSON.stringify({ advanceMs: byMs })),
    /** How often a message with this text really arrived, however it was altered on its way. */
    arrivals: async (phone: string, body: string) =>
      z.object({ arrivals: z.int() }).parse(await control('GET', 'arrivals', undefined, { phone_number: phone, body })).arrivals,
    /** How often each operation changed this contact. */
    effects: async (uuid: string) =>
      z.object({ effects: z.record(z.string(), z.int()) }).parse(await control('GET', 'effects', undefined, { uuid })).effects,
    expireTokens: () => control('DELETE', 'tokens'),
    issueToken: async () => z.object({ token: z.string() }).parse(await control('POST', 'tokens')).token,
    /** Contacts that have a phone number written as text, with it. */
    async customers(): Promise<{ uuid: string; name: string; phone: string }[]> {
      const all: { uuid: string; name: string; phone: string }[] = []
      for (let page = 0; ; page += 1) {
        const answer = await fetch(`${baseUrl}/api/customers.json?page=${page}&page_size=50`, {
          headers: { 'X-TGP-ACCESS-TOKEN': token },
        })
        const { customers } = customersSchema.parse(await answer.json())
        for (const { uuid, name, phone_number: phone } of customers)
          if (typeof phone === 'string') all.push({ uuid, name: name ?? '', phone })
        if (customers.length < 50) return all
      }
    },
  }
}
