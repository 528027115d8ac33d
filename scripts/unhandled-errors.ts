import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'

/** Leaves a file, at the path in `ROLLCALL_UNHANDLED`, where an error reached no test: vitest's JSON report does not tell. */
export default class UnhandledErrors implements Reporter {
  onTestRunEnd(_modules: readonly TestModule[], errors: readonly unknown[]): void {
    const path = process.env['ROLLCALL_UNHANDLED']
    if (errors.length > 0 && path !== undefined) writeFileSync(path, String(errors.length))
  }
}
