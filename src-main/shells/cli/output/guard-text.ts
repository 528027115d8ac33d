import type { PlanSummary } from '../../../engine/contract.ts'

/** How a guard is released, for `command`, such as `rollcall run PLAN`. */
export function howToRelease({ guard, contacts }: PlanSummary['guards'][number], command: string): string {
  const row = `${command} --release-row LINE`
  switch (guard) {
    case 'consent':
      return `Row by row: ${row} --evidence TEXT --evidence-date DATE. Rows whose evidence in the file is dated after the refusal: --release consent=${contacts}`
    case 'direction':
    case 'keyword':
    case 'edited':
      return `Row by row: ${row}. All of them: --release ${guard}=${contacts}`
    case 'noConsent':
    case 'notReachable':
      return `Row by row: ${row}`
    case 'sending':
    case 'withdraw':
    case 'clear':
    case 'mass':
      return `To release: ${command} --release ${guard}=${contacts}`
  }
}
