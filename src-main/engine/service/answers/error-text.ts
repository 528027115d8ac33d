import { STATUS_CODES } from 'node:http'
import { isObject } from '../http/json-text.ts'
import type { Redactor } from '../http/redact.ts'

const maxTextBytes = 2048
const maxPieces = 10
const maxDepth = 4

/** Properties that hold a sentence, best first. */
const sentenceKeys = ['message', 'error_description', 'error_message', 'detail', 'description', 'reason', 'title', 'msg', 'text'] as const
/** Properties that hold more of them. */
const listKeys = ['errors', 'error'] as const

/**
 * What the service itself says about a refusal, in plain text of at most 2 kB without markup, control characters and
 * secrets: from `message`, `error` and `errors` of a JSON body, else a short plain text, else the status in words. Null
 * when there is nothing at all. `body` is the parsed body, undefined when it is not JSON.
 */
export function errorText(answer: { status: number; text: string; body: unknown }, redact: Redactor): string | null {
  const said = answer.body === undefined ? plainText(answer.text) : sentencesOf(answer.body)
  const clean = cleanText(said, redact)
  return clean === '' ? (STATUS_CODES[answer.status] ?? null) : clean
}

/** Whether a JSON body says that something went wrong: `strong` in so many words, `weak` by a message alone. */
export function errorSign(body: unknown): 'strong' | 'weak' | null {
  if (!isObject(body)) return null
  if ('success' in body && isNo(body.success)) return 'strong'
  if (typeof body.status === 'string' && /^(?:error|fail(?:ed|ure)?)$/i.test(body.status)) return 'strong'
  if (!isBlank(body.error) || !isBlank(body.errors)) return 'strong'
  return 'message' in body && !isBlank(body.message) ? 'weak' : null
}

function sentencesOf(body: unknown): string {
  const pieces: string[] = []
  collect(body, '', 0, pieces)
  const bare = pieces.map((piece) => piece.replace(/[:\s]+/g, ' ').toLowerCase())
  // `phone_number is invalid` already says `phone_number: is invalid`; of two that say the same, the first stays.
  const isSaid = (one: string, index: number) => bare.some((other, at) => other.includes(one) && (other.length > one.length || at < index))
  return pieces.filter((_piece, index) => !isSaid(bare[index] ?? '', index)).join('; ')
}

function collect(value: unknown, label: string, depth: number, pieces: string[]): void {
  if (pieces.length >= maxPieces || depth > maxDepth || value === null || value === undefined) return
  if (typeof value === 'string' || typeof value === 'number') {
    const text = withoutMarkup(String(value).slice(0, maxTextBytes)).trim()
    if (text !== '') pieces.push(label === '' ? text : `${label}: ${text}`)
  } else if (Array.isArray(value)) {
    for (const item of value.slice(0, maxPieces)) collect(item, label, depth + 1, pieces)
  } else if (isObject(value)) {
    collectObject(value, label, depth, pieces)
  }
}

function collectObject(value: Record<string, unknown>, label: string, depth: number, pieces: string[]): void {
  const before = pieces.length
  const sentence = sentenceKeys.find((key) => typeof value[key] === 'string' && value[key] !== '')
  if (sentence !== undefined) collect(value[sentence], label, depth + 1, pieces)
  for (const key of listKeys) if (typeof value[key] !== 'boolean') collect(value[key], label, depth + 1, pieces)
  if (pieces.length > before || depth === 0) return
  // Below `errors` the names are those of fields: {"phone_number": ["is invalid"]}.
  for (const [key, inner] of Object.entries(value).slice(0, maxPieces)) {
    collect(inner, key === 'base' ? label : key.slice(0, 60), depth + 1, pieces)
  }
}

function plainText(text: string): string {
  const start = text.slice(0, maxTextBytes).trim()
  return start.length > 300 || /[<>{}]/.test(start) ? '' : start
}

function withoutMarkup(text: string): string {
  return /<[a-z!/?]/i.test(text) ? text.replace(/<(script|style)\b[\s\S]*?(?:<\/\1>|$)/gi, ' ').replace(/<[^>]*(?:>|$)/g, ' ') : text
}

const controls = /[\u0000-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]+/g

function cleanText(text: string, redact: Redactor): string {
  // Masked before and after: control characters must not hide a secret from the mask.
  return cutToBytes(redact(redact(text).toWellFormed().replace(controls, ' ').replace(/\s+/g, ' ').trim()), maxTextBytes)
}

function cutToBytes(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text
  let cut = Buffer.from(text)
    .subarray(0, maxBytes - 3)
    .toString('utf8')
  cut = cut.replace(/\ufffd+$/, '')
  return `${cut}…`
}

function isNo(value: unknown): boolean {
  return value === 0 || value === false || value === null || (typeof value === 'string' && /^(?:0|false|no)$/i.test(value))
}

function isBlank(value: unknown): boolean {
  if (value === undefined || value === null || value === false || value === '' || value === 0) return true
  if (Array.isArray(value)) return value.length === 0
  return isObject(value) && Object.keys(value).length === 0
}
