import type { OperationName } from '../operations/operation-names.ts'
import { toE164 } from '../phone-forms.ts'
import { createRandom } from '../seed/random-bits.ts'
import { listOperations, ruleOf, type FaultKind } from './fault-kinds.ts'
import type { Fault, FaultSpec } from './fault-spec.ts'

/** The subjects of a request: the uuids and phone numbers (E.164) of its contacts. */
export interface RequestSubject {
  uuids: readonly string[]
  phones: readonly string[]
}

/** The faults that hit one request. */
export class FaultHits {
  readonly #byKind = new Map<FaultKind, Fault[]>()

  get size(): number {
    return this.#byKind.size
  }
  kinds(): Iterable<FaultKind> {
    return this.#byKind.keys()
  }
  has(kind: FaultKind): boolean {
    return this.#byKind.has(kind)
  }
  get(kind: FaultKind): Fault | undefined {
    return this.#byKind.get(kind)?.[0]
  }
  /** Several of a kind that hits records or texts, in the order of the spec. */
  all(kind: FaultKind): readonly Fault[] {
    return this.#byKind.get(kind) ?? []
  }
  add(fault: Fault): void {
    this.#byKind.set(fault.kind, [...this.all(fault.kind), fault])
  }
}

export const noHits = new FaultHits()

export interface FaultPlan {
  /** Decides which faults hit the next request of this operation. The same spec and order of requests decide the same. */
  next(operation: OperationName, subject: () => RequestSubject): FaultHits
  /** A repeatable number in [0, 1), for amounts that vary. */
  random(): number
  /** Whether a fault of this kind can hit anything. */
  includes(kind: FaultKind): boolean
}

const isList = (operation: OperationName) => (listOperations as readonly OperationName[]).includes(operation)

/** Whether a fault is about one of these contacts; true for a fault about all. */
export function concerns(fault: Fault, subject: RequestSubject): boolean {
  if (!fault.contacts) return true
  return fault.contacts.some((contact) => {
    const phone = toE164(contact)
    return subject.uuids.includes(contact.toLowerCase()) || (phone !== null && subject.phones.includes(phone))
  })
}

interface Tally {
  seen: number
  hits: number
}

class FaultState {
  readonly fault: Fault
  readonly #random: () => number
  readonly #operations: ReadonlySet<OperationName> | null
  readonly #tally: Tally = { seen: 0, hits: 0 }
  readonly #tallyByContact = new Map<string, Tally>()
  #burstLeft = 0

  constructor(fault: Fault, random: () => number) {
    this.fault = fault
    this.#random = random
    const operations = fault.operations ?? ruleOf(fault.kind).operations
    this.#operations = operations && new Set(operations)
  }

  isAbout(operation: OperationName, subject: () => RequestSubject): boolean {
    if (this.#operations && !this.#operations.has(operation)) return false
    if (!this.fault.contacts) return true
    return isList(operation) ? ruleOf(this.fault.kind).isPerRecord === true : concerns(this.fault, subject())
  }

  #tallyOf(subject: () => RequestSubject): Tally {
    if (this.fault.each === undefined) return this.#tally
    const { uuids, phones } = subject()
    const key = uuids[0] ?? phones[0] ?? ''
    const known = this.#tallyByContact.get(key) ?? { seen: 0, hits: 0 }
    this.#tallyByContact.set(key, known)
    return known
  }

  /** Whether a request that it is about is hit; counts the request. */
  hits(subject: () => RequestSubject): boolean {
    const tally = this.#tallyOf(subject)
    const { times = Infinity, nth, from = 1, probability = 1, burst = 1 } = this.fault
    tally.seen += 1
    if (tally.hits >= times || tally.seen < from || (nth !== undefined && tally.seen !== nth)) return false
    if (this.#burstLeft > 0) this.#burstLeft -= 1
    else if (probability < 1 && this.#random() >= probability) return false
    else this.#burstLeft = burst - 1
    tally.hits += 1
    return true
  }
}

/** Turns a spec into decisions; every fault has its own repeatable random sequence. */
export function createFaultPlan(spec: FaultSpec): FaultPlan {
  const seed = spec.seed ?? 1
  const states = spec.faults.map((fault, index) => new FaultState(fault, createRandom(seed * 7919 + index)))
  const kinds = new Set(spec.faults.map((fault) => fault.kind))
  return {
    random: createRandom(seed * 7919 - 1),
    includes: (kind) => kinds.has(kind),
    next(operation, subject) {
      if (states.length === 0) return noHits
      const hits = new FaultHits()
      for (const state of states) {
        if (!state.isAbout(operation, subject)) continue
        if (state.hits(subject) && (ruleOf(state.fault.kind).isPerRecord === true || !hits.has(state.fault.kind))) hits.add(state.fault)
      }
      return hits
    },
  }
}
