import { session } from 'electron'
import { proxyVariables } from './proxy-variables.ts'

/** What the engine's HTTP reads of the proxy that the system names. */
export async function systemProxy(): Promise<Record<string, string>> {
  return proxyVariables(await session.defaultSession.resolveProxy('https://example.com/').catch(() => 'DIRECT'), process.env)
}
