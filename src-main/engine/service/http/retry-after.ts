import { type AnswerHeaders, headerOf } from './http-exchange.ts'

/** Anything longer cannot be meant as a time to wait, and is more than a timer can hold. */
const maxDelayMs = 20 * 24 * 60 * 60 * 1000

/** A number above this is a moment in Unix seconds, not a number of seconds to wait. */
const leastEpochSeconds = 1_000_000_000

/**
 * How long the service asks to wait, in milliseconds: `Retry-After` in seconds or as a date, else `RateLimit-Reset` and its
 * relatives; null when it does not say. Dates are compared with the service's own clock (`Date`) where it is shown.
 */
export function retryAfterMs(headers: AnswerHeaders, nowMs: number): number | null {
  const serviceNowMs = dateMs(headerOf(headers, 'date')) ?? nowMs
  const asked = headerOf(headers, 'retry-after')
  if (asked !== null) {
    const delayMs = seconds(asked, serviceNowMs) ?? since(dateMs(asked), serviceNowMs)
    if (delayMs !== null) return bounded(delayMs)
  }
  for (const name of ['ratelimit-reset', 'x-ratelimit-reset', 'x-rate-limit-reset']) {
    const value = headerOf(headers, name)
    const delayMs = value === null ? null : seconds(value, serviceNowMs)
    if (delayMs !== null) return bounded(delayMs)
  }
  const reset = /(?:^|[;,\s])(?:t|reset)=(\d+)/.exec(headerOf(headers, 'ratelimit') ?? '')?.[1]
  return reset === undefined ? null : bounded(Number(reset) * 1000)
}

function seconds(text: string, nowMs: number): number | null {
  if (!/^\s*\d+(?:\.\d+)?\s*$/.test(text)) return null
  const value = Number(text)
  if (value >= leastEpochSeconds * 1000) return value - nowMs
  return value >= leastEpochSeconds ? value * 1000 - nowMs : value * 1000
}

function dateMs(text: string | null): number | null {
  if (text === null || !/[a-z]/i.test(text)) return null
  const value = Date.parse(text)
  return Number.isNaN(value) ? null : value
}

function since(momentMs: number | null, nowMs: number): number | null {
  return momentMs === null ? null : momentMs - nowMs
}

function bounded(delayMs: number): number {
  return Math.min(Math.max(Math.ceil(delayMs), 0), maxDelayMs)
}
