import type { CustomerCreation, CustomerUpdate } from '../model/contacts/customer.ts'
import type { HttpRequest } from './http/http-exchange.ts'
import type { PostPage } from './service.ts'
import type { AnyCall, Outgoing } from '../model/runs/service-call.ts'

/** The request of a write (section Endpoints). The same call always gives the same request. */
export function requestOf(call: AnyCall): HttpRequest {
  switch (call.kind) {
    case 'updateCustomer':
      return put(`/api/customer/${pathPart(call.uuid)}.json`, { customer: updateBody(call.customer) })
    case 'createCustomer':
      return post('/api/customers.json', { customer: creationBody(call.customer) })
    case 'setConsent':
      return post('/api/customers/set_consent.json', { ...subjectBody(call), consent: call.consent ? 1 : 0 })
    case 'importMessage':
      return post('/api/new_customer_post.json', {
        phone_number: call.phone,
        ...(call.groupUuid !== null && { group_uuid: call.groupUuid }),
        ...(call.body !== '' && { comment: { body: call.body } }),
        ...attachmentsBody('attachments', call.attachments),
      })
    case 'writeWhisper':
      return post('/api/conversations.json', {
        phone_number: call.phone,
        ...(call.groupUuid !== null && { group_uuid: call.groupUuid }),
        ...outgoingBody({ ...call, as: 'whisper', resolve: false }),
      })
    case 'resolveConversation':
      return {
        method: 'POST',
        path: `/api/conversation/${pathPart(call.conversationUuid)}/resolve.json`,
        body: call.disposition === null ? null : JSON.stringify(call.disposition),
      }
    case 'sendToPhone':
      return post('/api/conversations.json', {
        phone_number: call.phone,
        ...(call.groupUuid !== null && { group_uuid: call.groupUuid }),
        ...outgoingBody(call.post),
      })
    case 'sendToGroup':
      return post('/api/conversations.json', { phone_number: call.phones, group_uuid: call.groupUuid, ...outgoingBody(call.post) })
    case 'sendToConversation':
      return post(`/api/conversation/${pathPart(call.conversationUuid)}.json`, outgoingBody(call.post))
    case 'requestConsent':
      return post('/api/customers/request_consent.json', subjectBody(call))
  }
}

/** A contact is named once: by uuid, else by phone number. */
function subjectBody({ uuid, phone }: { uuid: string | null; phone: string | null }): Record<string, unknown> {
  return uuid === null ? { phone_number: phone } : { customer_uuid: uuid }
}

/** A whisper is sent instead of a comment, and has attachments of its own (section Endpoints, POST conversations). */
function outgoingBody({ as, body, attachments, resolve }: Outgoing): Record<string, unknown> {
  const isWhisper = as === 'whisper'
  return {
    [isWhisper ? 'whisper' : 'comment']: { body },
    ...attachmentsBody(isWhisper ? 'whisper_attachments' : 'attachments', attachments),
    ...(resolve && { resolve: '1' }),
  }
}

function attachmentsBody(name: string, urls: readonly string[]): Record<string, unknown> {
  return urls.length === 0 ? {} : { [name]: urls.map((url) => ({ url })) }
}

/** Tags as the service takes them: separated by commas, spaces inside a tag as underscores (PUT customer, `tags`). */
export function tagText(tags: readonly string[]): string {
  return tags
    .map((tag) => tag.trim().replace(/[\s,]+/g, '_'))
    .filter((tag) => tag !== '')
    .join(',')
}

function updateBody(customer: CustomerUpdate): Record<string, unknown> {
  const { tags, customFields, ...plain } = customer
  return {
    ...plain,
    // Adding or removing no tags is left out; replacing by none clears them.
    ...(tags && (tags.tags.length > 0 || tags.handling === 'replace') && { tags: tagText(tags.tags), tags_handling: tags.handling }),
    ...fieldsBody(customFields),
  }
}

function creationBody({ phone, tags, customFields, ...plain }: CustomerCreation): Record<string, unknown> {
  return { phone_number: phone, ...plain, ...(tags && tags.length > 0 && { tags: tagText(tags) }), ...fieldsBody(customFields) }
}

function fieldsBody(customFields: Record<string, string> | undefined): Record<string, unknown> {
  return customFields && Object.keys(customFields).length > 0 ? { custom_fields: customFields } : {}
}

/** Half a surrogate pair, which a damaged file can hold, would make the encoding throw. */
function pathPart(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

function put(path: string, body: unknown): HttpRequest {
  return { method: 'PUT', path, body: JSON.stringify(body) }
}

function post(path: string, body: unknown): HttpRequest {
  return { method: 'POST', path, body: JSON.stringify(body) }
}

function get(path: string, query?: Record<string, string>): HttpRequest {
  return { method: 'GET', path, ...(query && { query }), body: null }
}

/** The reads (section Endpoints). Pages count from 0; `phone` is E.164. */
export const reads = {
  customFields: () => get('/api/address_book/custom_fields.json'),
  departments: () => get('/api/groups.json'),
  customerByUuid: (uuid: string) => get(`/api/customer/${pathPart(uuid)}.json`),
  customerByPhone: (phone: string) => get('/api/customers.json', { phone_number: phone }),
  customerPage: (page: number, pageSize: number) => get('/api/customers.json', pageQuery({ page, pageSize })),
  users: () => get('/api/users.json'),
  organization: () => get('/api/organization.json'),
  dispositions: () => get('/api/dispositions.json'),
  conversationPage: (page: number, pageSize: number, groupUuid: string | null) =>
    get('/api/conversations.json', { ...pageQuery({ page, pageSize }), ...(groupUuid !== null && { group_uuid: groupUuid }) }),
  conversation: (uuid: string, options: PostPage) => get(`/api/conversation/${pathPart(uuid)}.json`, pageQuery(options)),
  conversationByPhone: (phone: string, { groupUuid, ...options }: PostPage & { groupUuid?: string } = {}) =>
    get('/api/conversations.json', {
      phone_number: phone,
      ...pageQuery(options),
      ...(groupUuid !== undefined && { group_uuid: groupUuid }),
    }),
}

function pageQuery({ page, pageSize, afterUuid, beforeUuid }: PostPage): Record<string, string> {
  return {
    ...(page !== undefined && { page: String(page) }),
    ...(pageSize !== undefined && { page_size: String(pageSize) }),
    ...(afterUuid !== undefined && { after_uuid: afterUuid }),
    ...(beforeUuid !== undefined && { before_uuid: beforeUuid }),
  }
}

/** POST /auth/sign_in.json; `mfaCode` is '' in the first step. */
export function signInRequest(credentials: { email: string; password: string; apiKey: string; mfaCode: string }): HttpRequest {
  const { email, password, apiKey, mfaCode } = credentials
  return post('/auth/sign_in.json', { user: { email, password }, api_key: apiKey, mfa_code: mfaCode })
}
