import { subscribe } from 'node:diagnostics_channel'

/** HTTP requests of this process that have no whole answer yet, with the real time at which each began. */
const underWay = new Map<unknown, number>()
/** As long as this an answer is waited for; some services of tests never give one. */
const longestMs = 250

const requestOf = (message: unknown) => (message as { request: unknown }).request
const isOver = (message: unknown) => void underWay.delete(requestOf(message))

subscribe('undici:request:create', (message) => underWay.set(requestOf(message), performance.now()))
subscribe('undici:request:trailers', isOver)
subscribe('undici:request:error', isOver)

/** Whether an answer on loopback is still to come, however busy the machine is. */
export function isAnswerDue(): boolean {
  const sinceMs = performance.now() - longestMs
  return [...underWay.values()].some((beganAtMs) => beganAtMs > sinceMs)
}
