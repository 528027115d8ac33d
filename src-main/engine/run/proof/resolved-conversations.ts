import { callDescriptors, postOf } from '../../kinds/calls/all-calls.ts'
import type { FieldImage } from '../../model/contacts/field-image.ts'
import type { PlannedCall } from '../../model/plans/plan-schema.ts'
import type { ServiceProfile } from '../late/service-profile.ts'
import type { RunItem } from '../dispatch/run-item.ts'

/** What the journal says of a message whose conversation was resolved right before it was imported. */
export const resolvedBefore: FieldImage = { resolved: true }

/**
 * Conversations that were resolved before a message was imported into them: they are resolved again afterwards, where the service opens
 * them. Asked once for each conversation, unless the service is known to leave them as they are. `before`: the lanes of those that an
 * earlier process of the run has found so.
 */
export function createResolvedConversations(before: readonly string[] = []) {
  const asked = new Set(before)
  const resolved = new Set(before)

  return {
    /** Whether any conversation was resolved. */
    hasAny: (): boolean => resolved.size > 0,
    /** Whether the state of a row's conversation is to be read before its call. */
    mustAsk: (item: RunItem, call: PlannedCall, { importReopens }: ServiceProfile): boolean =>
      callDescriptors[call.kind].leavesPost && importReopens !== false && !asked.has(item.lane),
    note(item: RunItem, isResolved: boolean | null): void {
      if (!asked.has(item.lane) && isResolved === true) resolved.add(item.lane)
      asked.add(item.lane)
    },
    /** The call that resolves the conversation of a row again, after the last message that is known of; null where none is needed. */
    closing(item: RunItem, isLast: boolean, { importReopens }: ServiceProfile): PlannedCall | null {
      if (!isLast || importReopens !== true || !resolved.has(item.lane)) return null
      if (item.calls.some(({ kind }) => kind === 'resolveConversation')) return null
      const phone = item.calls.map(postOf).find((post) => post !== null)?.phone ?? null
      return phone === null ? null : { kind: 'resolveConversation', phone }
    },
  }
}

export type ResolvedConversations = ReturnType<typeof createResolvedConversations>
