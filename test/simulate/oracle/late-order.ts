import type { ServiceModel, ServiceRequest } from '../service/service-model.ts'
import type { Problem } from './problem.ts'

/** A write on its way: when it left, from which computer, and when it had its effect. */
interface Sent {
  computer: string
  /** The phone number of the contact that it is about, or those of a group. */
  contacts: readonly string[]
  /** What it asks for: the same is the same call, sent again. */
  what: string
  /** Who is texted by it; null for what texts nobody. */
  text: Text | null
  leftMs: number
  arrivedMs: number | null
  /** Whether it is known what became of it: it never left, or its answer leaves no doubt. */
  isClear: boolean
}

export interface Text {
  phones: readonly string[]
  /** What they are sent; null for a question of the service's own words. */
  body: string | null
  leftMs: number
}

/** What becomes of a write after it has left. */
export interface Journey {
  arrived(atMs: number): void
  /** It never reached the network, or was answered, so that nobody need wonder. */
  isClear(): void
}

/** What arrives within this time is in the usual way. */
const usualMs = 1_000

/** Keeps which writes left and arrived, to tell whether one left while another one about its contact could still arrive, and did. */
export class LateOrder {
  private readonly sent: Sent[] = []
  private readonly service: ServiceModel
  private readonly powerCutsAtMs: number[] = []

  constructor(service: ServiceModel) {
    this.service = service
  }

  /** A write leaves. */
  left(owner: string, request: ServiceRequest, leftMs: number): Journey {
    const contacts = this.contactsOf(request)
    const computer = owner.split('-')[0] ?? owner
    const what = `${request.method} ${request.path} ${JSON.stringify(request.body)}`
    const text = textsPeople(request) ? { phones: contacts, body: bodyOf(request), leftMs } : null
    const one: Sent = { computer, contacts, what, text, leftMs, arrivedMs: null, isClear: false }
    this.sent.push(one)
    return { arrived: (atMs) => void (one.arrivedMs = atMs), isClear: () => void (one.isClear = true) }
  }

  /** The texts that left, to whom and when. */
  texts(): Text[] {
    return this.sent.flatMap(({ text }) => text ?? [])
  }

  /** Texts to a group that left although an earlier one, of which nobody knows what became of it, said the same to the same people. */
  textedAnew(): Text[] {
    const groups = this.sent.flatMap(({ text, isClear }) => (text !== null && text.phones.length > 1 ? { text, isClear } : []))
    return groups.flatMap(({ text }, at) =>
      groups.slice(0, at).some((earlier) => !earlier.isClear && isSameText(earlier.text, text)) ? [text] : [],
    )
  }

  powerFails(atMs: number): void {
    this.powerCutsAtMs.push(atMs)
  }

  problems(): Problem[] {
    return this.sent.flatMap((late): Problem[] => {
      const { leftMs, arrivedMs } = late
      if (arrivedMs === null || arrivedMs - leftMs < usualMs) return []
      // What the disk had not been told to keep may be forgotten: that a call which may be repeated has left.
      if (this.powerCutsAtMs.some((atMs) => atMs > leftMs && atMs < arrivedMs)) return []
      const between = this.sent.find((one) => isOther(one, late) && one.leftMs > leftMs && one.leftMs < arrivedMs)
      if (between === undefined) return []
      const [first, second] = [late, between].map(({ computer, what, leftMs: atMs }) => `${what} (${computer}, ${atMs} ms)`)
      return [{ what: 'order', message: `${second ?? ''} left before ${first ?? ''} arrived at ${arrivedMs} ms.` }]
    })
  }

  private contactsOf({ path, body }: ServiceRequest): readonly string[] {
    const conversation = /^\/api\/conversation\/conversation-([^/]+)\/resolve\.json$/.exec(path)?.[1]
    if (conversation !== undefined) return [decodeURIComponent(conversation)]
    const given = asObject(body)
    const uuid = /^\/api\/customer\/([^/]+)\.json$/.exec(path)?.[1] ?? given.customer_uuid
    const phone = given.phone_number ?? asObject(given.customer).phone_number
    if (typeof phone === 'string') return [phone]
    if (Array.isArray(phone)) return phone.map(String).sort()
    return [this.service.customers().find((one) => one.uuid === uuid)?.phone ?? String(uuid)]
  }
}

function isOther(one: Sent, late: Sent): boolean {
  return (
    one !== late &&
    one.contacts.some((contact) => late.contacts.includes(contact)) &&
    (one.what !== late.what || one.computer !== late.computer)
  )
}

function textsPeople({ path, body }: ServiceRequest): boolean {
  return path === '/api/customers/request_consent.json' || (path === '/api/conversations.json' && 'comment' in asObject(body))
}

function bodyOf({ body }: ServiceRequest): string | null {
  const { body: text } = asObject(asObject(body).comment)
  return typeof text === 'string' ? text : null
}

function isSameText(one: Text, other: Text): boolean {
  return one.body === other.body && one.phones.join() === other.phones.join()
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
