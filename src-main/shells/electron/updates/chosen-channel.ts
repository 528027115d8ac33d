import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { type UpdateChannel, updateChannels } from './update-policy.ts'

const schema = z.object({ channel: z.enum(updateChannels) })

/** What the person has chosen in the menu; released versions where nothing readable is remembered. */
export function readChosenChannel(home: string): UpdateChannel {
  try {
    return schema.parse(JSON.parse(readFileSync(channelPath(home), 'utf8'))).channel
  } catch {
    return 'latest'
  }
}

/** Remembers it; where the disk cannot be written it holds until the program ends. */
export function writeChosenChannel(home: string, channel: UpdateChannel): void {
  try {
    mkdirSync(dirname(channelPath(home)), { recursive: true, mode: 0o700 })
    writeFileSync(channelPath(home), JSON.stringify({ channel }), { mode: 0o600 })
  } catch {
    return
  }
}

function channelPath(home: string): string {
  return join(home, 'updates.json')
}
