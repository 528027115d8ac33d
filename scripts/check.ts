// `npm run check`: everything that needs no test: types, lint, format, the rooms' arrows, what nobody uses.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from './stale-build.ts'
import { runTool, toolPath } from './tools.ts'

const rooms = '.dependency-cruiser.mjs'

const checks: [name: string, run: () => Promise<number | null>][] = [
  ['types', () => runTool(toolPath('svelte-check'), ['--tsconfig', './tsconfig.json', '--output', 'human'])],
  ['lint', () => runTool(toolPath('oxlint'), ['--quiet'])],
  ['format', () => runTool(toolPath('prettier'), ['--check', '--log-level', 'warn', '.'])],
  ['unused', () => runTool(toolPath('knip'), [])],
]
if (existsSync(join(projectRoot, rooms))) {
  checks.push(['rooms', () => runTool(toolPath('dependency-cruiser', 'depcruise'), ['src-main', 'src-renderer', '--config', rooms])])
}

const failed: string[] = []
for (const [name, run] of checks) {
  console.log(`- ${name}`)
  if ((await run()) !== 0) failed.push(name)
}
console.log(failed.length === 0 ? 'Everything is in order.' : `Not in order: ${failed.join(', ')}.`)
process.exitCode = failed.length === 0 ? 0 : 1
