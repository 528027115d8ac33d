import { AppError } from '../model/errors.ts'
import { listIn, oneIn, uuidOf } from './answers/answer-parts.ts'
import { conversationIn } from './answers/conversation-answer.ts'
import type { CustomerReader } from './answers/customer-answer.ts'
import type { Department } from '../model/contacts/customer.ts'
import { fitsPhone } from './phone-match.ts'
import type { ReadAnswer, ServiceReader } from './http/service-reader.ts'
import { reads } from './requests.ts'
import type { PhoneLookup } from './service.ts'
import type { ReadCustomer } from '../model/contacts/customer.ts'
import { shapeError } from './answers/shape-error.ts'

/** Refusals (404 and the like) of the cheap look-up before it counts as not there. */
const maxRefusedLookups = 3

export interface LookupOptions {
  read: ServiceReader
  readCustomer: CustomerReader
  departments: (signal?: AbortSignal) => Promise<Department[]>
}

/** Look-ups of single contacts, with what was learnt about the service in this session. */
export function createCustomerLookup({ read, readCustomer, departments }: LookupOptions) {
  /** GET customers by phone is not specified: used until it proves not to be usable. */
  let cheapLookup: 'unproven' | 'works' | 'unusable' = 'unproven'
  let refusedLookups = 0
  /** GET customer is listed without its shape: a 404 that is a web page can mean the contact or the whole route. */
  let uuidRoute: 'unproven' | 'works' | 'missing' = 'unproven'
  let otherGroups: Promise<string[]> | null = null

  async function byPhone(phone: string, signal?: AbortSignal): Promise<PhoneLookup> {
    if (cheapLookup !== 'unusable') {
      const answer = await read(reads.customerByPhone(phone), signal)
      const found = inCheapAnswer(answer, phone)
      if (found !== 'unusable') {
        cheapLookup = 'works'
        return { customer: found, isCertain: true }
      }
      // Where the look-up is known to work, 404 can only be about the contact.
      if (answer.error === null) cheapLookup = 'unusable'
      else if (cheapLookup === 'works' && answer.status === 404) return { customer: null, isCertain: true }
      else if (++refusedLookups >= maxRefusedLookups || answer.status !== 404) cheapLookup = 'unusable'
    }
    const customer = await byConversation(phone, signal)
    return { customer, isCertain: customer !== null }
  }

  function inCheapAnswer({ status, body, error }: ReadAnswer, phone: string): ReadCustomer | null | 'unusable' {
    if (error !== null || status === 204) return 'unusable'
    // A list is not what was asked for, but a contact in it that has the number is the one.
    const list = listIn(body, 'customers')
    if (list !== null)
      return list.map(readCustomer).find((one) => typeof one?.record.phone === 'string' && one.record.phone === phone) ?? 'unusable'
    const customer = oneIn(body, 'customer')
    if (customer.kind === 'none') return null
    const found = customer.kind === 'one' ? readCustomer(customer.value) : null
    return found !== null && fitsPhone(found.record, phone) ? withPhone(found, phone) : 'unusable'
  }

  /** Conversations belong to departments: a contact may have one in another than the first. */
  async function byConversation(phone: string, signal: AbortSignal | undefined): Promise<ReadCustomer | null> {
    const inFirst = await customerInConversation(phone, undefined, signal)
    if (inFirst !== null) return inFirst
    otherGroups ??= groupUuidsAfterFirst(signal)
    for (const groupUuid of await otherGroups) {
      const found = await customerInConversation(phone, groupUuid, signal)
      if (found !== null) return found
    }
    return null
  }

  async function groupUuidsAfterFirst(signal: AbortSignal | undefined): Promise<string[]> {
    try {
      return (await departments(signal))
        .filter(({ isSmsGroup }) => !isSmsGroup)
        .slice(1)
        .map(({ uuid }) => uuid)
    } catch (error) {
      if (error instanceof AppError && (error.code === 'service.refused' || error.code === 'service.shape')) return []
      otherGroups = null
      throw error
    }
  }

  async function customerInConversation(
    phone: string,
    groupUuid: string | undefined,
    signal: AbortSignal | undefined,
  ): Promise<ReadCustomer | null> {
    const answer = await read(reads.conversationByPhone(phone, { pageSize: 1, ...(groupUuid !== undefined && { groupUuid }) }), signal)
    const conversation = conversationIn(answer)
    if (conversation === null) return null
    const found = readCustomer(conversation.customer)
    return found !== null && fitsPhone(found.record, phone) ? withPhone(found, phone) : null
  }

  async function byUuid(uuid: string, signal?: AbortSignal): Promise<ReadCustomer | null> {
    const answer = await read(reads.customerByUuid(uuid), signal)
    if (answer.status === 404 || answer.status === 410) {
      if (answer.body === undefined && !(await hasUuidRoute(uuid, signal))) throw shapeError('one contact')
      return null
    }
    if (answer.error?.code === 'service.refused' && answer.status === 403) throw answer.error
    const customer = answer.error === null ? oneIn(answer.body, 'customer') : ({ kind: 'unusable' } as const)
    if (customer.kind === 'none') return null
    if (customer.kind === 'unusable') throw shapeError('one contact')
    const found = readCustomer(uuidOf(customer.value) === null ? { ...customer.value, uuid } : customer.value)
    if (found === null) throw shapeError('one contact')
    uuidRoute = 'works'
    return found.record.uuid.toLowerCase() === uuid.toLowerCase() ? found : null
  }

  /** Asks once for a contact that is certain to exist. Where there is none to ask for, the specification is believed. */
  async function hasUuidRoute(exceptUuid: string, signal: AbortSignal | undefined): Promise<boolean> {
    if (uuidRoute === 'unproven') {
      const page = await read(reads.customerPage(0, 2), signal)
      const uuids = (listIn(page.body, 'customers') ?? []).map((item) => readCustomer(item)?.record.uuid)
      const known = uuids.find((one) => one !== undefined && one !== exceptUuid)
      if (known !== undefined) {
        const { status, body } = await read(reads.customerByUuid(known), signal)
        uuidRoute = status === 404 && body === undefined ? 'missing' : 'works'
      }
    }
    return uuidRoute !== 'missing'
  }

  return { byPhone, byUuid }
}

/** A record that does not show its number, or not in a way that can be read, has the one that it was found by. */
function withPhone(found: ReadCustomer, phone: string): ReadCustomer {
  return found.record.phone === phone ? found : { ...found, record: { ...found.record, phone } }
}
