/** The Node that everything behind the entry is built for. */
export const neededNode = 24

/** Why this Node cannot run Rollcall, in an error's words; null when it can. `version` as in `process.versions.node`. */
export function nodeTrouble(version: string): { code: 'usage'; message: string; hint: string } | null {
  if (Number(version.split('.')[0]) >= neededNode) return null
  return {
    code: 'usage',
    message: `Rollcall needs Node ${neededNode} or newer, and this is Node ${version}.`,
    hint: 'Start it with "npm run -s rollcall -- COMMAND …": that uses the right Node, which "npm ci" puts into node_modules/.bin.',
  }
}
