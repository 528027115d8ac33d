import type { ReadCustomer } from '../../model/contacts/customer.ts'
import type { ProofImage } from './proof-task.ts'
import { unwrittenOf } from './unwritten-fields.ts'

/** What a read shows of a contact right before a call. */
export function imageOfRead(seen: ReadCustomer | null): ProofImage {
  const unwritten = unwrittenOf(seen)
  return { record: seen?.record ?? null, posts: null, ...(unwritten !== null && { unwritten }) }
}
