/** The oldest Node that everything behind the entry runs on. */
export const neededNode = '22.19'

/** Why this Node cannot run Rollcall, in an error's words; null when it can. `version` as in `process.versions.node`. */
export function nodeTrouble(version: string): { code: 'usage'; message: string; hint: string } | null {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major >= 24 || (major === 23 && minor >= 6) || (major === 22 && minor >= 19)) return null
  return {
    code: 'usage',
    message: `Rollcall needs Node ${neededNode} or newer, and this is Node ${version}.`,
    hint: 'Start it with "npm run -s rollcall -- COMMAND …": that uses the Node that npm brought. Or install Node 24 from https://nodejs.org.',
  }
}
