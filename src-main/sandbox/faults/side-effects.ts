import { isObject } from '../operations/request-fields.ts'
import type { Service, ServiceRequest } from '../service-state.ts'
import type { CustomerRow } from '../tables/rows.ts'
import type { FaultKind } from './fault-kinds.ts'
import type { FaultHits } from './fault-plan.ts'

const flagFaults: readonly { kind: FaultKind; changes: Partial<CustomerRow> }[] = [
  { kind: 'block', changes: { blocked: 1 } },
  { kind: 'unblock', changes: { blocked: 0 } },
  { kind: 'archive', changes: { archived: 1 } },
  { kind: 'unarchive', changes: { archived: 0 } },
  { kind: 'unsubscribe', changes: { unreachable: 1 } },
  { kind: 'resubscribe', changes: { unreachable: 0 } },
  { kind: 'give-consent', changes: { consent: 1 } },
  { kind: 'withdraw-consent', changes: { consent: 0 } },
  { kind: 'reset-consent', changes: { consent: null } },
  { kind: 'drop-avatar', changes: { avatar_url: null } },
  { kind: 'unverify', changes: { verified: 0 } },
]

const replyText = 'Thanks for your message! We will get back to you soon.'

function givenCustomFields(request: ServiceRequest): Record<string, unknown> | null {
  const customer = isObject(request.body) ? request.body.customer : undefined
  return isObject(customer) && isObject(customer.custom_fields) ? customer.custom_fields : null
}

function onlyGivenFields(row: CustomerRow, given: Record<string, unknown>): string {
  const stored = JSON.parse(row.custom_fields) as Record<string, string | null>
  return JSON.stringify(Object.fromEntries(Object.entries(stored).filter(([uuid]) => uuid in given)))
}

/** What a service changes beyond what was asked, at the contacts that the write was about. Belongs in the write's transaction. */
export function addSideEffects(service: Service, request: ServiceRequest, customerIds: readonly number[], hits: FaultHits): void {
  for (const id of customerIds) {
    const row = service.customers.byId(id)
    if (!row) continue
    const changes: Partial<CustomerRow> = {}
    for (const fault of flagFaults) if (hits.has(fault.kind)) Object.assign(changes, fault.changes)
    const given = givenCustomFields(request)
    if (given && hits.has('replace-custom-fields')) changes.custom_fields = onlyGivenFields(row, given)
    if (!given && hits.get('clear-left-out')?.choice?.split('+').includes('custom_fields') === true) changes.custom_fields = '{}'
    if (Object.keys(changes).length > 0) service.customers.overwrite({ ...row, ...changes })
    if (hits.has('auto-reply')) addReply(service, id)
    const lateMs = hits.get('late-reply')?.amount
    if (lateMs !== undefined) service.lateEffects.add(lateMs, () => void service.change('import-message', () => addReply(service, id)))
    if (hits.has('resolve-open')) service.conversations.setResolved(service.conversations.ofCustomer(id, 1).id, true)
  }
}

function addReply(service: Service, customerId: number): void {
  const conversation = service.conversations.ofCustomer(customerId, 1)
  const post = service.conversations.addPost(conversation, {
    kind: 'auto-reply',
    body: replyText,
    attachments: [],
    createdAtSeconds: service.nowSeconds(),
    creatorType: 'system',
    marksResolved: false,
  })
  service.record({ count: 'autoReplies', customerIds: [], conversation, post })
}
