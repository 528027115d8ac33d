// `npm run format`: writes every file as `.prettierrc.json` says.
import { runTool, toolPath } from './tools.ts'

process.exitCode =
  (await runTool(toolPath('prettier'), ['--write', '--log-level', 'warn', ...(process.argv.length > 2 ? process.argv.slice(2) : ['.'])])) ??
  1
