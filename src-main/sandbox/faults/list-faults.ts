import { notFound } from '../operations/refusal.ts'
import type { OperationName } from '../operations/operation-names.ts'
import { pageWindow } from '../operations/request-fields.ts'
import { uuidOf } from '../seed/random-bits.ts'
import type { Service } from '../service-state.ts'
import type { CustomerRow } from '../tables/rows.ts'
import { laggingRecords, type Records } from '../tables/records.ts'
import { concerns, type FaultHits } from './fault-plan.ts'

const invented = (row: CustomerRow, round: number): CustomerRow => ({
  ...row,
  uuid: uuidOf(row.id, 900_000 + round),
  phone: null,
  name: `${row.name ?? 'Contact'} ${round + 1}`,
})

/** The customers of a list without an end. */
function endlessPage(service: Service, records: Records, page: number, pageSize: number, how: string | undefined): CustomerRow[] {
  const pages = Math.max(Math.ceil(service.customers.count() / pageSize), 1)
  const round = Math.floor(page / pages)
  const rows = records.customers(page % pages, pageSize)
  return how === 'invented' && round > 0 ? rows.map((row) => invented(row, round)) : rows
}

function reorderedPage(service: Service, page: number, pageSize: number): CustomerRow[] {
  const rows: CustomerRow[] = []
  for (const id of service.customers.idsByActivity(page, pageSize)) {
    const row = service.customers.byId(id)
    if (row) rows.push(row)
  }
  return rows
}

function lagOf(customer: CustomerRow, hits: FaultHits): number {
  const subject = { uuids: [customer.uuid], phones: customer.phone === null ? [] : [customer.phone] }
  return hits.all('read-lag').find((fault) => concerns(fault, subject))?.amount ?? 0
}

/** What a request may see of the service with these faults. */
export function recordsWithFaults(service: Service, hits: FaultHits): Records {
  let records = service.records
  if (hits.has('reorder-lists')) records = { ...records, customers: (page, pageSize) => reorderedPage(service, page, pageSize) }
  const before = records
  const endless = hits.get('endless-list')
  if (endless) records = { ...records, customers: (page, pageSize) => endlessPage(service, before, page, pageSize, endless.choice) }
  if (hits.has('read-lag')) {
    records = laggingRecords(records, service.history, service.clock.monotonicMs(), (customer) => lagOf(customer, hits))
  }
  if (hits.has('empty-page')) records = { ...records, customers: () => [], conversations: () => [], posts: () => [] }
  return records
}

/** Throws a 404 refusal for a page that such a service does not have. */
export function refusePageBeyond(query: URLSearchParams, hits: FaultHits): void {
  const last = hits.get('no-page-after')?.amount
  if (last !== undefined && pageWindow(query).page > last) throw notFound('Page')
}

/** What happens at the service while a client reads a list: others become active or are deleted. */
export function disturbList(
  service: Service,
  operation: OperationName,
  query: URLSearchParams,
  hits: FaultHits,
  random: () => number,
): void {
  if (operation !== 'list-customers') return
  const { page, pageSize } = pageWindow(query)
  const shown = hits.has('reorder-lists') ? reorderedPage(service, page, pageSize) : service.customers.page(page, pageSize)
  for (const row of shown.slice(0, hits.get('delete-while-listed')?.amount ?? 0)) removeCustomer(service, row.id)
  const all = service.customers.count()
  for (let n = 0; n < (hits.get('reorder-lists')?.amount ?? 0); n += 1) service.customers.noteActivity(1 + Math.floor(random() * all))
}

/** A contact is gone, with its conversations. */
export function removeCustomer(service: Service, id: number): void {
  service.conversations.removeOf(id)
  service.customers.remove(id)
}
