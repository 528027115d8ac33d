// `node scripts/run.mjs SCRIPT …`: sets up what is missing, then runs one of Rollcall's scripts on a Node that is new enough.
// Plain JavaScript, because any Node from 20 on has to get this far.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { install } from './set-up/install.mjs'
import { isInstalled } from './set-up/install-state.mjs'
import { findNode, isThisProcess, nodeAdvice } from './set-up/right-node.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const [script = '', ...args] = process.argv.slice(2)

/** Node 22 warns each time that it reads TypeScript. */
const quiet = '--disable-warning=ExperimentalWarning'

process.exitCode = await main()

async function main() {
  const wasInstalled = isInstalled(root)
  if (!wasInstalled && !install(root)) {
    console.error('npm could not install what Rollcall needs; its reasons are above.')
    return 1
  }
  const node = findNode(root)
  if (node === null) {
    console.error(nodeAdvice(process.versions.node, process.platform, process.arch))
    return 1
  }
  const isQuiet = Number(process.versions.node.split('.')[0]) >= 24 || process.env.NODE_OPTIONS?.includes(quiet)
  if (!wasInstalled || !isThisProcess(node) || !isQuiet) return runOn(node)
  process.argv = [process.execPath, join(root, script), ...args]
  await import(pathToFileURL(join(root, script)).href)
  return process.exitCode
}

/** Runs the script in another Node, to its end. Ctrl-C reaches it through the terminal; a signal to this process alone is handed on. @param {string} node @returns {Promise<number>} */
function runOn(node) {
  const environment = { ...process.env, NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} ${quiet}`.trim() }
  const child = spawn(node, [join(root, script), ...args], { stdio: 'inherit', env: environment })
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => (process.stdin.isTTY && signal === 'SIGINT' ? undefined : child.kill(signal)))
  }
  return new Promise((resolve) => {
    child.once('exit', (code) => resolve(code ?? 1))
    child.once('error', ({ message }) => {
      console.error(`${node} could not be started: ${message}`)
      resolve(1)
    })
  })
}
