import type { MappedRow } from '../../model/plans/mapped-row.ts'

/** What rows say of texting their contact, in bits: several rows say together what any of them does. */
const bits = { agrees: 1, refuses: 2, blocks: 4, unblocks: 8, unsubscribes: 16, resubscribes: 32, isConfirmed: 64, isOptOutExplicit: 128 }
/** Numbers with such bits are below this. */
export const flagsEnd = 256
const refusals = bits.refuses | bits.blocks | bits.unsubscribes | bits.isOptOutExplicit

export function flagsOf({ consent, contact, isUnconfirmed, isOptOutExplicit }: MappedRow): number {
  const { blocked, unreachable } = contact ?? {}
  if (consent === undefined && blocked === undefined && unreachable === undefined) return 0
  return (
    (consent === true ? bits.agrees | (isUnconfirmed === true ? 0 : bits.isConfirmed) : 0) |
    (consent === false ? bits.refuses : 0) |
    (blocked === undefined ? 0 : blocked ? bits.blocks : bits.unblocks) |
    (unreachable === undefined ? 0 : unreachable ? bits.unsubscribes : bits.resubscribes) |
    (isOptOutExplicit === true ? bits.isOptOutExplicit : 0)
  )
}

/** Of a row that cannot count itself, only what it refuses. */
export function refusalsIn(flags: number): number {
  return flags & refusals
}

/** Whether a row that says so wants no texts for its contact. */
export function refusesIn(flags: number): boolean {
  return (flags & (bits.refuses | bits.blocks | bits.unsubscribes)) !== 0
}

export function agreesIn(flags: number): boolean {
  return (flags & bits.agrees) !== 0
}

/** What rows come to: a refusal is never outvoted, only followed by a permission. */
export interface Together {
  contact: { blocked?: boolean; unreachable?: boolean }
  consent?: boolean
  isUnconfirmed?: true
  isOptOutExplicit?: true
}

/** `lastPermission`: what the row says that agreed after every refusal; null where none did. */
export function together(flags: number, lastPermission: number | null = null): Together {
  const has = (bit: number): boolean => (flags & bit) !== 0
  const isRefused = has(bits.refuses) && lastPermission === null
  const isConfirmed = ((lastPermission ?? flags) & bits.isConfirmed) !== 0
  return {
    contact: {
      ...(has(bits.blocks | bits.unblocks) && { blocked: has(bits.blocks) }),
      ...(has(bits.unsubscribes | bits.resubscribes) && { unreachable: has(bits.unsubscribes) }),
    },
    ...(has(bits.agrees | bits.refuses) && { consent: !isRefused }),
    ...(!isRefused && has(bits.agrees) && !isConfirmed && { isUnconfirmed: true as const }),
    ...(has(bits.isOptOutExplicit) && { isOptOutExplicit: true as const }),
  }
}
