import { Agent, request } from 'node:http'

/** The six kinds of event that the specification names (section Events). */
export const webhookEventNames = [
  'new_customer_post',
  'new_outbound_post',
  'new_whisper',
  'conversation_status_change',
  'customer_updated',
  'user_status_change',
] as const
export type WebhookEventName = (typeof webhookEventNames)[number]

/** An event as it is sent. The specification does not show the payload: whoever receives one reads the record again. */
export interface WebhookEvent {
  event: WebhookEventName
  [detail: string]: unknown
}

/** An address that would take events off this computer; the sandbox refuses it. */
export class WebhookAddressError extends Error {
  override readonly name = 'WebhookAddressError'
}

const loopbackHosts = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** Throws WebhookAddressError for an address that is not on this computer. */
export function webhookAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || url.protocol !== 'http:' || !loopbackHosts.has(url.hostname)) {
    throw new WebhookAddressError(`Events are sent to addresses on this computer only, like http://127.0.0.1:8090/secret, not to ${text}`)
  }
  return url
}

/** Events that were accepted with a 2xx, and those that were not. */
export interface EventCounts {
  sent: Partial<Record<WebhookEventName, number>>
  failed: number
}

const answerTimeoutMs = 10_000

/** Sends events as HTTP POST requests, one by one and in order. Never retries. */
export class WebhookSender {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })
  #address: URL | null = null
  #counts: EventCounts = { sent: {}, failed: 0 }
  #last: Promise<void> = Promise.resolve()
  #isClosed = false

  /** Null sends no events. Throws WebhookAddressError. */
  sendTo(address: string | null): void {
    this.#address = address === null ? null : webhookAddress(address)
  }

  isWanted(): boolean {
    return this.#address !== null
  }

  send(events: readonly WebhookEvent[]): void {
    const address = this.#address
    if (!address) return
    for (const event of events) {
      this.#last = this.#last.then(async () => {
        if (this.#isClosed) return
        const isAccepted = await this.#post(address, event)
        if (isAccepted) this.#counts.sent[event.event] = (this.#counts.sent[event.event] ?? 0) + 1
        else this.#counts.failed += 1
      })
    }
  }

  #post(address: URL, event: WebhookEvent): Promise<boolean> {
    const body = JSON.stringify(event)
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    return new Promise((resolve) => {
      const sent = request(address, { method: 'POST', headers, agent: this.#agent, timeout: answerTimeoutMs }, (answer) => {
        answer.resume().on('close', () => resolve(answer.statusCode !== undefined && answer.statusCode >= 200 && answer.statusCode < 300))
      })
      sent.on('timeout', () => sent.destroy())
      sent.on('error', () => resolve(false))
      sent.end(body)
    })
  }

  counts(): EventCounts {
    return structuredClone(this.#counts)
  }

  resetCounts(): void {
    this.#counts = { sent: {}, failed: 0 }
  }

  /** Resolves when all events so far have been sent. */
  async drained(): Promise<void> {
    await this.#last
  }

  close(): void {
    this.#isClosed = true
    this.#address = null
    this.#agent.destroy()
  }
}
