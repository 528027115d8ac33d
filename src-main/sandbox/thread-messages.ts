import type { SandboxCredentials } from './sandbox-options.ts'

/** What the sandbox's thread tells the shell. */
export type FromSandboxThread =
  | { type: 'listening'; baseUrl: string; credentials: SandboxCredentials; token: string; controlSecret: string }
  | { type: 'failed'; message: string }
  | { type: 'closed' }

/** What the shell tells the sandbox's thread. */
export type ToSandboxThread = { type: 'close' }
