import type { Clock } from '../../model/clock.ts'
import type { CallOutcome, GroupCall, PostCall } from '../../model/runs/service-call.ts'
import type { Service } from '../../service/service.ts'
import { restoredMark } from '../../store/backups/restored-mark.ts'
import type { Store } from '../../store/open-store.ts'
import type { MissingMessage } from '../../store/runs/imported-messages.ts'
import { readTextRule } from '../../plan/match/altered-texts.ts'
import { postFieldOf } from '../answer/alterations.ts'
import { tablesOf } from '../../store/tables.ts'
import { clockToleranceSeconds, findMessage, hasUnowned } from './reconcile-message.ts'
import { postLeftBy } from '../../kinds/calls/all-calls.ts'
import { readPostsSince } from './read-posts-since.ts'

/** By how much the service's clock may be behind this computer's or ahead of it, where records of before are missing. */
const restoredToleranceSeconds = 60 * 60

/**
 * Whether a message is at the service already. `agoMs`: how long ago it left before, where it did. `isRestored`: the records may have lost
 * that it was sent.
 */
export type Look =
  | { look: 'absent'; agoMs: number | null }
  | { look: 'there'; call: PostCall; outcome: Extract<CallOutcome, { kind: 'done' }> }
  | { look: 'cannotTell'; isRestored: boolean }

/** When the message may have left before: by the clock of this computer. */
interface Earlier {
  sinceMs: number
  untilMs: number
  missing: MissingMessage | null
}

/**
 * Looks for messages before they are sent: in an account whose records were put back to an earlier state, among the posts of the time
 * that is missing in them; and those that the service took once and did not show, or refused, among all since then. Throws what the service's
 * reads throw.
 */
export function createLookBeforeSending(store: Store, service: Pick<Service, 'conversationByPhone'>, clock: Pick<Clock, 'nowMs'>) {
  const mark = restoredMark(store)
  const { importedMessages } = tablesOf(store)

  const earlierOf = (fingerprint: string | null): Earlier | null => {
    const missing = fingerprint === null ? null : importedMessages.missing(fingerprint)
    if (missing !== null) return { sinceMs: missing.sentAtMs, untilMs: Number.POSITIVE_INFINITY, missing }
    return mark === null ? null : { ...mark, missing }
  }

  return async function look(call: PostCall | GroupCall, fingerprint: string | null, signal: AbortSignal): Promise<Look> {
    const earlier = earlierOf(fingerprint)
    if (earlier === null) return { look: 'absent', agoMs: null }
    const { missing } = earlier
    // No read shows a group's conversation by its numbers: only what was refused is known not to be there.
    if (call.kind === 'sendToGroup')
      return missing?.isRefused === true ? { look: 'absent', agoMs: null } : { look: 'cannotTell', isRestored: missing === null }
    const { phone, groupUuid } = call
    const { body, as } = postLeftBy(call)
    const agoMs = missing === null || missing.isRefused ? null : clock.nowMs() - missing.sentAtMs
    const sinceSeconds = earlier.sinceMs / 1000
    const untilSeconds = earlier.untilMs / 1000 + clockToleranceSeconds
    const isOwned = (uuid: string) => importedMessages.hasPost(uuid)
    const readFrom = missing === null ? sinceSeconds - restoredToleranceSeconds : sinceSeconds
    const { posts, conversationUuid, isCutShort } = await readPostsSince(service, { phone, groupUuid, sinceSeconds: readFrom }, signal)
    const fate = findMessage({
      as,
      posts: posts.filter(({ createdAtSeconds }) => createdAtSeconds === null || createdAtSeconds <= untilSeconds),
      isCutShort,
      body,
      rule: readTextRule(store, postFieldOf(as), clock.nowMs()),
      sinceSeconds,
      firstAtSeconds: null,
      isOwned,
      arrivedUnnamed: [],
      otherLost: 0,
    })
    if (fate.kind === 'absent') {
      // By a clock that is off, what was sent in the time that is missing stands beside it, whatever its text has become.
      const lastSeconds = earlier.untilMs / 1000 + restoredToleranceSeconds
      const near = posts.filter(({ createdAtSeconds: at }) => at === null || (at >= readFrom && at <= lastSeconds))
      return missing === null && hasUnowned({ as, posts: near, isOwned })
        ? { look: 'cannotTell', isRestored: true }
        : { look: 'absent', agoMs }
    }
    // Of what was refused, only the same text speaks against sending it again: people go on writing.
    if (fate.kind === 'cannotTell' && fate.why === 'otherPost' && missing?.isRefused === true) return { look: 'absent', agoMs }
    if (fate.kind === 'cannotTell') return { look: 'cannotTell', isRestored: missing === null }
    const outcome = { kind: 'done', status: 200, record: null, postUuid: fate.post.uuid || null, conversationUuid } as const
    return { look: 'there', call, outcome }
  }
}
