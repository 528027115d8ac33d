import { runSummary } from '../../../../src-main/engine/results/run-summary.ts'
import { customFieldUuids } from '../../../../src-main/sandbox/seed/seed-account.ts'
import type { RowParts, runStations } from '../run-stations.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'

type Station = Awaited<ReturnType<ReturnType<typeof runStations>>>

const fewPhones = 5

/** Somebody who has everything that a service could take away, and who refuses texts in every way. */
export const refuser = {
  name: 'Full Name',
  notes: 'Notes',
  tags: ['one', 'two'],
  archived: true,
  blocked: true,
  unreachable: true,
  consent: false,
  customFields: { [customFieldUuids.accountId]: 'A-1', [customFieldUuids.plan]: 'Plus' },
}
/** Somebody who takes texts. */
export const agreer = { ...refuser, archived: false, blocked: false, unreachable: false, consent: true }

/** Contacts that are all like that, at the service and in the cache, which knows the custom fields, too. */
export async function contactsLike(here: Station, state: typeof refuser, count = 30): Promise<string[]> {
  tablesOf(here.store).customFields.replaceAll(await here.service.customFields())
  return makeContacts(here, count, state)
}

/** The first contacts are all like that, at the service and in the cache; what was counted until then is forgotten. */
export async function makeContacts(here: Station, count: number, state: object): Promise<string[]> {
  const phones = here.phones.slice(0, count)
  for (const phone of phones) here.sandbox.changeCustomer({ uuid: here.sandbox.customerByPhone(phone)?.uuid ?? '' }, state)
  await readAgain(here, phones)
  here.sandbox.resetCounts()
  return phones
}

/** The cache takes over what the service says of them now: of many by reading all, which takes a call for each fifty. */
export async function readAgain({ sandbox, service, store }: Pick<Station, 'sandbox' | 'service' | 'store'>, phones: readonly string[]) {
  const uuids = new Set(phones.map((phone) => sandbox.customerByPhone(phone)?.uuid ?? ''))
  const { contacts } = tablesOf(store)
  if (uuids.size > fewPhones) {
    for await (const { customers } of service.customers())
      for (const read of customers) if (uuids.has(read.record.uuid)) contacts.putRead(read, Date.now())
    return
  }
  for (const uuid of uuids) {
    const read = await service.customerByUuid(uuid)
    if (read !== null) contacts.putRead(read, Date.now())
  }
}

export async function stoppedRun(here: Station, rows: RowParts[], kind: 'contacts' | 'consent' | 'messages', faults: string) {
  const planId = await here.plan(rows, { kind })
  here.sandbox.resetCounts()
  here.sandbox.setFaults(faults)
  const runId = await here.runner.start(planId)
  await here.runner.whenSettled(runId)
  const touched = here.phones.filter(
    (phone) => Object.keys(here.sandbox.effects({ uuid: here.sandbox.customerByPhone(phone)?.uuid ?? '' })).length > 0,
  )
  return { runId, touched, summary: runSummary(here.store, runId, Date.now()) }
}

export const note = (phones: readonly string[]) => phones.map((phone) => ({ phone, contact: { email: `${phone.slice(1)}@example.com` } }))
export const names = (phones: readonly string[]) => phones.map((phone) => ({ phone, contact: { name: `New ${phone}` } }))
export const field = (phones: readonly string[]) =>
  phones.map((phone) => ({ phone, contact: { customFields: { [customFieldUuids.plan]: `P ${phone}` } } }))
export const tags = (phones: readonly string[]) =>
  phones.map((phone) => ({ phone, contact: { tags: { handling: 'add' as const, tags: ['new'] } } }))
export const fewerTags = (phones: readonly string[]) =>
  phones.map((phone) => ({ phone, contact: { tags: { handling: 'remove' as const, tags: ['three'] } } }))
export const fewerOne = (phones: readonly string[]) =>
  phones.map((phone) => ({ phone, contact: { tags: { handling: 'remove' as const, tags: ['one'] } } }))
export const refusals = (phones: readonly string[]) => phones.map((phone) => ({ phone, consent: false, isOptOutExplicit: true as const }))
export const messages = (phones: readonly string[]) =>
  phones.map((phone) => ({ phone, message: { body: `To ${phone}`, attachments: [], sentAtSeconds: null } }))
