import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const files = globSync('{src-main,src-renderer,scripts,test}/**/*.{ts,mjs,svelte}', { cwd: root })

/** Names that several files share on purpose. */
const shared: Record<string, string> = {
  main: 'the entry of a program: of Electron, of the screens, of single controls under test',
  engine: "the engine, and the screens' only way to it",
}

/** A name without what says how the file is written: `OneRow.svelte`, `one-row.svelte.ts` and `one-row.ts` are one word. */
function wordOf(path: string): string {
  return basename(path)
    .replace(/\.(ts|mjs|svelte|svelte\.ts)$/, '')
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .toLowerCase()
}

test('one word never names two files', () => {
  // A checker that reads nothing would find nothing.
  expect(files.length).toBeGreaterThan(1000)
  const byWord = Map.groupBy(files, wordOf)
  const twice = [...byWord].filter(([word, all]) => all.length > 1 && !(word in shared))
  expect(twice).toEqual([])
  expect(Object.keys(shared).filter((word) => (byWord.get(word) ?? []).length < 2)).toEqual([])
})

test('no folder holds much more than 25 files', () => {
  const sizes = [...Map.groupBy(files, (path) => join(path, '..'))].map(([folder, all]) => ({ folder, files: all.length }))
  expect(sizes.filter((folder) => folder.files > 26)).toEqual([])
})
