// The command line from its sources, without a build. The screens come from the development server.
import { startCli } from '../../src-main/shells/cli/start-cli.ts'

const inProject = (path: string) => new URL(`../../${path}`, import.meta.url)

await startCli({
  engineWorker: inProject('src-main/engine/worker.ts'),
  sandboxWorker: inProject('src-main/sandbox/sandbox-worker.ts'),
  renderer: inProject('src-renderer/'),
  samples: inProject('resources/samples/'),
})
