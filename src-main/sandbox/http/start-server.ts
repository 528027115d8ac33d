import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerControl, type Control } from '../control/answer-control.ts'
import type { FaultHits, FaultPlan } from '../faults/fault-plan.ts'
import { createTimerLag, type TimerLag } from './timer-lag.ts'
import { answerRequest, type WireAnswer } from './answer-request.ts'
import { requestSubject } from './request-subject.ts'
import { findRoute } from './endpoints.ts'
import type { Service } from '../service-state.ts'

const maximumBodyBytes = 10 * 1024 * 1024
const defaultPauseMs = 200

export interface ServerParts {
  service: Service
  /** The plan in force; it is another one after the faults were set. */
  faults(): FaultPlan
  control: Control
}

/** Requests that are in work, for counts. */
interface InFlight {
  now: number
  writes: Map<string, number>
}

/** The body goes as a string: Node then sends it in one write with the headers. */
function send(response: ServerResponse, answer: WireAnswer): void {
  response.writeHead(answer.status, { ...answer.headers, 'content-length': Buffer.byteLength(answer.body) })
  response.end(answer.body, 'utf8')
}

async function sendSlowly(parts: ServerParts, { response, end }: Exchange, answer: WireAnswer, pauseMs: number): Promise<void> {
  const body = Buffer.from(answer.body)
  const middle = Math.floor(body.length / 2)
  response.writeHead(answer.status, { ...answer.headers, 'content-length': body.length })
  response.write(body.subarray(0, middle))
  await parts.service.clock.sleep(pauseMs)
  end()
  response.end(body.subarray(middle))
}

/** What a write is about, so that overlapping ones can be counted: the uuid in the path or the phone number in the body. */
function writeSubject(method: string, uuid: string, bodyText: string): string | null {
  if (method === 'GET' || bodyText === '') return null
  if (uuid !== '') return uuid
  return /"(?:phone_number|customer_uuid)"\s*:\s*"([^"]+)"/.exec(bodyText)?.[1] ?? null
}

/** Counts a request as in work until the function that it returns is called, which may happen twice. */
function begin(parts: ServerParts, inFlight: InFlight, subject: string | null): () => void {
  const { counts } = parts.service
  inFlight.now += 1
  if (inFlight.now > counts.peakInFlight) counts.peakInFlight = inFlight.now
  if (subject !== null) {
    const others = inFlight.writes.get(subject) ?? 0
    if (others > 0) counts.overlappingWrites += 1
    inFlight.writes.set(subject, others + 1)
  }
  let hasEnded = false
  return () => {
    if (hasEnded) return
    hasEnded = true
    inFlight.now -= 1
    if (subject === null) return
    const left = (inFlight.writes.get(subject) ?? 1) - 1
    if (left > 0) inFlight.writes.set(subject, left)
    else inFlight.writes.delete(subject)
  }
}

function latencyMs(parts: ServerParts, hits: FaultHits): number {
  const fault = hits.get('latency')
  return fault ? (fault.amount ?? 0) + (fault.ms ? parts.faults().random() * fault.ms : 0) : 0
}

interface Exchange {
  /** By the monotonic clock. */
  arrivedMs: number
  timerLag: TimerLag
  hits: FaultHits
  response: ServerResponse
  work(): WireAnswer
  /** The request is no longer in work: called before its answer leaves, so that the next one never overlaps. */
  end(): void
}

async function answerWithFaults(parts: ServerParts, exchange: Exchange): Promise<void> {
  const { hits, response, work, end, arrivedMs, timerLag } = exchange
  const { service } = parts
  const { counts, clock } = service
  for (const kind of hits.kinds()) counts.faults[kind] = (counts.faults[kind] ?? 0) + 1
  const delayMs = latencyMs(parts, hits)
  // Counted from the arrival: on the way through a network, nothing that the service does adds to it.
  const keptMs = Math.max(0, arrivedMs + delayMs - clock.monotonicMs() - timerLag.usualMs())
  const keptSinceMs = clock.monotonicMs()
  if (delayMs > 0) await clock.sleep(keptMs)
  if (response.destroyed) return
  service.lateEffects.applyDue()
  const drop = () => {
    counts.dropped += 1
    response.socket?.destroy()
  }
  if (hits.has('drop-before')) return drop()
  if (hits.has('hang-before')) {
    counts.dropped += 1
    return
  }
  const answer = work()
  if (hits.has('drop-after')) return drop()
  if (hits.has('hang-after')) {
    counts.dropped += 1
    return
  }
  counts.statuses[answer.status] = (counts.statuses[answer.status] ?? 0) + 1
  const slow = hits.get('slow-body')
  if (slow) return sendSlowly(parts, exchange, answer, slow.ms ?? defaultPauseMs)
  end()
  send(response, answer)
  if (delayMs > 0) timerLag.note(clock.monotonicMs() - keptSinceMs - keptMs)
}

