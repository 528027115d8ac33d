import { listIn } from './answers/answer-parts.ts'
import { conversationPostsIn, readConversation } from './answers/conversation-answer.ts'
import type { CustomerReader } from './answers/customer-answer.ts'
import { pageSize as fullPage } from './address-book/list-page.ts'
import { fitsPhone } from './phone-match.ts'
import type { ServiceReader } from './http/service-reader.ts'
import { reads } from './requests.ts'
import type { Service } from './service.ts'
import { shapeError } from './answers/shape-error.ts'

/** The reads of conversations and their posts (section Endpoints, GET conversations and GET conversation). */
export function createConversationReads({ read, readCustomer }: { read: ServiceReader; readCustomer: CustomerReader }) {
  const conversations: Service['conversations'] = async ({ groupUuid = null, page = 0, pageSize = fullPage } = {}, signal) => {
    const { body, error } = await read(reads.conversationPage(page, pageSize, groupUuid), signal)
    if (error !== null) throw error
    const list = listIn(body, 'conversations')
    if (list === null) throw shapeError('the list of conversations')
    const found = list.map((item) => readConversation(item, readCustomer)).filter((one) => one !== null)
    if (found.length === 0 && list.length > 0) throw shapeError('the list of conversations')
    return { conversations: found, unreadable: list.length - found.length }
  }

  const conversation: Service['conversation'] = async (uuid, options = {}, signal) => {
    const answer = await read(reads.conversation(uuid, { pageSize: fullPage, ...options }), signal)
    const found = conversationPostsIn(answer, readCustomer)
    if (found !== null && found.conversationUuid.toLowerCase() !== uuid.toLowerCase()) throw shapeError('a conversation')
    return found
  }

  const conversationByPhone: Service['conversationByPhone'] = async (phone, options = {}, signal) => {
    const answer = await read(reads.conversationByPhone(phone, { pageSize: fullPage, ...options }), signal)
    const found = conversationPostsIn(answer, readCustomer)
    const customer = found?.customer ?? null
    if (customer !== null && !fitsPhone(customer.record, phone)) throw shapeError('a conversation')
    return found
  }

  return { conversations, conversation, conversationByPhone }
}
