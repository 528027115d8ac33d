import type { PastRun } from '../../../src-main/engine/contract.ts'

type Told = Pick<PastRun, 'fileName' | 'kind' | 'startedAtSeconds'>

/** Whether a later import was made of the rows of this one that could not be used: Rollcall writes them to a file of this name. */
export function isTakenUp({ fileName, kind, startedAtSeconds }: Told, runs: readonly Told[]): boolean {
  const own = `${fileName.replace(/\.[^.]+$/, '')} - failed rows.`
  return runs.some((other) => other.kind === kind && other.startedAtSeconds > startedAtSeconds && other.fileName.startsWith(own))
}
