import { AppError } from '../../model/errors.ts'
import type { ConversationView } from '../../model/contacts/shown-conversation-schema.ts'
import type { ConversationPost, Service } from '../../service/service.ts'
import type { Tables } from '../../store/tables.ts'
import { inTimeOrder, toShownPost } from './shown-post.ts'

const pageSize = 30

interface PageWanted {
  /** The contact's uuid. */
  contact: string
  department: string | null
  page: number
}

/**
 * One page of the posts in a contact's conversation, asked of the service: nothing of it is kept. Throws as `Service` does, and `usage` where
 * the contact is not known or has no number.
 */
export async function readConversation(
  { service, tables }: { service: Pick<Service, 'conversationByPhone'>; tables: Tables },
  { contact, department, page }: PageWanted,
): Promise<ConversationView> {
  const phone = tables.contacts.findByUuid(contact)?.record.phone ?? null
  if (phone === null)
    throw new AppError(
      'usage',
      'This contact has no phone number that Rollcall can read, and conversations go by it.',
      'Look at it in the service itself.',
    )
  const departments = tables.departments.all().map(({ uuid, name }) => ({ uuid, name }))
  const asked = department ?? departments[0]?.uuid ?? null
  const found = await service.conversationByPhone(phone, { page, pageSize, ...(asked !== null && { groupUuid: asked }) })
  const posts = found?.posts ?? []
  return {
    departments,
    department: asked,
    conversation: found?.conversationUuid ?? null,
    resolved: found?.resolved ?? null,
    posts: inTimeOrder(posts.map(toShownPost)),
    nextPage: posts.length < pageSize ? null : page + 1,
    isNextOlder: !isOldestFirst(posts),
  }
}

function isOldestFirst(posts: readonly ConversationPost[]): boolean {
  return (posts[0]?.createdAtSeconds ?? 0) < (posts.at(-1)?.createdAtSeconds ?? 0)
}
