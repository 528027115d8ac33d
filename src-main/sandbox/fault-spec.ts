import { z } from 'zod'
import { operationNames } from './operations/operation-names.ts'

/** What the value of a fault means in the text grammar. */
const kindsByValue = {
  /** A share of the requests, 0 to 1. */
  share: [
    '429',
    '500',
    '502',
    '503',
    '504',
    'drop-before',
    'drop-after',
    'hang-before',
    'hang-after',
    'slow-body',
    'error-in-200',
    'invalid-json',
    'empty-body',
    'sign-in-201',
    'drop-custom-fields',
    'split-tags',
    'ignore-archived',
    'ignore-blocked',
    'html-errors',
    'custom-fields-array',
    'phone-object',
    'null-customer',
    'null-conversation',
    'refuse-customers-list',
    'ignore-phone-filter',
    'milliseconds',
    'pages-from-one',
    'repeat-last-page',
    'extra-fields',
  ],
  /** A number: milliseconds, requests, characters. */
  amount: ['latency', 'expire-token-after', 'trim-notes'],
  /** A word. */
  choice: ['list-shape', 'token-shape', 'missing-fields'],
} as const

export const faultKinds = [...kindsByValue.share, ...kindsByValue.amount, ...kindsByValue.choice] as const
export type FaultKind = (typeof faultKinds)[number]

export const faultSchema = z.strictObject({
  kind: z.enum(faultKinds),
  /** Share of the matching requests that it hits; 1 when absent. */
  probability: z.number().min(0).max(1).optional(),
  /** It happens at most this many times. */
  times: z.int().min(0).optional(),
  /** Only these operations; all when absent. */
  operations: z.array(z.enum(operationNames)).optional(),
  amount: z.number().min(0).optional(),
  choice: z.string().optional(),
  /** For 429 and 5xx: the header `Retry-After`. */
  retryAfterSeconds: z.number().min(0).optional(),
  retryAfterAs: z.enum(['seconds', 'date']).optional(),
  /** Once it hits, this many matching requests in a row are hit. */
  burst: z.int().min(1).optional(),
  /** For slow-body: the pause in the middle; for latency: up to this much more, at random. */
  ms: z.number().min(0).optional(),
})

export type Fault = z.infer<typeof faultSchema>

export const faultSpecSchema = z.strictObject({
  /** Seed of the random choices; 1 when absent. */
  seed: z.int().optional(),
  faults: z.array(faultSchema),
})

export type FaultSpec = z.infer<typeof faultSpecSchema>

export const noFaults: FaultSpec = { faults: [] }

/** A fault spec that cannot be read; the message names the part. */
export class FaultSpecError extends Error {
  override readonly name = 'FaultSpecError'
}

const choices: Partial<Record<FaultKind, readonly string[]>> = {
  'list-shape': ['array', 'data', 'nested', 'by-uuid'],
  'token-shape': ['text', 'top', 'header', 'none'],
}

/** The grammar of `parseFaults`, as the command line's help shows it. */
export const faultGrammar = `SPEC      = ITEM, separated by commas; "seed=7" chooses other random requests
ITEM      = KIND[@OPERATION+OPERATION][=VALUE][/TIMES][:OPTION=VALUE]
share     ${kindsByValue.share.join(' ')}
          VALUE is the share of requests, 0 to 1 (1 when left out)
amount    latency (ms)  expire-token-after (requests)  trim-notes (characters kept)
choice    list-shape=array|data|nested|by-uuid  token-shape=text|top|header|none  missing-fields=FIELD+FIELD
OPTION    p=SHARE  retry-after=SECONDS  retry-after-date=SECONDS  burst=COUNT  ms=MILLISECONDS (slow-body, latency's jitter)
OPERATION ${operationNames.join(' ')}
Example   latency=20,429=0.05:retry-after=1,500@update-customer=1/3,drop-after@import-message=0.01`

function readNumber(text: string, item: string): number {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value) || value < 0) throw new FaultSpecError(`"${text}" in "${item}" is not a number.`)
  return value
}

function readOption(fault: Fault, option: string, item: string): void {
  const [name, text = ''] = option.split('=', 2)
  const value = readNumber(text, item)
  switch (name) {
    case 'p':
      fault.probability = value
      return
    case 'retry-after':
    case 'retry-after-date':
      fault.retryAfterSeconds = value
      fault.retryAfterAs = name === 'retry-after' ? 'seconds' : 'date'
      return
    case 'burst':
      fault.burst = value
      return
    case 'ms':
      fault.ms = value
      return
    default:
      throw new FaultSpecError(`"${name}" in "${item}" is not an option: p, retry-after, retry-after-date, burst, ms.`)
  }
}

function readValue(fault: Fault, kind: FaultKind, value: string | undefined, item: string): void {
  if ((kindsByValue.choice as readonly string[]).includes(kind)) {
    const allowed = choices[kind]
    if (allowed && !allowed.includes(value ?? '')) throw new FaultSpecError(`"${item}" needs one of ${allowed.join(', ')}.`)
    if (value !== undefined) fault.choice = value
  } else if ((kindsByValue.amount as readonly string[]).includes(kind)) {
    if (value !== undefined) fault.amount = readNumber(value, item)
    else if (kind !== 'trim-notes') throw new FaultSpecError(`"${item}" needs a number, like ${kind}=20.`)
  } else if (value !== undefined) {
    fault.probability = readNumber(value, item)
  }
}

function readItem(item: string): Fault {
  const [head = '', ...options] = item.split(':')
  const parts = /^([a-z0-9-]+)(?:@([a-z+-]+))?(?:=([^/]*))?(?:\/(\d+))?$/.exec(head)
  const kind = faultKinds.find((known) => known === parts?.[1])
  if (!parts || !kind) throw new FaultSpecError(`"${item}" is not a fault. Faults: ${faultKinds.join(', ')}.`)
  const [, , operations, value, times] = parts
  const fault: Fault = { kind }
  if (operations !== undefined) {
    fault.operations = operations.split('+').map((name) => {
      const operation = operationNames.find((known) => known === name)
      if (!operation) throw new FaultSpecError(`"${name}" in "${item}" is not an operation: ${operationNames.join(', ')}.`)
      return operation
    })
  }
  readValue(fault, kind, value, item)
  if (times !== undefined) fault.times = Number(times)
  for (const option of options) readOption(fault, option, item)
  const checked = faultSchema.safeParse(fault)
  if (!checked.success) throw new FaultSpecError(`"${item}": ${checked.error.issues[0]?.message ?? 'cannot be read'}.`)
  return checked.data
}

/** Reads the text form of a fault spec (see `faultGrammar`). Throws a FaultSpecError that names the part it cannot read. */
export function parseFaults(text: string): FaultSpec {
  const spec: FaultSpec = { faults: [] }
  for (const item of text.split(',').map((part) => part.trim())) {
    if (item === '') continue
    const seed = /^seed=(\d+)$/.exec(item)
    if (seed) spec.seed = Number(seed[1])
    else spec.faults.push(readItem(item))
  }
  return spec
}
