import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join, parse } from 'node:path'
import { build } from 'vite'
import { projectRoot } from '../../scripts/stale-build.ts'

/**
 * A program of the tests as one file, as Rollcall's own are: it starts in a third of the time, which counts where a test starts
 * it again and again.
 */
export async function bundledProgram(path: string): Promise<{ path: string; remove(): void }> {
  // Inside the project, because what is not bundled is found from there.
  const inProject = join(projectRoot, 'out', 'test-programs')
  mkdirSync(inProject, { recursive: true })
  const folder = mkdtempSync(join(inProject, `${parse(path).name}-`))
  await build({
    configFile: false,
    root: projectRoot,
    logLevel: 'error',
    ssr: { noExternal: ['libphonenumber-js', 'papaparse', 'undici', 'zod'] },
    build: { ssr: path, outDir: folder, minify: false, target: 'node24' },
  })
  return { path: join(folder, `${parse(path).name}.js`), remove: () => rmSync(folder, { recursive: true, force: true }) }
}
