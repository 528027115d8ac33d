import { session } from 'electron'
import { proxyAddress } from './proxy-address.ts'

/** The proxy that the system names for this address, by its own rules or an office's script; null where there is none. */
export async function systemProxy(address: string): Promise<string | null> {
  return proxyAddress(await session.defaultSession.resolveProxy(address).catch(() => 'DIRECT'))
}
