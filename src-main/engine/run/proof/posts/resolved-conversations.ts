import { callDescriptors, descriptorOf, postOf } from '../../../kinds/calls/all-calls.ts'
import type { Reopening } from '../../../kinds/calls/call-descriptor.ts'
import type { FieldImage } from '../../../model/contacts/field-image.ts'
import type { PlannedCall } from '../../../model/plans/plan-schema.ts'
import type { ServiceProfile } from '../../late/service-profile.ts'
import type { RunItem } from '../../dispatch/run-item.ts'

/** What the journal says of a post whose conversation was resolved right before it came there. */
export const resolvedBefore: FieldImage = { resolved: true }

/** What may open the conversation of a row again; null where nothing of it does. */
export function reopeningOf({ calls }: Pick<RunItem, 'calls'>): Reopening | null {
  return calls.map((call) => descriptorOf(call).reopens).find((one) => one !== null) ?? null
}

const anything: readonly Reopening[] = ['importReopens', 'whisperReopens']

/**
 * Conversations that were resolved before a post came to them: they are resolved again afterwards, where the service opens
 * them. Asked once for each conversation, unless the service is known to leave them as they are. `before`: the lanes of those that an
 * earlier process of the run has found so.
 */
export function createResolvedConversations(before: readonly string[] = []) {
  const asked = new Set(before)
  /** By lane, what came to those that were resolved; to those of an earlier process anything may have come. */
  const resolved = new Map(before.map((lane) => [lane, new Set(anything)]))

  return {
    /** Whether any conversation was resolved. */
    hasAny: (): boolean => resolved.size > 0,
    /** Whether the state of a row's conversation is to be read before its call. */
    mustAsk(item: RunItem, call: PlannedCall, profile: ServiceProfile): boolean {
      const { reopens } = callDescriptors[call.kind]
      return reopens !== null && profile[reopens] !== false && !asked.has(item.lane)
    },
    note(item: RunItem, isResolved: boolean | null): void {
      if (!asked.has(item.lane) && isResolved === true) resolved.set(item.lane, new Set())
      asked.add(item.lane)
    },
    /** The call that resolves the conversation of a row again, after the last post that is known of; null where none is needed. */
    closing(item: RunItem, isLast: boolean, profile: ServiceProfile): PlannedCall | null {
      const came = resolved.get(item.lane)
      if (came === undefined) return null
      const own = reopeningOf(item)
      if (own !== null) came.add(own)
      if (!isLast || ![...came].some((one) => profile[one] === true)) return null
      if (item.calls.some(({ kind }) => kind === 'resolveConversation')) return null
      const phone = item.calls.map(postOf).find((post) => post !== null)?.phone ?? null
      return phone === null ? null : { kind: 'resolveConversation', phone }
    },
  }
}

export type ResolvedConversations = ReturnType<typeof createResolvedConversations>
