import { userInfo } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import type { Vault } from '../engine/account/token-vault.ts'
import type { EngineClient } from '../engine/contract.ts'
import { AppError } from '../engine/model/errors.ts'
import { connectEngine } from '../engine/engine-port.ts'
import type { EngineWorkerData } from '../engine/worker-data.ts'
import { engineResourceLimits, engineV8Flags } from '../engine/worker-limits.ts'
import { startSandboxThread } from '../sandbox/start-sandbox-thread.ts'

/** How many contacts practice mode is seeded with. */
const practiceContacts = 2000

export interface StartAppOptions {
  /** The data folder. */
  home: string
  vault: Vault
  /** Whether the practice service runs too, and with it the account `practice`. */
  practice: boolean
  engineWorkerUrl: URL
  /** Starts the engine elsewhere than in a thread of `engineWorkerUrl`. */
  startEngine?: (data: EngineWorkerData) => Promise<EngineClient>
  sandboxWorkerUrl: URL
  /** An account made from the environment; the vault gives its token for `environmentAccountId(baseUrl)`. */
  environment?: { baseUrl: string; tokenIn?: 'header' | 'parameter' } | null
  /** Who signs for runs in new accounts; nobody until somebody says so. The system's login is no person's name, and signs only where nobody can be asked: for an account from the environment. */
  operator?: string
  /** Whether watched folders and the like are seen to: in the app, and not for a single command. */
  automates?: boolean
  /** How this program is started from outside, by a scheduler. */
  program?: readonly string[]
}

/** Starts the engine in a thread of its own, and the practice service in another one. Throws the engine's AppErrors. */
export async function startApp(options: StartAppOptions): Promise<{ client: EngineClient; close(): Promise<void> }> {
  const sandbox = options.practice
    ? await startSandboxThread(options.sandboxWorkerUrl, {
        file: join(options.home, 'practice', 'service.db'),
        contacts: practiceContacts,
      }).catch(practiceTrouble)
    : null
  const workerData: EngineWorkerData = {
    home: options.home,
    operator: options.operator ?? (options.environment ? loginName() : ''),
    practice: sandbox ? { baseUrl: sandbox.baseUrl, token: sandbox.token } : null,
    environment: options.environment ? { baseUrl: options.environment.baseUrl, tokenIn: options.environment.tokenIn ?? 'header' } : null,
    automates: options.automates ?? false,
    program: [...(options.program ?? [])],
  }
  try {
    const inThread = () => {
      for (const flag of engineV8Flags) setFlagsFromString(flag)
      return connectEngine(new Worker(options.engineWorkerUrl, { workerData, resourceLimits: engineResourceLimits }), {
        vault: options.vault,
      })
    }
    const client = await (options.startEngine?.(workerData) ?? inThread())
    return {
      client,
      async close() {
        await client.close()
        await sandbox?.close()
      },
    }
  } catch (error) {
    await sandbox?.close()
    throw error
  }
}

/** It takes any free port, so that only its file can be the matter. */
function practiceTrouble(error: unknown): never {
  const message = error instanceof Error ? error.message : 'The practice service cannot start.'
  throw new AppError(
    'store.readonly',
    message,
    'Check that you may write to the data folder and that the disk has room, or choose another one with --home.',
    { cause: error },
  )
}

function loginName(): string {
  try {
    return userInfo().username
  } catch {
    return 'unknown'
  }
}
