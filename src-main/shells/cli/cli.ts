import { runProgram } from './program.ts'
import { createTerminal } from './terminal.ts'

// A reader such as `head` that has seen enough is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

process.exitCode = await runProgram(process.argv.slice(2), {
  terminal: createTerminal(process),
  environment: process.env,
  // Relative to the built `out/main/cli.js`.
  places: {
    engineWorker: new URL('./worker.js', import.meta.url),
    sandboxWorker: new URL('./sandbox-worker.js', import.meta.url),
    renderer: new URL('../renderer/', import.meta.url),
    samples: new URL('../../resources/samples/', import.meta.url),
  },
})
process.stdin.unref?.()
