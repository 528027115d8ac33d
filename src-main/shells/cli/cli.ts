// Imports are hoisted, and what lies behind them crashes in an older Node before a line of ours has run. So nothing is
// imported here but what any Node has, until the version is known.
import * as nodeModule from 'node:module'
import { fileURLToPath } from 'node:url'
import { isPrivateCacheFolder } from './compile-cache-folder.ts'
import { nodeTrouble } from './needed-node.ts'

const trouble = nodeTrouble(process.versions.node)
if (trouble) {
  if (process.argv.includes('--json')) console.log(JSON.stringify({ error: trouble }))
  else console.error(`${trouble.message}\n${trouble.hint}`)
  process.exitCode = 2
} else {
  startFromCache()
  const { startCli } = await import('./start-cli.ts')
  await startCli({
    // Relative to the built `out/main/cli.js`.
    engineWorker: new URL('./worker.js', import.meta.url),
    sandboxWorker: new URL('./sandbox-worker.js', import.meta.url),
    renderer: new URL('../renderer/', import.meta.url),
    samples: new URL('../../resources/samples/', import.meta.url),
  })
}

/**
 * Keeps what Node compiled for the next start, also of the engine's thread. Beside the program, not in the shared folder for
 * temporary files, and closed to others, who could put code there; where that cannot be had it does nothing.
 */
function startFromCache(): void {
  const folder = fileURLToPath(new URL('./compile-cache', import.meta.url))
  if (!isPrivateCacheFolder(folder)) return
  const { directory } = nodeModule.enableCompileCache(folder)
  if (directory !== undefined) process.env.NODE_COMPILE_CACHE ??= directory
}
