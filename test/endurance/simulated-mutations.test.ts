import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { simulateMany } from '../simulate/command/simulate-many.ts'
import { mutations } from '../simulate/mutations/named-mutations.ts'
import { failsSoonAfter, readyFeatures, waiting, waitingFeatures } from '../simulate/seed/waiting-features.ts'

const mutateOnLoad = pathToFileURL(join(import.meta.dirname, '../simulate/mutations/mutate-on-load.ts')).href

/** Each fault is found long before. */
const seeds = { from: 1, count: 1000, processes: 2, stopAfter: 1 }

test.each(mutations)('the simulator notices when $name', async ({ name, soonAt }) => {
  const found = async (range: typeof seeds) => {
    const execution = { execArgv: ['--import', mutateOnLoad], env: { ROLLCALL_MUTATION: name } }
    return (await simulateMany({ ...range, ...execution, features: readyFeatures }, () => undefined)).count
  }
  const soon = await found({ ...seeds, from: soonAt, count: 1, processes: 1 })
  expect(soon > 0 ? soon : await found(seeds)).toBeGreaterThan(0)
})

test.each(waitingFeatures)('%s does not go well yet, and so waits', async (feature) => {
  const { count } = await simulateMany(
    { ...seeds, from: failsSoonAfter[feature] ?? 1, features: [...readyFeatures, feature] },
    () => undefined,
  )
  expect(count, `It goes well now: take it out of the table. ${waiting[feature]}`).toBeGreaterThan(0)
})
