import type { Scenario } from '../seed/scenario.ts'
import { asSpecified } from '../service/traits.ts'

/**
 * The smallest scenario that can be found for which `fails` is still true: fewer files, rows, contacts, faults, crashes and
 * deeds, one program instead of two. Tries at most `mostTries`.
 */
export async function shrinkScenario(
  scenario: Scenario,
  fails: (smaller: Scenario) => Promise<boolean>,
  mostTries = 400,
): Promise<Scenario> {
  let smallest = scenario
  let tries = 0
  for (let isSmaller = true; isSmaller;) {
    isSmaller = false
    for (const candidate of candidates(smallest)) {
      if ((tries += 1) > mostTries) return smallest
      if (!(await fails(candidate))) continue
      smallest = candidate
      isSmaller = true
      break
    }
  }
  return smallest
}

/** Each a little smaller, the boldest first. */
function* candidates(scenario: Scenario): Generator<Scenario> {
  const { files, faults, crashes, deeds, customers, traits } = scenario
  for (const shorter of shorterLists(files)) if (shorter.length > 0) yield { ...scenario, files: shorter }
  if (scenario.isRaced) yield { ...scenario, isRaced: false }
  if (scenario.isUndone) yield { ...scenario, isUndone: false }
  if (scenario.isRunAgain) yield { ...scenario, isRunAgain: false }
  for (const shorter of shorterLists(crashes)) yield { ...scenario, crashes: shorter }
  for (const shorter of shorterLists(deeds)) yield { ...scenario, deeds: shorter }
  for (const shorter of shorterLists(faults)) yield { ...scenario, faults: shorter }
  for (const [at, file] of files.entries()) {
    for (const rows of shorterLists(file.rows)) {
      if (rows.length > 0) yield { ...scenario, files: files.with(at, { ...file, rows }) }
    }
  }
  for (const shorter of shorterLists(customers)) yield { ...scenario, customers: shorter }
  if (scenario.concurrency > 1) yield { ...scenario, concurrency: 1 }
  for (const [name, usual] of Object.entries(asSpecified)) {
    if (Object.entries(traits).some(([one, value]) => one === name && value !== usual)) {
      yield { ...scenario, traits: { ...traits, [name]: usual } }
    }
  }
}

/** Without one half or the other, without one quarter …, at last without each single entry. */
function* shorterLists<T>(list: readonly T[]): Generator<T[]> {
  for (let size = Math.ceil(list.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < list.length; from += size) yield list.toSpliced(from, size)
  }
}
