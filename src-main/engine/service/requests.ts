import type { CustomerCreation, CustomerUpdate } from './customer.ts'
import type { HttpRequest } from './http-exchange.ts'
import type { ServiceCall } from './service.ts'

/** The request of a write (section Endpoints). The same call always gives the same request. */
export function requestOf(call: ServiceCall): HttpRequest {
  switch (call.kind) {
    case 'updateCustomer':
      return put(`/api/customer/${pathPart(call.uuid)}.json`, { customer: updateBody(call.customer) })
    case 'createCustomer':
      return post('/api/customers.json', { customer: creationBody(call.customer) })
    case 'setConsent':
      return post('/api/customers/set_consent.json', {
        ...(call.uuid === null ? { phone_number: call.phone } : { customer_uuid: call.uuid }),
        consent: call.consent ? 1 : 0,
      })
    case 'importMessage':
      return post('/api/new_customer_post.json', {
        phone_number: call.phone,
        ...(call.groupUuid !== null && { group_uuid: call.groupUuid }),
        ...(call.body !== '' && { comment: { body: call.body } }),
        ...(call.attachments.length > 0 && { attachments: call.attachments.map((url) => ({ url })) }),
      })
    case 'resolveConversation':
      return {
        method: 'POST',
        path: `/api/conversation/${pathPart(call.conversationUuid)}/resolve.json`,
        body: call.disposition === null ? null : JSON.stringify(call.disposition),
      }
  }
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
  customerPage: (page: number, pageSize: number) => get('/api/customers.json', { page: String(page), page_size: String(pageSize) }),
  conversationPage: (page: number, pageSize: number, groupUuid: string | null) =>
    get('/api/conversations.json', {
      page: String(page),
      page_size: String(pageSize),
      ...(groupUuid !== null && { group_uuid: groupUuid }),
    }),
  conversationByPhone: (phone: string, options: { page?: number; pageSize?: number; afterUuid?: string; groupUuid?: string } = {}) =>
    get('/api/conversations.json', {
      phone_number: phone,
      ...(options.page !== undefined && { page: String(options.page) }),
      ...(options.pageSize !== undefined && { page_size: String(options.pageSize) }),
      ...(options.afterUuid !== undefined && { after_uuid: options.afterUuid }),
      ...(options.groupUuid !== undefined && { group_uuid: options.groupUuid }),
    }),
}

/** POST /auth/sign_in.json; `mfaCode` is '' in the first step. */
export function signInRequest(credentials: { email: string; password: string; apiKey: string; mfaCode: string }): HttpRequest {
  const { email, password, apiKey, mfaCode } = credentials
  return post('/auth/sign_in.json', { user: { email, password }, api_key: apiKey, mfa_code: mfaCode })
}
