import { descriptorOf } from '../../kinds/calls/all-calls.ts'
import type { CustomerRecord } from '../../model/contacts/customer.ts'
import type { PlannedCall } from '../../model/plans/plan-schema.ts'
import type { ServiceCall } from '../../model/runs/service-call.ts'
import { comparableTag } from '../../model/same-text.ts'
import type { UnaskedChange } from './unasked-changes.ts'

type Call = PlannedCall | ServiceCall

/**
 * What a contact has that a call could take away or turn round without being asked to: only a call about somebody who is blocked
 * shows that the service unblocks. A service that is seen to leave such a thing alone once is believed to do so.
 */
export function stakesOf(call: Call, record: CustomerRecord): string[] {
  if (descriptorOf(call).createsContact) return []
  const asked = new Set(descriptorOf(call).fields(call))
  const stakes: string[] = []
  for (const field of ['name', 'notes'] as const) if (!asked.has(field) && hasText(record[field])) stakes.push(field)
  for (const field of ['archived', 'blocked', 'consent'] as const)
    if (!asked.has(field) && record[field] !== undefined) stakes.push(`${field}=${record[field]}`)
  if (!asked.has('unreachable') && record.reachableBySms !== undefined) stakes.push(`reachable=${record.reachableBySms}`)
  const tags = stakeOfTags(call, record.tags ?? [])
  if (tags !== null) stakes.push(tags)
  const others = Object.entries(record.customFields ?? {}).filter(([uuid, value]) => value !== '' && !asked.has(`custom:${uuid}`))
  if (others.length > 0) stakes.push([...asked].some((field) => field.startsWith('custom:')) ? 'custom beside others' : 'custom')
  return stakes
}

/** Which of the stakes of a call these changes are about; none where what changed was empty before. */
export function stakesIn(changes: readonly UnaskedChange[], stakes: readonly string[]): string[] {
  const roots = new Set(changes.map(({ field }) => (field.startsWith('custom:') ? 'custom' : field)))
  return stakes.filter((stake) => roots.has(stake.split(/[= ]/)[0] ?? ''))
}

function stakeOfTags(call: Call, present: readonly string[]): string | null {
  const update = call.kind === 'updateCustomer' ? call.customer.tags : undefined
  if (update?.handling === 'replace') return null
  const named = new Set(update?.tags.map(comparableTag))
  if (!present.some((tag) => !named.has(comparableTag(tag)))) return null
  return update === undefined ? 'tags' : `tags ${update.handling}`
}

function hasText(text: string | null | undefined): boolean {
  return typeof text === 'string' && text.trim() !== ''
}
