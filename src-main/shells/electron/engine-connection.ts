import { utilityProcess } from 'electron'
import { fileURLToPath } from 'node:url'
import type { Vault } from '../../engine/account/token-vault.ts'
import type { EngineClient } from '../../engine/contract.ts'
import { connectEngine } from '../../engine/engine-port.ts'
import type { EngineWorkerData } from '../../engine/worker-data.ts'
import { engineResourceLimits, engineV8Flags } from '../../engine/worker-limits.ts'
import type { Built } from './built.ts'
import { startEngineProcess } from './engine-process.ts'
import { systemProxy } from './system-proxy.ts'

interface ConnectionOptions {
  built: Built
  vault: Vault
  /** Called when it ends by itself after it was ready. */
  onGone?: () => void
}

/** The engine in a process of its own, ready to be called. */
export async function connectEngineProcess(data: EngineWorkerData, { built, vault, onGone }: ConnectionOptions): Promise<EngineClient> {
  const thread = startEngineProcess(data, {
    utilityProcess,
    entryPath: fileURLToPath(built('./engine-entry.js')),
    youngGenerationMb: engineResourceLimits.maxYoungGenerationSizeMb,
    v8Flags: engineV8Flags,
  })
  const client = await connectEngine(thread, { vault, proxyFor: systemProxy })
  if (onGone) thread.on('exit', onGone)
  return client
}