function serve(
  parts: ServerParts,
  inFlight: InFlight,
  timerLag: TimerLag,
  request: IncomingMessage,
  response: ServerResponse,
  bodyText: string,
): void {
  const { service } = parts
  service.lateEffects.applyDue()
  const arrivedMs = service.clock.monotonicMs()
  const method = request.method ?? 'GET'
  const target = request.url ?? '/'
  const mark = target.indexOf('?')
  const path = mark < 0 ? target : target.slice(0, mark)
  const query = new URLSearchParams(mark < 0 ? '' : target.slice(mark + 1))
  if (path.startsWith('/sandbox/')) {
    const secret = request.headers['x-sandbox-secret']
    send(response, answerControl(parts.control, { method, path, query, bodyText, secret: typeof secret === 'string' ? secret : '' }))
    return
  }
  const { route, uuid } = findRoute(method, path, query)
  const { counts } = service
  counts.requests += 1
  counts.requestsByOperation[route.name] = (counts.requestsByOperation[route.name] ?? 0) + 1
  const plan = parts.faults()
  const hits = plan.next(route.name, () => requestSubject(service, uuid, query, bodyText))
  const token = request.headers['x-tgp-access-token']
  const headerToken = typeof token === 'string' ? token : undefined
  const work = () =>
    answerRequest(service, { route, uuid, query, headerToken, contentType: request.headers['content-type'], bodyText }, hits, plan.random)
  const end = begin(parts, inFlight, writeSubject(method, uuid, bodyText))
  if (hits.size > 0) {
    response.once('close', end)
    answerWithFaults(parts, { arrivedMs, timerLag, hits, response, work, end }).catch(() => response.socket?.destroy())
    return
  }
  const answer = work()
  end()
  counts.statuses[answer.status] = (counts.statuses[answer.status] ?? 0) + 1
  send(response, answer)
}

const plain = (status: number, message: string): WireAnswer => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', connection: 'close' },
  body: JSON.stringify({ message }),
})

/** Starts the HTTP server on 127.0.0.1. Requests whose Host is not this address are refused, as in DNS rebinding. */
export async function startServer(parts: ServerParts, port: number): Promise<{ server: Server; port: number }> {
  const inFlight: InFlight = { now: 0, writes: new Map() }
  const timerLag = createTimerLag()
  const hosts = new Set<string>()
  const server = createServer((request, response) => {
    if (!hosts.has((request.headers.host ?? '').toLowerCase())) return send(response, plain(403, 'Unknown host'))
    if (request.method === 'GET') return serve(parts, inFlight, timerLag, request, response, '')
    const chunks: Buffer[] = []
    let sizeBytes = 0
    request.on('data', (chunk: Buffer) => {
      sizeBytes += chunk.length
      if (sizeBytes <= maximumBodyBytes) chunks.push(chunk)
    })
    request.on('end', () => {
      if (sizeBytes > maximumBodyBytes) return send(response, plain(413, 'The body is too large'))
      const only = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)
      serve(parts, inFlight, timerLag, request, response, only?.toString('utf8') ?? '')
    })
    // A client that goes away in the middle of its request has made none.
    request.on('error', () => response.destroy())
  })
  // The client decides when a connection ends: a server that ends idle ones would look like a fault of its own.
  server.keepAliveTimeout = 0
  server.requestTimeout = 0
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve()
    })
  })
  const taken = (server.address() as AddressInfo).port
  hosts.add(`127.0.0.1:${taken}`).add(`localhost:${taken}`)
  return { server, port: taken }
}
