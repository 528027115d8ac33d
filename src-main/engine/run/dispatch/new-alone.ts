import type { RunItem } from './run-item.ts'

/** Whether a row's call is to go alone, and has not left yet, by whatever process. */
export function isNewAlone({ phase, proof, putBack, attempts, inVain }: RunItem): boolean {
  const isAlone = proof.kind === 'wanted' && proof.how === 'alone' && proof.isKept !== true
  const isUnsent = phase.kind === 'call' && attempts === 0 && inVain === undefined
  return isAlone && isUnsent && putBack === undefined
}
