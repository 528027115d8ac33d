import envPaths from 'env-paths'
import { resolve } from 'node:path'

/** Where Rollcall's data is: `--home`, else `ROLLCALL_HOME`, else the platform's usual place. Always absolute. */
export function homeFolder(option?: string): string {
  return resolve(option || process.env.ROLLCALL_HOME || envPaths('Rollcall', { suffix: '' }).data)
}
