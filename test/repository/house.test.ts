import { cruise, type ICruiseOptions, type ICruiseResult } from 'dependency-cruiser'
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import rules from '../../.dependency-cruiser.mjs'

const root = join(import.meta.dirname, '../..')

test('no circle of files, and no import from a lower room to a higher one, types included', async () => {
  const options: ICruiseOptions = { ...rules.options, baseDir: root, validate: true, ruleSet: { forbidden: rules.forbidden } }
  const { output } = await cruise(['src-main', 'src-renderer'], options, {}, { tsConfig: extractTSConfig(join(root, 'tsconfig.json')) })
  const { modules, summary } = output as ICruiseResult
  // A checker that reads nothing would find nothing.
  expect(modules.filter(({ source }) => source.startsWith('src-main/engine/')).length).toBeGreaterThan(300)
  expect(modules.find(({ source }) => source === 'src-main/engine/engine.ts')?.dependencies.length).toBeGreaterThan(10)
  expect(summary.violations.map(({ from, to, rule }) => `${rule.name}: ${from} -> ${to}`)).toEqual([])
})

/** Files with transactions that only read, or that write to what no other program sees, and how many. */
const deferred: Readonly<Record<string, number>> = {
  'plan/build/contact-finder.ts': 1,
  'store/plans/merge-staging.ts': 1,
  'store/ledger/consent-ledger.ts': 2,
}

test('a transaction that writes locks before it reads: what another program writes in between would end it with an error', () => {
  const engine = join(root, 'src-main/engine')
  const count = (text: string, what: RegExp) => text.match(what)?.length ?? 0
  const missing = globSync('**/*.ts', { cwd: engine }).flatMap((path) => {
    const text = readFileSync(join(engine, path), 'utf8')
    const left = count(text, /\.transaction\(/g) - count(text, /\.immediate\b/g) - (deferred[path.replaceAll('\\', '/')] ?? 0)
    return left > 0 ? [path] : []
  })
  expect(missing).toEqual([])
})
