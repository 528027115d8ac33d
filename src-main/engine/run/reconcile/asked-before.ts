import type { Service } from '../../service/service.ts'
import { restoredMark } from '../../store/backups/restored-mark.ts'
import type { Store } from '../../store/open-store.ts'
import { tablesOf } from '../../store/tables.ts'
import { readPostsSince } from './read-posts-since.ts'

/** By how much the service's clock may be behind this computer's or ahead of it, where records of before are missing. */
const toleranceSeconds = 60 * 60

/**
 * Whether somebody may have been asked for consent in the time of which the account's records were lost with a backup that was restored: the
 * service's own words are not known, so that anything that the office or the service wrote then may be it. Throws what the service's reads throw.
 */
export function createAskedBefore(store: Store, service: Pick<Service, 'conversationByPhone'>) {
  const mark = restoredMark(store)
  const { departments, importedMessages } = tablesOf(store)
  return async function mayHaveBeenAsked(phone: string, signal: AbortSignal): Promise<boolean> {
    if (mark === null) return false
    const sinceSeconds = mark.sinceMs / 1000 - toleranceSeconds
    const untilSeconds = mark.untilMs / 1000 + toleranceSeconds
    const known = departments.all().map(({ uuid }) => uuid)
    for (const groupUuid of known.length === 0 ? [null] : known) {
      const { posts, isCutShort } = await readPostsSince(service, { phone, groupUuid, sinceSeconds }, signal)
      const isThen = posts.some(
        ({ creatorType, createdAtSeconds: at, uuid }) =>
          creatorType !== 'customer' && (at === null || (at >= sinceSeconds && at <= untilSeconds)) && !importedMessages.hasPost(uuid),
      )
      if (isCutShort || isThen) return true
    }
    return false
  }
}
