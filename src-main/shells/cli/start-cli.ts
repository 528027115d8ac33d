import type { BuiltPlaces } from './built-places.ts'
import { runProgram } from './program.ts'
import { createTerminal } from './output/terminal.ts'

/** Runs the command line of this process and sets its exit code. */
export async function startCli(places: BuiltPlaces): Promise<void> {
  // A reader such as `head` that has seen enough is no error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
  process.exitCode = await runProgram(process.argv.slice(2), { terminal: createTerminal(process), environment: process.env, places })
  process.stdin.unref?.()
}
