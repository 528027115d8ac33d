// `npm run dev`: the app while it is worked on. The screens change in place; the engine and the shell start again when their
// sources change. It runs in the browser shell; what follows `--` goes to it.
import { createServer, type ViteDevServer } from 'vite'
import { type AddressInfo, createServer as createSocketServer } from 'node:net'
import { join } from 'node:path'
import { projectRoot } from '../stale-build.ts'
import { devServerOptions } from './dev-server.ts'
import { startShell } from './shell-process.ts'

/** Saving all files of an editor is one change. */
const quietMs = 150

const args = process.argv.slice(2)
await develop()

async function develop(): Promise<void> {
  const port = await freePort()
  let shell = await startShell(port, args)
  const server = await createServer(devServerOptions(port))
  await server.listen()
  show(server, shell.key)

  let restarting = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const sources = join(projectRoot, 'src-main')
  server.watcher.add(sources)
  server.watcher.on('all', (_event, path) => {
    if (!path.startsWith(sources)) return
    clearTimeout(timer)
    timer = setTimeout(() => (restarting = restarting.then(restart)), quietMs)
  })

  async function restart(): Promise<void> {
    console.log('The engine and the shell start again …')
    await shell.stop()
    try {
      shell = await startShell(port, args)
    } catch (error) {
      return console.error(`${error instanceof Error ? error.message : String(error)} They start again at the next change.`)
    }
    // The session went with the shell: the open page gets a key to the new one.
    server.ws.send('rollcall:shell', { key: shell.key })
    show(server, shell.key)
  }

  const end = () => void Promise.all([shell.stop(), server.close()]).then(() => process.exit())
  process.once('SIGINT', end)
  process.once('SIGTERM', end)
}

function show(server: ViteDevServer, key: string): void {
  const [address = ''] = server.resolvedUrls?.local ?? []
  console.log(`Rollcall is open at ${address}#k=${key}`)
}

/** For every start of the shell the same. */
async function freePort(): Promise<number> {
  const socket = createSocketServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => socket.once('listening', resolve))
  const { port } = socket.address() as AddressInfo
  await new Promise((resolve) => socket.close(resolve))
  return port
}
