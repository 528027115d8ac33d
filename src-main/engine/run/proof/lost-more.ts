import type { CustomerRecord } from '../../model/contacts/customer.ts'
import type { CallOutcome, ServiceCall } from '../../model/runs/service-call.ts'
import type { EchoVerdict } from '../answer/call-step.ts'
import type { RunItem } from '../dispatch/run-item.ts'
import type { ProofImage } from './proof-task.ts'
import { hasLostNothing, unaskedChanges } from './unasked-changes.ts'

/**
 * The contact as it was right before a call, where the answer says that the call was not applied as asked and that the contact lost something
 * else, too; undefined where it does not say so. Where nothing was read right before, what was known of the contact has to do.
 */
export function lostMore(
  { known, proof, contact, undo, putBack }: RunItem,
  call: ServiceCall,
  { record }: Extract<CallOutcome, { kind: 'done' }>,
): EchoVerdict['beside'] {
  const before = imageBefore(proof, known ?? null)
  if (undo !== null || putBack !== undefined || call.kind !== 'updateCustomer' || record === null || before === null) return undefined
  const changes = unaskedChanges(call, before.record, record).filter((one) => one.field !== 'tags' || !hasLostNothing(one))
  if (changes.length === 0) return undefined
  return { before: before.image, isRead: before.isRead || contact.isFresh }
}

function imageBefore(
  proof: RunItem['proof'],
  known: CustomerRecord | null,
): { image: ProofImage; record: CustomerRecord; isRead: boolean } | null {
  const image = proof.kind === 'wanted' ? proof.before : null
  if (image !== null && image.record !== null) return { image, record: image.record, isRead: true }
  return known === null ? null : { image: { record: known, posts: null }, record: known, isRead: false }
}
