import { join } from 'node:path'
import { build } from 'vite'

/**
 * Bundles the process of the measurements, and the thread that reads ahead, as the app itself is bundled, and answers its path: types are stripped before, and
 * their stripping counts neither as time nor as memory of Rollcall.
 */
export async function bundleChild(outDir: string): Promise<string> {
  await build({
    root: join(import.meta.dirname, '../..'),
    configFile: false,
    logLevel: 'warn',
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      minify: false,
      target: 'node24',
      rolldownOptions: {
        input: {
          child: join(import.meta.dirname, 'child.ts'),
          'plan-reader': join(import.meta.dirname, '../../src-main/engine/plan-reader.ts'),
        },
        output: { entryFileNames: '[name].js' },
      },
    },
  })
  return join(outDir, 'child.js')
}
