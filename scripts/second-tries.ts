import type { Reporter, TestModule } from 'vitest/node'

/** Names the tests that passed only when they were tried again: each is a fault of the test, or of what it tests, that shows now and then. */
export default class SecondTries implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const unstable = modules.flatMap((module) =>
      [...module.children.allTests()]
        .filter((one) => one.diagnostic()?.flaky === true)
        .map((one) => `${module.relativeModuleId} > ${one.fullName}`),
    )
    if (unstable.length === 0) return
    console.log(`Passed only at the second try (${unstable.length}):`)
    for (const name of unstable) console.log(`  ${name}`)
  }
}
