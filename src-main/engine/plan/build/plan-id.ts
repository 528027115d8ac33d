import { randomInt } from 'node:crypto'

const letters = '0123456789abcdefghijklmnopqrstuvwxyz'

/** A new plan's id: ten letters and digits, one of 3.6 × 10^15. Each row of the plan holds it, and people type it. */
export function newPlanId(): string {
  return Array.from({ length: 10 }, () => letters[randomInt(letters.length)]).join('')
}
