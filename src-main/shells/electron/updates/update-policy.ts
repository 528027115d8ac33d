import { readFileSync } from 'node:fs'
import { posix, win32 } from 'node:path'
import { z } from 'zod'

/** `latest`: what is released. `beta`: test versions, too. */
export const updateChannels = ['latest', 'beta'] as const
export type UpdateChannel = (typeof updateChannels)[number]

const policySchema = z.strictObject({ updates: z.enum(['on', 'off']).default('on'), channel: z.enum(updateChannels).optional() })

/** What administrators say about updates; `channel` null leaves it to the person. */
export interface UpdatePolicy {
  isAllowed: boolean
  channel: UpdateChannel | null
}

/** Where administrators put it, for everybody on the computer: a place that others cannot write to, or only to have no updates. */
export function policyPath(platform: NodeJS.Platform, environment: Readonly<Record<string, string | undefined>>): string {
  switch (platform) {
    case 'win32':
      return win32.join(environment.ProgramData ?? 'C:\\ProgramData', 'Rollcall', 'policy.json')
    case 'darwin':
      return '/Library/Application Support/Rollcall/policy.json'
    default:
      return posix.join('/etc', 'rollcall', 'policy.json')
  }
}

/** Without the file the person decides. A file that cannot be understood allows nothing: somebody meant to say something. */
export function readUpdatePolicy(path: string): UpdatePolicy {
  try {
    const { updates, channel = null } = policySchema.parse(JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, '')))
    return { isAllowed: updates === 'on', channel }
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')
    return { isAllowed: isMissing, channel: null }
  }
}
