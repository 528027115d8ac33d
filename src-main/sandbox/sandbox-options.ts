import { randomBytes, randomInt } from 'node:crypto'
import type { FaultSpec } from './faults/fault-spec.ts'

/** What the account and the user who signs in may do; everything is allowed unless said otherwise. */
export interface AccountSettings {
  /** Set-consent needs it (section Endpoints, set_consent). */
  allowApiImport: boolean
  /** The role permission to set consent manually. */
  userMaySetConsent: boolean
  /** The account is set up with contact consent (HIPAA and Pro). */
  consentFeature: boolean
  /** Resolving with a disposition is on (pro plan). */
  dispositionsConfigured: boolean
  /** Where the token is accepted; the specification leaves open which one is enforced. */
  tokenIn: 'header' | 'parameter' | 'both'
  /** What a wrong code gets: the first step's answer once more, or 401. Both are likely; neither is specified. */
  wrongCode: 'again' | 'refuse'
  /** How phone numbers are shown: as seeded (mixed), or all alike. */
  phoneStyle: 'seeded' | 'display' | 'e164'
}

export const defaultSettings: AccountSettings = {
  allowApiImport: true,
  userMaySetConsent: true,
  consentFeature: true,
  dispositionsConfigured: true,
  tokenIn: 'both',
  wrongCode: 'again',
  phoneStyle: 'seeded',
}

export interface SandboxCredentials {
  email: string
  password: string
  apiKey: string
  mfaCode: string
}

/** Drawn at each start: what was the same everywhere would let every user of the computer in. */
export function drawCredentials(): SandboxCredentials {
  return {
    email: 'pat@practice.example',
    password: randomBytes(12).toString('base64url'),
    apiKey: randomBytes(18).toString('base64url'),
    mfaCode: String(randomInt(1_000_000)).padStart(6, '0'),
  }
}

/** The part of a clock that the sandbox uses; the engine's clock fits. */
export interface SandboxClock {
  /** Milliseconds since the epoch. */
  nowMs(): number
  /** Milliseconds that only grow. */
  monotonicMs(): number
  sleep(delayMs: number): Promise<void>
}

export const wallClock: SandboxClock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  sleep: (delayMs) => new Promise((resolve) => setTimeout(resolve, delayMs)),
}

/** Options that can be handed to a worker thread. */
export interface SandboxThreadOptions {
  /** The SQLite file; its folder is made. In memory when absent. A file that holds contacts is not seeded again. */
  file?: string
  /** 0, the default, takes any free port. */
  port?: number
  /** How many contacts to seed; 200 unless said otherwise. */
  contacts?: number
  seed?: number
  credentials?: SandboxCredentials
  settings?: Partial<AccountSettings>
  /** A spec as object or in the grammar of `parseFaults`. */
  faults?: FaultSpec | string
  /** Where the six webhook events are sent: an address on this computer. None are sent when absent. */
  webhookUrl?: string
  /** Secret of the control path; random when absent. */
  controlSecret?: string
}

export interface SandboxOptions extends SandboxThreadOptions {
  clock?: SandboxClock
}
