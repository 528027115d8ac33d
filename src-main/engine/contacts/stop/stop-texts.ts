import type { Clock } from '../../model/clock.ts'
import type { CustomerRecord } from '../../model/contacts/customer.ts'
import type { Stopped, StopRequest } from '../../model/contacts/stop-schema.ts'
import { AppError, asAppError, type ErrorAnswer } from '../../model/errors.ts'
import type { CallError, CallOutcome, ServiceCall } from '../../model/runs/service-call.ts'
import type { Service } from '../../service/service.ts'
import type { OpenStop } from '../../store/contacts/open-stops.ts'
import { durably, type Store } from '../../store/open-store.ts'
import { tablesOf } from '../../store/tables.ts'
import { createPhoneReader } from '../../text/phone-number.ts'

export interface StopOptions {
  store: Store
  service: Pick<Service, 'perform' | 'customerByUuid' | 'lookUpByPhone'>
  clock: Pick<Clock, 'nowMs' | 'sleep'>
  /** How long a call of a run about a contact (uuids and numbers) may still take effect; 0 where none can. To be asked again then. */
  unsettledForMs: (contacts: readonly string[]) => number
  /** How a number without a country code is read. */
  country: string
  operator: string
  account: { name: string; baseUrl: string }
}

type Done = Extract<CallOutcome, { kind: 'done' }>

/** How often a call that is safe to repeat is sent, and how long apart. */
const attempts = 3
const pauseMs = 1_000
/** How long a read may go on showing the consent of before: as long as reads are known to be late. */
const lateReadMs = 15_000

/**
 * Stops texts to a person who asked for it, without a file. The number goes on the do-not-text list before anything else, so that the
 * refusal holds whatever the service says; then every contact that has it refuses consent, or is unsubscribed where the service takes no
 * consent. Rows of runs that would let them be texted go no more; where one has left and may still take effect, that is waited for, and what
 * it did is refused again. What was done is in the ledger. Throws `usage` for what is no number, and for a contact that nobody knows.
 */
export async function stopTexts(options: StopOptions, request: StopRequest): Promise<Stopped> {
  const { store, clock } = options
  const { doNotText, stoppedTexts } = tablesOf(store)
  const { person } = request
  const phone = 'phone' in person ? readPhone(person.phone, options.country) : (knownContact(store, person.contact).phone ?? null)
  const noteStop = (keys: readonly string[]): void => durably(store, () => stoppedTexts.note(keys, clock.nowMs()))
  const own = [...('contact' in person ? [person.contact] : []), ...(phone === null ? [] : [phone])]
  if (phone !== null) durably(store, () => doNotText.add(phone, clock.nowMs()))
  noteStop(own)
  const found = await whoHas(options, phone, 'contact' in person ? person.contact : null)
  const contacts: Stopped['contacts'] = []
  noteStop(found.records.map(({ uuid }) => uuid))
  const atMs = request.askedAtMs ?? clock.nowMs()
  durably(store, () => {
    for (const { uuid } of found.records) tablesOf(store).openStops.add({ uuid, atMs, phone, request: { ...request, askedAtMs: atMs } })
  })
  for (const record of found.records) contacts.push(await stopForGood(options, request, record, phone))
  return { phone, isListed: phone !== null, contacts, unasked: found.unasked }
}

/**
 * Finishes what an earlier process was about to do when it ended, or could not do: refuses consent of each such contact, also once what had
 * left before can have no effect any more. Somebody who has agreed again since is left alone.
 */
export async function finishStops(options: StopOptions): Promise<void> {
  const { contacts, openStops } = tablesOf(options.store)
  for (const stop of openStops.all()) {
    const known = contacts.findByUuid(stop.uuid)
    if (known === null || hasAgreedSince(options.store, stop)) openStops.remove(stop.uuid)
    else await stopForGood(options, stop.request, known.record, stop.phone)
  }
}

function hasAgreedSince(store: Store, { uuid, atMs }: OpenStop): boolean {
  const [last] = tablesOf(store).consentLedger.page({ search: '', contact: uuid, offset: 0, limit: 1 }).records
  return last?.kind === 'consent' && last.to === true && Date.parse(last.time) > atMs
}

function knownContact(store: Store, uuid: string): CustomerRecord {
  const known = tablesOf(store).contacts.findByUuid(uuid)
  if (known !== null) return known.record
  throw new AppError('usage', 'This contact is not in the address book any more.', 'Sync the contacts, or stop texts by the phone number.')
}

function readPhone(text: string, country: string): string {
  const { phone } = createPhoneReader(country)(text)
  if (phone !== null) return phone
  throw new AppError('usage', `"${text}" is no phone number.`, 'Write it with its country code, such as +1 202 555 0143.')
}

/** All contacts with the number, those of the service too. */
async function whoHas({ store, service, clock }: StopOptions, phone: string | null, uuid: string | null) {
  const { contacts } = tablesOf(store)
  const known = new Map<string, CustomerRecord>()
  let unasked: ErrorAnswer | null = null
  if (uuid !== null) known.set(uuid, knownContact(store, uuid))
  if (phone !== null) for (const { record } of contacts.findByPhone(phone)) known.set(record.uuid, record)
  if (phone !== null && known.size === 0) {
    try {
      const askedAtMs = clock.nowMs()
      const { customer } = await service.lookUpByPhone(phone)
      if (customer !== null) {
        contacts.putRead(customer, askedAtMs)
        known.set(customer.record.uuid, customer.record)
      }
    } catch (error) {
      unasked = asAppError(error).toAnswer()
    }
  }
  return { records: [...known.values()], unasked }
}

