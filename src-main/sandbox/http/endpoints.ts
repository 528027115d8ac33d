import type { OperationName } from '../operations/operation-names.ts'
import { getOrganization, listCustomFields, listDispositions, listGroups, listUsers } from '../operations/account-operations.ts'
import { requestConsent, setConsent } from '../operations/consent-operations.ts'
import {
  findConversation,
  getConversation,
  listConversations,
  reportConversations,
  reportPosts,
} from '../operations/conversation-operations.ts'
import { createCustomer, findCustomer, getCustomer, listCustomers, updateCustomer } from '../operations/customer-operations.ts'
import { importMessage, resolveConversation, sendByPhone, sendToConversation } from '../operations/message-operations.ts'
import { notShown } from '../operations/not-shown.ts'
import { signIn } from '../operations/authentication.ts'
import type { Operation } from '../service-state.ts'
import { notFound } from '../operations/refusal.ts'

export interface Route {
  name: OperationName
  run: Operation
}

const unknown: Route = {
  name: 'unknown',
  run: () => {
    throw notFound('Path')
  },
}

const route = (name: OperationName, run: Operation): Route => ({ name, run })
const listedOnly = (name: OperationName, operation: string): Route => route(name, notShown(operation))

const fixed = new Map<string, Route>([
  ['POST /auth/sign_in.json', route('sign-in', signIn)],
  ['GET /api/conversations.json', route('list-conversations', listConversations)],
  ['POST /api/conversations.json', route('send-by-phone', sendByPhone)],
  ['POST /api/new_customer_post.json', route('import-message', importMessage)],
  ['GET /api/customers.json', route('list-customers', listCustomers)],
  ['POST /api/customers.json', route('create-customer', createCustomer)],
  ['POST /api/customers/set_consent.json', route('set-consent', setConsent)],
  ['POST /api/customers/request_consent.json', route('request-consent', requestConsent)],
  ['GET /api/address_book/custom_fields.json', route('custom-fields', listCustomFields)],
  ['GET /api/groups.json', route('groups', listGroups)],
  ['GET /api/users.json', route('users', listUsers)],
  ['GET /api/organization.json', route('organization', getOrganization)],
  ['GET /api/dispositions.json', route('dispositions', listDispositions)],
  ['GET /api/reporting/conversations.json', route('report-conversations', reportConversations)],
  ['GET /api/address_book/saved_searches.json', listedOnly('saved-searches', 'GET /api/address_book/saved_searches.json')],
  ['GET /api/surveys.json', listedOnly('surveys', 'GET /api/surveys.json')],
  ['POST /api/announcements.json', listedOnly('announce', 'POST /api/announcements.json')],
  ['POST /api/conversations/schedule.json', listedOnly('schedule-by-phone', 'POST /api/conversations/schedule.json')],
])

/** With `phone_number` in the query these two are other operations. */
const byPhone = new Map<string, Route>([
  ['GET /api/conversations.json', route('find-conversation', findConversation)],
  ['GET /api/customers.json', route('find-customer', findCustomer)],
])

const withUuid: readonly { method: string; before: string; after: string; route: Route }[] = [
  { method: 'PUT', before: '/api/customer/', after: '.json', route: route('update-customer', updateCustomer) },
  { method: 'GET', before: '/api/customer/', after: '.json', route: route('get-customer', getCustomer) },
  { method: 'GET', before: '/api/conversation/', after: '.json', route: route('get-conversation', getConversation) },
  { method: 'POST', before: '/api/conversation/', after: '/resolve.json', route: route('resolve', resolveConversation) },
  { method: 'POST', before: '/api/conversation/', after: '.json', route: route('send-to-conversation', sendToConversation) },
  {
    method: 'POST',
    before: '/api/conversation/',
    after: '/schedule.json',
    route: listedOnly('schedule-conversation', 'POST /api/conversation/{uuid}/schedule.json'),
  },
  {
    method: 'POST',
    before: '/api/conversation/',
    after: '/transfer.json',
    route: listedOnly('transfer', 'POST /api/conversation/{uuid}/transfer.json'),
  },
  {
    method: 'POST',
    before: '/api/users/',
    after: '/on_call.json',
    route: listedOnly('start-on-call', 'POST /api/users/{uuid}/on_call.json'),
  },
  {
    method: 'DELETE',
    before: '/api/users/',
    after: '/on_call.json',
    route: listedOnly('end-on-call', 'DELETE /api/users/{uuid}/on_call.json'),
  },
  {
    method: 'GET',
    before: '/api/survey/',
    after: '/responses.json',
    route: listedOnly('survey-responses', 'GET /api/survey/{uuid}/responses.json'),
  },
  { method: 'POST', before: '/api/survey/', after: '/send.json', route: listedOnly('send-survey', 'POST /api/survey/{uuid}/send.json') },
  { method: 'GET', before: '/api/reporting/conversation/', after: '/posts.json', route: route('report-posts', reportPosts) },
]

/** The operation of a request and the uuid in its path ('' when there is none); `unknown` refuses with 404. */
export function findRoute(method: string, path: string, query: URLSearchParams): { route: Route; uuid: string } {
  for (const entry of withUuid) {
    if (entry.method !== method || !path.startsWith(entry.before) || !path.endsWith(entry.after)) continue
    const uuid = path.slice(entry.before.length, -entry.after.length)
    if (uuid !== '' && !uuid.includes('/')) return { route: entry.route, uuid }
  }
  const key = `${method} ${path}`
  const found = (query.has('phone_number') ? byPhone.get(key) : undefined) ?? fixed.get(key)
  return { route: found ?? unknown, uuid: '' }
}

/** The route of a look-up by phone when the service ignores `phone_number` and lists instead. */
export function withoutPhoneFilter(found: Route): Route {
  const listed = found.name === 'find-customer' ? fixed.get('GET /api/customers.json') : undefined
  return listed ? { name: found.name, run: listed.run } : found
}
