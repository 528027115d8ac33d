import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface OddCustomer {
  uuid: string
  /** As the service shows it: a display form. */
  phone_number: string
  name?: string | null
  tags?: string[]
  custom_fields?: unknown
  [field: string]: unknown
}

export interface OddService {
  baseUrl: string
  token: string
  customers: OddCustomer[]
  /** Everything that had an effect, in order. */
  effects: { method: string; path: string; body: unknown }[]
  close(): Promise<void>
}

const digits = (text: string) => text.replace(/\D/g, '').slice(-10)

/**
 * Another reading of the same specification, as small as can be: it has no lists, answers whatever it does not have with an
 * HTML page, shows phone numbers in display form, leaves optional fields out, and has `[]` for no custom fields.
 */
export async function startOddService(customers: OddCustomer[]): Promise<OddService> {
  const token = 'odd-token'
  const effects: OddService['effects'] = []

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://odd')
      const text = Buffer.concat(chunks).toString()
      const json = (status: number, value: unknown) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
      const html = (status: number, title: string) => response.writeHead(status, { 'content-type': 'text/html' }).end(`<!DOCTYPE html><html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`)
      if (request.headers['x-tgp-access-token'] !== token) return json(401, { message: 'Invalid access token' })

      const phone = url.searchParams.get('phone_number')
      const uuid = /^\/api\/customer\/([^/]+)\.json$/.exec(url.pathname)?.[1]
      const body = text === '' ? null : (JSON.parse(text) as Record<string, unknown>)
      const effect = () => effects.push({ method: request.method ?? '', path: url.pathname, body })
      const found = customers.find((one) => (phone === null ? one.uuid === uuid : digits(one.phone_number) === digits(phone)))
      switch (`${request.method} ${uuid === undefined ? url.pathname : '/api/customer/{uuid}.json'}`) {
        case 'GET /api/customers.json':
          return phone === null ? html(404, 'The page you were looking for does not exist') : json(200, { customer: found ?? null })
        case 'GET /api/customer/{uuid}.json':
          return found ? json(200, { customer: found }) : html(404, 'Not Found')
        case 'PUT /api/customer/{uuid}.json': {
          if (!found) return html(404, 'Not Found')
          effect()
          const { tags, tags_handling: _handling, custom_fields: fields, ...rest } = (body as { customer: Record<string, unknown> }).customer
          Object.assign(found, rest, tags === undefined ? {} : { tags: String(tags).split(/[ ,]+/) }, fields === undefined ? {} : { custom_fields: fields })
          return json(200, { customer: found })
        }
        case 'POST /api/customers/set_consent.json':
          effect()
          return json(200, { success: 1 })
        case 'POST /api/new_customer_post.json':
          effect()
          return json(200, { post: { uuid: `post-${effects.length}`, body: (body as { comment?: { body: string } }).comment?.body ?? null } })
        case 'GET /api/conversations.json':
          return phone === null ? html(404, 'Not Found') : json(200, { conversation: found ? { uuid: `c-${found.uuid}`, customer: found } : null })
        case 'GET /api/address_book/custom_fields.json':
          return json(200, { fields: [] })
        default:
          return html(404, 'Not Found')
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token,
    customers,
    effects,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
