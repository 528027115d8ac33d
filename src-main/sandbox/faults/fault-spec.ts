import { z } from 'zod'
import { operationNames } from '../operations/operation-names.ts'
import { faultKinds, isStatusFault, ruleOf, type FaultKind } from './fault-kinds.ts'

const alterableFields = ['body', 'name', 'notes', 'custom_fields'] as const

export const faultSchema = z
  .strictObject({
    kind: z.enum(faultKinds as readonly [FaultKind, ...FaultKind[]]),
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
    /** Only the nth matching request, from 1. */
    nth: z.int().min(1).optional(),
    /** Only matching requests from this one on, from 1. */
    from: z.int().min(1).optional(),
    /** `times`, `nth` and `from` are counted for each contact on its own. */
    each: z.literal('contact').optional(),
    /** Only requests about these contacts: uuids or phone numbers. */
    contacts: z.array(z.string().min(1)).optional(),
    /** For altered texts: only these fields. */
    fields: z.array(z.enum(alterableFields)).optional(),
  })
  .superRefine((fault, context) => {
    const possible = ruleOf(fault.kind).operations
    const without = possible && fault.operations?.find((operation) => !possible.includes(operation))
    if (without) context.addIssue(`${fault.kind} cannot hit ${without}; it hits ${possible.join(', ')}`)
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

function readNumber(text: string, item: string): number {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value) || value < 0) throw new FaultSpecError(`"${text}" in "${item}" is not a number.`)
  return value
}

function readOption(fault: Fault, option: string, item: string): void {
  const mark = option.indexOf('=')
  const name = mark < 0 ? option : option.slice(0, mark)
  const text = mark < 0 ? '' : option.slice(mark + 1)
  switch (name) {
    case 'p':
      fault.probability = readNumber(text, item)
      return
    case 'retry-after':
    case 'retry-after-date':
      if (!isStatusFault(fault.kind)) throw new FaultSpecError(`"${item}": only statuses have a ${name}.`)
      fault.retryAfterSeconds = readNumber(text, item)
      fault.retryAfterAs = name === 'retry-after' ? 'seconds' : 'date'
      return
    case 'burst':
    case 'ms':
    case 'nth':
    case 'from':
      fault[name] = readNumber(text, item)
      return
    case 'contact':
      if (text === '') throw new FaultSpecError(`"${item}" needs a uuid or a phone number after contact=.`)
      fault.contacts = [...(fault.contacts ?? []), text]
      return
    case 'each':
      if (text !== 'contact') throw new FaultSpecError(`"${item}": each=contact is the only one.`)
      fault.each = 'contact'
      return
    case 'field':
      fault.fields = text.split('+').map((given) => {
        const field = alterableFields.find((known) => known === given)
        if (!field) throw new FaultSpecError(`"${given}" in "${item}" is not one of ${alterableFields.join(', ')}.`)
        return field
      })
      return
    default:
      throw new FaultSpecError(
        `"${name}" in "${item}" is not an option: p, nth, from, each, contact, burst, retry-after, retry-after-date, ms, field.`,
      )
  }
}

function readValue(fault: Fault, value: string | undefined, item: string): void {
  const rule = ruleOf(fault.kind)
  if (rule.value === 'share') {
    if (value !== undefined) fault.probability = readNumber(value, item)
    return
  }
  if (value === undefined && rule.isOptional) return
  if (rule.value === 'amount') {
    if (value === undefined) throw new FaultSpecError(`"${item}" needs a number, like ${fault.kind}=20.`)
    fault.amount = readNumber(value, item)
    return
  }
  if (rule.choices && !rule.choices.includes(value ?? '')) throw new FaultSpecError(`"${item}" needs one of ${rule.choices.join(', ')}.`)
  if (value === undefined || value === '') throw new FaultSpecError(`"${item}" needs a word, like ${fault.kind}=notes.`)
  fault.choice = value
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
  readValue(fault, value, item)
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
