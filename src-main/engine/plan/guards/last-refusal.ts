import type { Service } from '../../service/service.ts'
import { departmentsOf, lastRefusal, readLatest, unlessHidden } from './latest-posts.ts'

type Reader = Pick<Service, 'conversationByPhone' | 'departments'>

/**
 * The words with which somebody refused texts, where that is the last word about them in any department, and when; null where the service
 * shows none. Asks the service and keeps nothing. Throws as `Service` does, but where it does not show messages.
 */
export async function lastRefusalOf(
  service: Reader,
  groupUuids: readonly string[],
  phone: string,
): Promise<{ text: string; atSeconds: number | null } | null> {
  const conversations = groupUuids.length > 0 ? groupUuids : await departmentsOf(service, undefined)
  let last: { text: string; atMs: number } | null = null
  for (const groupUuid of conversations) {
    const found = lastRefusal((await unlessHidden(readLatest(service, phone, groupUuid, undefined))) ?? [])
    if (found !== null && (last === null || found.atMs > last.atMs)) last = found
  }
  return last && { text: last.text, atSeconds: last.atMs === Number.MAX_SAFE_INTEGER ? null : last.atMs / 1000 }
}
