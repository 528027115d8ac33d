import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'electron-vite'
import { resolve } from 'node:path'

const inRoot = (path: string) => resolve(import.meta.dirname, path)

/**
 * Three bundles. Main: every program of Rollcall, as ESM. It leaves "dependencies" in node_modules and builds
 * "devDependencies" in: hundreds of small files each, which take longer to load than a small plan, and fill a package.
 * Preload: one CommonJS file, because a sandboxed preload can be nothing else. Renderer: the screens.
 */
export default defineConfig({
  main: {
    build: {
      outDir: inRoot('out/main'),
      emptyOutDir: true,
      sourcemap: true,
      rolldownOptions: {
        input: {
          main: inRoot('src-main/shells/electron/main.ts'),
          worker: inRoot('src-main/engine/worker.ts'),
          'plan-reader': inRoot('src-main/engine/plan-reader.ts'),
          'engine-entry': inRoot('src-main/shells/electron/engine-entry.ts'),
          'sandbox-worker': inRoot('src-main/sandbox/sandbox-worker.ts'),
          cli: inRoot('src-main/shells/cli/cli.ts'),
        },
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      outDir: inRoot('out/preload'),
      emptyOutDir: true,
      externalizeDeps: false,
      rolldownOptions: {
        input: { preload: inRoot('src-main/shells/electron/preload.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
      },
    },
  },
  renderer: {
    root: inRoot('src-renderer'),
    plugins: [svelte({ configFile: false })],
    build: {
      outDir: inRoot('out/renderer'),
      emptyOutDir: true,
      minify: true,
      rolldownOptions: { input: inRoot('src-renderer/index.html'), checks: { bundlerTimings: false } },
    },
  },
})
