import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface OddCustomer {
  uuid: string
  /** As the service shows it: a display form, or an object with one. */
  phone_number: unknown
  name?: string | null
  tags?: string[]
  custom_fields?: unknown
  [field: string]: unknown
}

export interface OddRequest {
  method: string
  path: string
  /** The number it asks about, as it was written. */
  phone: string | null
  body: unknown
}

/** What goes wrong with one request. `after`: only once it has had its effect. */
export type OddFault =
  | { kind: 'drop' | 'html500'; after?: boolean }
  | { kind: 'storm'; retryAfter: string; after?: boolean }
  /** The token is not taken any more, from this request on. */
  | { kind: 'expire' }

export interface OddOptions {
  /** Whether GET customers answers a list; without it there is no list of contacts at all. */
  hasList?: boolean
  /** Whether a contact's conversation may be read. */
  mayReadPosts?: boolean
  delayMs?: number
}

export interface OddService {
  baseUrl: string
  token: string
  customers: OddCustomer[]
  /** Everything that had an effect, in order. */
  effects: { method: string; path: string; body: unknown }[]
  /** Everything that was asked, in order. */
  requests: OddRequest[]
  /** Asked for each request that is signed in; null lets it pass. */
  fault: (request: OddRequest) => OddFault | null
  close(): Promise<void>
}

interface OddAnswer {
  status: number
  headers?: Record<string, string>
  body: unknown
}

const digits = (text: string) => text.replace(/\D/g, '').slice(-10)
const phoneText = ({ phone_number: phone }: OddCustomer) =>
  String(typeof phone === 'object' && phone !== null && 'display_phone_number' in phone ? phone.display_phone_number : phone)
const ok = (body: unknown): OddAnswer => ({ status: 200, body })
const page = (status: number, title: string): OddAnswer => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: `<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`,
})

/**
 * Another reading of the same specification, as small as can be: it answers whatever it does not have with an HTML page,
 * shows phone numbers in display form, leaves optional fields out, and has `[]` for no custom fields.
 */
export async function startOddService(customers: OddCustomer[], options: OddOptions = {}): Promise<OddService> {
  const { hasList = false, mayReadPosts = true, delayMs = 0 } = options
  const posts: { uuid: string; body: string | null; phone: string; createdAt: number }[] = []
  const service: Omit<OddService, 'baseUrl' | 'close'> = { token: 'odd-token', customers, effects: [], requests: [], fault: () => null }
  const withPhone = (phone: string) => customers.find((one) => digits(phoneText(one)) === digits(phone))

  function answer({ method, path, phone, body }: OddRequest, query: URLSearchParams): OddAnswer {
    const uuid = /^\/api\/customer\/([^/]+)\.json$/.exec(path)?.[1]
    const found = phone === null ? customers.find((one) => one.uuid === uuid) : withPhone(phone)
    const sent = (body ?? {}) as Record<string, unknown>
    const effect = () => service.effects.push({ method, path, body })
    switch (`${method} ${uuid === undefined ? path : '/api/customer/{uuid}.json'}`) {
      case 'GET /api/customers.json': {
        if (phone !== null) return ok({ customer: found ?? null })
        if (!hasList) return page(404, 'The page you were looking for does not exist')
        const from = Number(query.get('page') ?? 0) * Number(query.get('page_size') ?? 30)
        return ok({ customers: customers.slice(from, from + Number(query.get('page_size') ?? 30)) })
      }
      case 'POST /api/customers.json': {
        effect()
        const created = { uuid: `new-${service.effects.length}`, ...(sent.customer as { phone_number: string }) }
        customers.push(created)
        return ok({ customer: created })
      }
      case 'GET /api/customer/{uuid}.json':
        return found ? ok({ customer: found }) : page(404, 'Not Found')
      case 'PUT /api/customer/{uuid}.json': {
        if (!found) return page(404, 'Not Found')
        effect()
        const { tags, tags_handling: handling, custom_fields: fields, ...rest } = sent.customer as Record<string, unknown>
        const words = tags === undefined ? [] : String(tags).split(/[ ,]+/)
        const kept = handling === 'replace' ? [] : (found.tags ?? []).filter((tag) => !words.includes(tag))
        Object.assign(found, rest)
        if (tags !== undefined) found.tags = handling === 'remove' ? kept : [...kept, ...words]
        if (fields !== undefined)
          found.custom_fields = { ...(Array.isArray(found.custom_fields) ? {} : (found.custom_fields as object)), ...(fields as object) }
        return ok({ customer: found })
      }
      case 'POST /api/customers/set_consent.json':
        effect()
        return ok({ success: 1 })
      case 'POST /api/new_customer_post.json': {
        effect()
        const text = (sent.comment as { body: string } | undefined)?.body ?? null
        const post = {
          uuid: `post-${service.effects.length}`,
          body: text,
          phone: digits(String(sent.phone_number)),
          createdAt: Date.now() / 1000,
        }
        posts.unshift(post)
        return ok({ post: { uuid: post.uuid, body: text } })
      }
      case 'GET /api/conversations.json': {
        if (phone === null) return page(404, 'Not Found')
        if (!mayReadPosts) return page(403, 'Forbidden')
        const size = Number(query.get('page_size') ?? 30)
        const those = posts
          .filter((post) => post.phone === digits(phone))
          .slice(Number(query.get('page') ?? 0) * size)
          .slice(0, size)
        const shown = those.map(({ uuid, body, createdAt }) => ({ uuid, body, created_at: createdAt, creator: { type: 'customer' } }))
        return ok({ conversation: found ? { uuid: `c-${found.uuid}`, customer: found } : null, ...(found && { posts: shown }) })
      }
      case 'GET /api/address_book/custom_fields.json':
        return ok({ fields: [] })
      default:
        return page(404, 'Not Found')
    }
  }

  function answerOrBreak(request: OddRequest, query: URLSearchParams, isSignedIn: boolean): OddAnswer | null {
    const unauthorized: OddAnswer = { status: 401, body: { message: 'Invalid access token' } }
    if (!isSignedIn) return unauthorized
    service.requests.push(request)
    const fault = service.fault(request)
    switch (fault?.kind) {
      case undefined:
        return answer(request, query)
      case 'expire':
        service.token = `${service.token}-renewed`
        return unauthorized
      case 'storm':
        if (fault.after) answer(request, query)
        return { ...page(429, 'Too Many Requests'), headers: { 'content-type': 'text/html', 'retry-after': fault.retryAfter } }
      case 'drop':
      case 'html500':
        if (fault.after) answer(request, query)
        return fault.kind === 'drop' ? null : page(500, 'Something went wrong')
    }
  }

  const server = createServer((request, response) => {
    void readText(request).then((text) => {
      const url = new URL(request.url ?? '/', 'http://odd')
      const asked = {
        method: request.method ?? '',
        path: url.pathname,
        phone: url.searchParams.get('phone_number'),
        body: text === '' ? null : (JSON.parse(text) as unknown),
      }
      const found = answerOrBreak(asked, url.searchParams, request.headers['x-tgp-access-token'] === service.token)
      if (found === null) request.socket.destroy()
      else if (delayMs === 0) send(response, found)
      else setTimeout(() => send(response, found), delayMs)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return Object.assign(service, {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  })
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

function send(response: ServerResponse, { status, headers = { 'content-type': 'application/json' }, body }: OddAnswer): void {
  response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body))
}
