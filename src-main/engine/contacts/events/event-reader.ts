import type { Clock } from '../../model/clock.ts'
import type { ReadCustomer } from '../../model/contacts/customer.ts'
import type { EventOutcome } from '../../model/contacts/event-schema.ts'
import { asAppError } from '../../model/errors.ts'
import type { Service } from '../../service/service.ts'
import { asStoreError, type Store } from '../../store/open-store.ts'
import { tablesOf } from '../../store/tables.ts'
import { createPhoneReader } from '../../text/phone-number.ts'
import { namedContacts } from './named-contacts.ts'

interface EventReaderOptions {
  store: Store
  service: Pick<Service, 'customerByUuid' | 'lookUpByPhone'>
  clock: Pick<Clock, 'nowMs' | 'sleep'>
  /** How a number without a country code is read. */
  country: () => string
}

type Reading = 'read' | 'gone' | 'unknown'

/** How long after a contact was not found it is looked for once more, before it is taken for gone. */
const lookAgainMs = 2_000

export type EventReader = ReturnType<typeof createEventReader>

/**
 * Takes events of the service and reads the contacts again that they tell of. What an event itself says is never stored: nobody can tell who
 * sent it. One contact after the other is read; events about one that is still waiting share its reading.
 */
export function createEventReader({ store, service, clock, country }: EventReaderOptions) {
  const waiting = new Map<string, Promise<Reading>>()
  let last: Promise<unknown> = Promise.resolve()

  /** A reading that has begun may have missed what a later event tells, so that only those that wait are shared. */
  const inTurn = (key: string, read: () => Promise<Reading>): Promise<Reading> => {
    const known = waiting.get(key)
    if (known !== undefined) return known
    const reading = last.then(() => {
      waiting.delete(key)
      return read()
    })
    waiting.set(key, reading)
    last = reading.catch(() => undefined)
    return reading
  }

  const keep = (customer: ReadCustomer, askedAtMs: number): Reading => {
    tablesOf(store).contacts.putRead(customer, askedAtMs)
    return 'read'
  }

  async function readUuid(uuid: string): Promise<Reading> {
    for (let isSecond = false; ; isSecond = true) {
      const askedAtMs = clock.nowMs()
      const customer = await service.customerByUuid(uuid)
      if (customer !== null) return keep(customer, askedAtMs)
      const { contacts } = tablesOf(store)
      if (contacts.findByUuid(uuid) === null) return 'unknown'
      if (isSecond) {
        store.transaction(() => contacts.remove(uuid, askedAtMs)).immediate()
        return 'gone'
      }
      await clock.sleep(lookAgainMs)
    }
  }

  async function readPhone(phone: string): Promise<Reading> {
    const askedAtMs = clock.nowMs()
    const { customer } = await service.lookUpByPhone(phone)
    return customer === null ? 'unknown' : keep(customer, askedAtMs)
  }

  return {
    /** How many contacts wait to be read. */
    waiting: () => waiting.size,

    /** Reads the contacts that this body tells of. Never throws: `error` is the first that a reading met. */
    async take(body: string): Promise<EventOutcome> {
      const { uuids, phones } = namedContacts(body)
      const toPhone = createPhoneReader(country())
      const readings = uuids.map((uuid) => inTurn(uuid, () => readUuid(uuid)))
      // Who is named by a uuid needs no look-up by number.
      if (uuids.length === 0) {
        for (const text of phones) {
          const { phone } = toPhone(text)
          if (phone !== null) readings.push(inTurn(phone, () => readPhone(phone)))
        }
      }
      const outcome: EventOutcome = { read: 0, gone: 0, unknown: 0, failed: 0, error: null }
      for (const reading of await Promise.allSettled(readings)) {
        outcome[reading.status === 'fulfilled' ? reading.value : 'failed'] += 1
        if (reading.status === 'rejected') outcome.error ??= asAppError(asStoreError(reading.reason)).toAnswer()
      }
      return outcome
    },
  }
}
