import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { portion } from '../helpers/portion.ts'
import { pinnedScenarios } from './pinned-scenarios.ts'
import { makeScenario } from './seed/make-scenario.ts'
import { readyFeatures } from './seed/waiting-features.ts'
import { simulate } from './simulation.ts'

test('whatever happens on the way, nothing is twice, lost or changed besides, and all that is said of it is true', async () => {
  const failed: string[] = []
  for (let seed = 1; seed <= portion(400); seed += 1) {
    const { problems } = await simulate(makeScenario(seed, readyFeatures))
    for (const { what, message } of problems) failed.push(`npm run simulate -- --seed ${seed}: ${what}: ${message}`)
  }
  expect(failed).toEqual([])
})

test.each(pinnedScenarios)('it does not happen again: $found', async ({ scenario }) => {
  expect((await simulate(scenario)).problems).toEqual([])
})

test.each([[267, 'a run stopped for a message that another run had sent and not been told of']])(
  'seed %i, where %s, keeps every promise',
  async (seed) => {
    expect((await simulate(makeScenario(seed, readyFeatures))).problems).toEqual([])
  },
)

test('a seed happens the same way each time', async () => {
  // With a second program, crashes of both kinds and faults.
  for (const seed of [7, 15, 23]) {
    const traces = [[], []] as [string[], string[]]
    for (const trace of traces) await simulate(makeScenario(seed, readyFeatures), (line) => trace.push(line))
    expect(traces[0].length).toBeGreaterThan(10)
    expect(traces[1]).toEqual(traces[0])
  }
})

test('the model of the service shares no code with the client and none with the sandbox', () => {
  const files = globSync('{service,network,time}/*.ts', { cwd: import.meta.dirname })
  expect(files.length).toBeGreaterThan(3)
  for (const file of files) {
    const imports = readFileSync(join(import.meta.dirname, file), 'utf8').match(/^import (?!type).*from '.*src-main.*'$/gm)
    expect(imports, file).toBeNull()
  }
})
