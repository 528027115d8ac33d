import type { ServiceModel, ServiceRequest } from '../service/service-model.ts'
import type { Problem } from './problem.ts'

/** A write on its way: when it left, from which computer, and when it had its effect. */
interface Sent {
  computer: string
  /** The phone number of the contact that it is about. */
  contact: string
  /** What it asks for: the same is the same call, sent again. */
  what: string
  leftMs: number
  arrivedMs: number | null
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

  /** A write leaves; the answer is to be called when it has its effect. */
  left(owner: string, request: ServiceRequest, leftMs: number): (arrivedMs: number) => void {
    const contact = this.contactOf(request)
    const computer = owner.split('-')[0] ?? owner
    const what = `${request.method} ${request.path} ${JSON.stringify(request.body)}`
    const one: Sent = { computer, contact, what, leftMs, arrivedMs: null }
    this.sent.push(one)
    return (arrivedMs) => void (one.arrivedMs = arrivedMs)
  }

  /** The texts that left, to whom and when. */
  texts(): { phone: string; leftMs: number }[] {
    return this.sent.flatMap(({ contact, what, leftMs }) =>
      what.includes('"comment"') && !what.includes('new_customer_post') ? [{ phone: contact, leftMs }] : [],
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

  private contactOf({ path, body }: ServiceRequest): string {
    const conversation = /^\/api\/conversation\/conversation-([^/]+)\/resolve\.json$/.exec(path)?.[1]
    if (conversation !== undefined) return decodeURIComponent(conversation)
    const given = asObject(body)
    const uuid = /^\/api\/customer\/([^/]+)\.json$/.exec(path)?.[1] ?? given.customer_uuid
    const phone = given.phone_number ?? asObject(given.customer).phone_number
    if (typeof phone === 'string') return phone
    return this.service.customers().find((one) => one.uuid === uuid)?.phone ?? String(uuid)
  }
}

function isOther(one: Sent, late: Sent): boolean {
  return one !== late && one.contact === late.contact && (one.what !== late.what || one.computer !== late.computer)
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
