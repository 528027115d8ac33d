import { createSandbox } from '../../src-main/sandbox/sandbox.ts'
import { sandboxControl } from './sandbox-control.ts'

/** The practice service in this process, and what its control path tells. */
export async function startSandboxHere(options: { contacts?: number; faults?: string } = {}) {
  const { contacts = 100, faults } = options
  const sandbox = await createSandbox({ contacts, ...(faults !== undefined && { faults }) })
  const { baseUrl, token, controlSecret, credentials } = sandbox
  return { baseUrl, token, controlSecret, ...credentials, ...sandboxControl(sandbox), close: () => sandbox.close() }
}

export type SandboxHere = Awaited<ReturnType<typeof startSandboxHere>>