/** At once, and once more after a call that a run had sent before, whose effect may have come later. */
async function stopForGood(
  options: StopOptions,
  request: StopRequest,
  record: CustomerRecord,
  phone: string | null,
): Promise<Stopped['contacts'][number]> {
  const keys = [record.uuid, ...[phone, record.phone].filter((one) => typeof one === 'string')]
  let leftMs = options.unsettledForMs(keys)
  const first = await stopContact(options, request, record, phone)
  // What was answered while the refusal was on its way may have taken effect after it.
  if (leftMs === 0) return closed(options, first)
  for (; leftMs > 0; leftMs = options.unsettledForMs(keys)) await options.clock.sleep(leftMs)
  const last = await stopContact(options, request, record, phone)
  return closed(options, last.outcome === 'already' ? first : last)
}

/** Nothing is left to do, unless it could not be done. */
function closed({ store }: StopOptions, stopped: Stopped['contacts'][number]): Stopped['contacts'][number] {
  if (stopped.outcome !== 'failed') tablesOf(store).openStops.remove(stopped.uuid)
  return stopped
}

async function stopContact(
  options: StopOptions,
  request: StopRequest,
  record: CustomerRecord,
  phone: string | null,
): Promise<Stopped['contacts'][number]> {
  const { uuid } = record
  const answer = (outcome: Stopped['contacts'][number]['outcome'], error: CallError | null = null) => {
    const told = error === null ? null : { code: error.code, message: error.message, hint: error.hint }
    return { uuid, name: record.name ?? null, outcome, error: told }
  }
  const before = await readNow(options, uuid)
  if (before?.consent === false) return answer('already')
  const consent: ServiceCall = { kind: 'setConsent', uuid, phone: null, consent: false }
  const refused = await performSafely(options, consent)
  if (refused.kind !== 'done' && refused.kind !== 'failed') return answer('failed', refused.error)
  const shown = refused.kind === 'done' ? await shownConsent(options, uuid) : null
  if (refused.kind === 'done' && (shown === false || shown === undefined)) {
    const isReadBack = shown === false
    note(options, request, { record: before ?? record, phone, outcome: refused, isReadBack, isUnsubscribed: false })
    return answer('refused')
  }
  const unsubscribed = await performSafely(options, { kind: 'updateCustomer', uuid, customer: { unreachable: true } })
  if (unsubscribed.kind !== 'done') return answer('failed', unsubscribed.error)
  note(options, request, { record: before ?? record, phone, outcome: unsubscribed, isReadBack: false, isUnsubscribed: true })
  return answer('unsubscribed')
}

/** The consent that the service shows after it was refused; undefined where it shows none. What says yes, or not asked, may be late. */
async function shownConsent(options: StopOptions, uuid: string): Promise<CustomerRecord['consent']> {
  const { clock } = options
  for (let waitedMs = 0; ; waitedMs += pauseMs) {
    const consent = (await readNow(options, uuid))?.consent
    if (consent === false || consent === undefined || waitedMs >= lateReadMs) return consent
    await clock.sleep(pauseMs)
  }
}

/** The contact as the service shows it now; null where it does not. */
async function readNow({ store, service, clock }: StopOptions, uuid: string): Promise<CustomerRecord | null> {
  const askedAtMs = clock.nowMs()
  const read = await service.customerByUuid(uuid).catch(() => null)
  if (read === null) return null
  tablesOf(store).contacts.putRead(read, askedAtMs)
  return read.record
}

/** Refusing twice is refusing once, so that what was not answered is sent again. */
async function performSafely({ service, clock }: StopOptions, call: ServiceCall): Promise<CallOutcome> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await service.perform(call)
    if (outcome.kind !== 'retry' || attempt === attempts) return outcome
    await clock.sleep(Math.min(outcome.afterMs ?? pauseMs * attempt, 10 * pauseMs))
  }
}

interface StoppedContact {
  record: CustomerRecord
  phone: string | null
  outcome: Done
  isReadBack: boolean
  isUnsubscribed: boolean
}

/** Records it in the ledger and the cache, in one transaction. */
function note(options: StopOptions, request: StopRequest, { record, phone, outcome, isReadBack, isUnsubscribed }: StoppedContact): void {
  const { store, clock, operator, account } = options
  const { contacts, consentLedger } = tablesOf(store)
  const nowMs = clock.nowMs()
  const { how, note: said, askedAtMs = nowMs } = request
  durably(store, () => {
    contacts.applyWrite(record.uuid, isUnsubscribed ? { unreachable: true } : { consent: false }, nowMs, outcome.record)
    consentLedger.append({
      time: new Date(nowMs).toISOString(),
      contact: record.uuid,
      phone: phone ?? record.phone ?? null,
      name: record.name ?? null,
      from: record.consent === undefined ? 'unknown' : record.consent,
      to: false,
      file: null,
      line: null,
      evidence: {
        How: how,
        When: new Date(askedAtMs).toISOString(),
        ...(said.trim() !== '' && { Note: said.trim().normalize('NFC') }),
        ...(isUnsubscribed && { 'Set as': 'unsubscribed, because the service took no consent' }),
      },
      operator,
      account: { name: account.name, baseUrl: account.baseUrl },
      answer: { status: outcome.status, said: outcome.said ?? null },
      confirmed: isReadBack ? 'readBack' : 'answer',
      run: null,
      row: null,
    })
  })
}
