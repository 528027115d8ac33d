// `npm run -s rollcall -- COMMAND …`: the built command line, in the folder that npm was called from.
import { existsSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'

const program = fileURLToPath(new URL('../out/main/cli.js', import.meta.url))
if (existsSync(program)) {
  if (process.env.npm_lifecycle_event === 'rollcall' && process.env.INIT_CWD) process.chdir(process.env.INIT_CWD)
  await import(pathToFileURL(program).href)
} else {
  const error = { code: 'usage', message: 'Rollcall has not been built yet.', hint: 'Run "npm run build" once, then this again.' }
  if (process.argv.includes('--json')) console.log(JSON.stringify({ error }))
  else console.error(`${error.message} ${error.hint}`)
  process.exitCode = 2
}
