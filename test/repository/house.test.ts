import { cruise, type ICruiseOptions, type ICruiseResult } from 'dependency-cruiser'
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config'
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
