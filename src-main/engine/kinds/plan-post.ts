import type { DesiredMessage } from '../model/plans/mapped-row.ts'
import type { QuietPost } from '../model/runs/service-call.ts'
import type { PlannedCall } from '../model/plans/plan-schema.ts'
import type { Recipe } from '../model/recipes/recipe-schema.ts'
import type { PlanContext, PlannedRow } from './kind-descriptor.ts'

/** What a row does that brings one post into the conversation of a number. */
export function planPost(
  kind: QuietPost['kind'],
  message: DesiredMessage | undefined,
  phone: string | null,
  groupUuid: string | null,
): PlannedRow {
  if (message === undefined || (message.body === '' && message.attachments.length === 0)) return { class: 'skipped', reason: 'no_content' }
  if (phone === null) return { class: 'invalid', reason: 'no_phone' }
  const { body, attachments } = message
  // The text is not repeated as a change: see `changesOf`.
  return { class: 'send', changes: [], calls: [{ kind, phone, groupUuid, body, attachments }] }
}

/** What resolves a conversation after its last post; null where it stays as it is. */
export function planClosing(
  { resolveAfter }: Recipe,
  { closingDisposition }: Pick<PlanContext, 'closingDisposition'>,
): ((phone: string) => PlannedCall) | null {
  if (resolveAfter !== true) return null
  return (phone) => ({ kind: 'resolveConversation', phone, ...(closingDisposition && { with: closingDisposition }) })
}
