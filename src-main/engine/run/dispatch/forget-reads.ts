import type { RunItem } from './run-item.ts'

/** What was read for a row's next call is too old by now. What was read before a call that has left already stays: the contact is compared with that. */
export function forgetReads(item: RunItem): void {
  const { proof } = item
  item.contact = { isFresh: false, mustRead: true }
  if (proof.kind === 'wanted' && proof.isKept !== true) item.proof = { ...proof, before: null }
}
