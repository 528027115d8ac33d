import type { DesiredContact, MappedRow } from '../model/plans/mapped-row.ts'

/** Whether a row says that its contact wants no texts: it takes consent back, blocks or unsubscribes. */
export function refusesTexts({ consent, contact = {} }: Pick<MappedRow, 'consent' | 'contact'>): boolean {
  return consent === false || contact.blocked === true || contact.unreachable === true
}

/** Leaves of a row what it refuses, and nothing else. */
export function keepOnlyRefusal(row: MappedRow): void {
  if (row.contact !== undefined) row.contact = refusedFlags(row.contact)
  if (row.consent !== true) return
  delete row.consent
  delete row.isUnconfirmed
  delete row.isUnheard
}

function refusedFlags({ blocked, unreachable }: DesiredContact): DesiredContact {
  return { ...(blocked === true && { blocked }), ...(unreachable === true && { unreachable }) }
}
