import { parseArgs } from 'node:util'
import { availableParallelism } from 'node:os'
import { makeScenario } from '../seed/make-scenario.ts'
import { type Feature, features, readyFeatures, waiting } from '../seed/waiting-features.ts'
import { shrinkScenario } from '../shrinking/shrink-scenario.ts'
import { simulate } from '../simulation.ts'
import { simulateMany } from './simulate-many.ts'

// `npm run simulate -- --seeds 100000`: simulates seed after seed on all cores, and tells of those that break a promise.

const help = `Simulates runs against a model of the messaging service, in virtual time, and asks the model what came of them.

  npm run simulate -- [--seeds COUNT] [--from SEED]   seed after seed, 1,000 unless told
  npm run simulate -- --seed SEED                     one seed, with all that happens, then its smallest failing form
  --with FEATURES   beside what must go well, also: ${Object.keys(waiting).join(', ') || '(nothing)'}
  --stop-after N    ends after so many failing seeds, 10 unless told

Ends with 1 when a seed broke a promise.
`

const { values } = parseArgs({
  options: {
    help: { type: 'boolean', short: 'h' },
    seeds: { type: 'string', default: '1000' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    with: { type: 'string' },
    'stop-after': { type: 'string', default: '10' },
  },
})

const chosen: Feature[] = [...readyFeatures, ...features.filter((feature) => values.with?.split(',').includes(feature))]

if (values.help) process.stdout.write(help)
else if (values.seed !== undefined) process.exitCode = await simulateOne(wholeNumber(values.seed))
else process.exitCode = await simulateAll(wholeNumber(values.from), wholeNumber(values.seeds), wholeNumber(values['stop-after']))

async function simulateOne(seed: number): Promise<number> {
  const scenario = makeScenario(seed, chosen)
  const { problems, ...figures } = await simulate(scenario, (line) => console.log(line))
  console.log(JSON.stringify(figures))
  const [first] = problems
  if (first === undefined) {
    console.log(`Seed ${seed} keeps every promise.`)
    return 0
  }
  for (const { what, message } of problems) console.log(`${what}: ${message}`)
  console.log('Looking for the smallest scenario that breaks the same promise …')
  const smallest = await shrinkScenario(scenario, async (smaller) =>
    (await simulate(smaller)).problems.some(({ what }) => what === first.what),
  )
  console.log(JSON.stringify(smallest, null, 2))
  for (const { what, message } of (await simulate(smallest)).problems) console.log(`${what}: ${message}`)
  console.log('Once it is mended, pin it: test/simulate/pinned-scenarios.ts.')
  return 1
}

async function simulateAll(from: number, count: number, stopAfter: number): Promise<number> {
  const startedMs = performance.now()
  const failed = await simulateMany(
    { from, count, features: chosen, processes: availableParallelism(), stopAfter },
    ({ seed, problems }) => {
      console.log(`Seed ${seed}: ${problems.map(({ what, message }) => `${what}: ${message}`).join('\n  ')}`)
      const more = values.with === undefined ? '' : ` --with ${values.with}`
      console.log(`  Again, with all that happens: npm run simulate -- --seed ${seed}${more}`)
    },
  )
  const minutes = (performance.now() - startedMs) / 60_000
  console.log(
    `${failed.simulated} seeds in ${minutes.toFixed(1)} minutes (${Math.round(failed.simulated / minutes)} a minute): ${failed.count} failed.`,
  )
  for (const [feature, why] of Object.entries(waiting))
    if (!chosen.includes(feature as Feature)) console.log(`Left out: ${feature}. ${why}`)
  return failed.count > 0 ? 1 : 0
}

function wholeNumber(text: string): number {
  const number = Number(text)
  if (!Number.isSafeInteger(number) || number < 0) throw new Error(`${text} is not a whole number.`)
  return number
}
