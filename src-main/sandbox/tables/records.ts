import type { ConversationTable, PostBounds } from './conversation-table.ts'
import type { ConversationRow, CustomerRow, PostRow } from './rows.ts'
import type { CustomerTable } from './customer-table.ts'
import type { RowHistory } from './row-history.ts'

/** What reads see: contacts, conversations and posts. */
export interface Records {
  customerById(id: number): CustomerRow | undefined
  customerByUuid(uuid: string): CustomerRow | undefined
  /** By phone number in E.164. */
  customerByPhone(e164: string): CustomerRow | undefined
  customers(page: number, pageSize: number): CustomerRow[]
  conversationByUuid(uuid: string): ConversationRow | undefined
  conversationOfCustomer(customerId: number, groupId: number): ConversationRow | undefined
  conversations(groupId: number, page: number, pageSize: number): ConversationRow[]
  /** Latest first. */
  posts(conversation: ConversationRow, bounds: PostBounds, page: number, pageSize: number): PostRow[]
}

/** Everything as it is stored now. */
export function storedRecords(customers: CustomerTable, conversations: ConversationTable): Records {
  return {
    customerById: customers.byId,
    customerByUuid: customers.byUuid,
    customerByPhone: customers.byPhone,
    customers: customers.page,
    conversationByUuid: conversations.byUuid,
    conversationOfCustomer: conversations.findOfCustomer,
    conversations: conversations.list,
    posts: (conversation, bounds, page, pageSize) => conversations.posts(conversation.id, bounds, page, pageSize),
  }
}

/** Everything as it was so many milliseconds ago, which each contact decides (0: as it is now). */
export function laggingRecords(records: Records, history: RowHistory, nowMs: number, lagMs: (customer: CustomerRow) => number): Records {
  const customerThen = (row: CustomerRow | undefined) => (row && history.customerAt(nowMs - lagMs(row), row)) ?? undefined
  const lagOf = (conversation: ConversationRow) => {
    const customer = records.customerById(conversation.customer_id)
    return customer ? lagMs(customer) : 0
  }
  const conversationThen = (row: ConversationRow | undefined) => (row && history.conversationAt(nowMs - lagOf(row), row)) ?? undefined
  const isThere = <T>(row: T | undefined): row is T => row !== undefined
  return {
    customerById: (id) => customerThen(records.customerById(id)),
    customerByUuid: (uuid) => customerThen(records.customerByUuid(uuid)),
    customerByPhone: (e164) => customerThen(records.customerByPhone(e164)),
    customers: (page, pageSize) => records.customers(page, pageSize).map(customerThen).filter(isThere),
    conversationByUuid: (uuid) => conversationThen(records.conversationByUuid(uuid)),
    conversationOfCustomer: (customerId, groupId) => conversationThen(records.conversationOfCustomer(customerId, groupId)),
    conversations: (groupId, page, pageSize) => records.conversations(groupId, page, pageSize).map(conversationThen).filter(isThere),
    posts(conversation, bounds, page, pageSize) {
      const atMs = nowMs - lagOf(conversation)
      // Posts that are not shown yet are the newest ones of their conversation.
      let before = bounds.before
      for (const post of records.posts(conversation, { after: 0, before: Number.MAX_SAFE_INTEGER }, 0, 10_000)) {
        if (history.wasStored(post.id, atMs)) break
        before = Math.min(before, post.id)
      }
      return records.posts(conversation, { ...bounds, before }, page, pageSize)
    },
  }
}
