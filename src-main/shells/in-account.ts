import type { EngineClient } from '../engine/contract.ts'

/** The engine for what a page shows: its calls are about that account, whichever another page has opened meanwhile. */
export function inAccount(client: EngineClient, account: string | undefined): EngineClient {
  return { ...client, call: (procedure, input, other) => client.call(procedure, input, other ?? account) }
}
