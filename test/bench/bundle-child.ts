import { join } from 'node:path'
import { build } from 'vite'

/**
 * Bundles the process of the measurements as the app itself is bundled, and answers its path: types are stripped before, and
 * their stripping counts neither as time nor as memory of Rollcall.
 */
export async function bundleChild(outDir: string): Promise<string> {
  await build({
    root: join(import.meta.dirname, '../..'),
    configFile: false,
    logLevel: 'warn',
    build: {
      ssr: join(import.meta.dirname, 'child.ts'),
      outDir,
      emptyOutDir: true,
      minify: false,
      target: 'node24',
      rolldownOptions: { output: { entryFileNames: 'child.js' } },
    },
  })
  return join(outDir, 'child.js')
}
