import type { Service } from '../../service/service.ts'
import { restoredMark } from '../../store/backups/restored-mark.ts'
import type { Store } from '../../store/open-store.ts'
import { tablesOf } from '../../store/tables.ts'
import { hasShownQuestions } from '../late/service-profile.ts'
import { readPostsSince } from './read-posts-since.ts'

/** By how much the service's clock may be behind this computer's or ahead of it, where records of before are missing. */
const toleranceSeconds = 60 * 60

/** Why somebody may have been asked: something was written to them then, or the service may not show that it asked them. */
export type MayHaveBeenAsked = 'written' | 'unshown'

/**
 * Whether somebody may have been asked for consent in the time of which the account's records were lost with a backup that was restored: the
 * service's own words are not known, so that anything that the office or the service wrote then may be it. That nothing was written says so only
 * of a service that was seen to show its questions, however long ago. Null where they were not asked. Throws what the service's reads throw.
 */
export function createAskedBefore(store: Store, service: Pick<Service, 'conversationByPhone'>) {
  const mark = restoredMark(store)
  const { departments, importedMessages } = tablesOf(store)
  return async function mayHaveBeenAsked(phone: string, signal: AbortSignal): Promise<MayHaveBeenAsked | null> {
    if (mark === null) return null
    const sinceSeconds = mark.sinceMs / 1000 - toleranceSeconds
    const untilSeconds = mark.untilMs / 1000 + toleranceSeconds
    const known = departments.all().map(({ uuid }) => uuid)
    for (const groupUuid of known.length === 0 ? [null] : known) {
      const { posts, isCutShort } = await readPostsSince(service, { phone, groupUuid, sinceSeconds }, signal)
      const isThen = posts.some(
        ({ creatorType, createdAtSeconds: at, uuid }) =>
          creatorType !== 'customer' && (at === null || (at >= sinceSeconds && at <= untilSeconds)) && !importedMessages.hasPost(uuid),
      )
      if (isCutShort || isThen) return 'written'
    }
    return hasShownQuestions(store) ? null : 'unshown'
  }
}
