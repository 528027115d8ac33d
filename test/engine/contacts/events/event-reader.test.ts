import { expect, test } from 'vitest'
import { createEventReader } from '../../../../src-main/engine/contacts/events/event-reader.ts'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { startEventReceiver } from '../../../sandbox/events/event-receiver.ts'
import { hurriedClock, runStations } from '../../run/run-stations.ts'

const station = runStations()

async function reading() {
  const clock = hurriedClock()
  const here = await station({ contacts: 30 }, { clock })
  const asked: string[] = []
  const service = {
    customerByUuid: (uuid: string) => {
      asked.push(uuid)
      return here.service.customerByUuid(uuid)
    },
    lookUpByPhone: (phone: string) => {
      asked.push(phone)
      return here.service.lookUpByPhone(phone)
    },
  }
  const reader = createEventReader({ store: here.store, service, clock, country: () => 'US' })
  const [phone = '', other = ''] = here.phones
  const uuidOf = (number: string) => here.sandbox.customerByPhone(number)?.uuid ?? ''
  const cached = (uuid: string) => tablesOf(here.store).contacts.findByUuid(uuid)?.record
  return { ...here, reader, asked, phone, other, uuidOf, cached }
}

const nothing = { read: 0, gone: 0, unknown: 0, failed: 0, error: null }
const about = (uuid: string, beside = {}) => JSON.stringify({ event: 'customer_updated', customer: { uuid, ...beside } })

test('the contact is read again; what the event says of it is not believed', async () => {
  const { reader, sandbox, phone, uuidOf, cached } = await reading()
  const uuid = uuidOf(phone)
  sandbox.changeCustomer({ uuid }, { name: 'New Name', consent: false })
  expect(cached(uuid)?.name).not.toBe('New Name')
  expect(await reader.take(about(uuid, { name: 'Forged', consent: true }))).toEqual({ ...nothing, read: 1 })
  expect(cached(uuid)).toMatchObject({ name: 'New Name', consent: false })
})

test('by number where no uuid is told, and not by both', async () => {
  const { reader, asked, sandbox, phone, other, uuidOf, cached } = await reading()
  sandbox.changeCustomer({ uuid: uuidOf(phone) }, { name: 'By Number' })
  expect(await reader.take(JSON.stringify({ phone_number: phone.slice(2) }))).toEqual({ ...nothing, read: 1 })
  expect(cached(uuidOf(phone))?.name).toBe('By Number')
  asked.length = 0
  await reader.take(JSON.stringify({ customer: { uuid: uuidOf(other), phone_number: other } }))
  expect(asked).toEqual([uuidOf(other)])
})

test('somebody new is known from then on; whom nobody has is unknown, and so is what is no number', async () => {
  const { reader, service, cached } = await reading()
  const created = await service.perform({ kind: 'createCustomer', customer: { phone: '+12025550188', name: 'Just Created' } })
  const uuid = created.kind === 'done' ? (created.record?.uuid ?? '') : ''
  expect(cached(uuid)).toBeUndefined()
  expect(await reader.take(about(uuid))).toEqual({ ...nothing, read: 1 })
  expect(cached(uuid)?.name).toBe('Just Created')
  expect(await reader.take(about('nobody'))).toEqual({ ...nothing, unknown: 1 })
  expect(await reader.take(JSON.stringify({ phone_number: 'no number' }))).toEqual(nothing)
})

test('who is twice not found is marked as gone, and who is found the second time stays', async () => {
  const { reader, store, sandbox, service, phone, other, uuidOf, cached } = await reading()
  const [uuid, stays] = [uuidOf(phone), uuidOf(other)]
  let answers = 0
  const late = createEventReader({
    store,
    service: {
      ...service,
      customerByUuid: (asked) => {
        answers += 1
        return answers === 1 ? Promise.resolve(null) : service.customerByUuid(asked)
      },
    },
    clock: hurriedClock(),
    country: () => 'US',
  })
  expect(await late.take(about(stays))).toEqual({ ...nothing, read: 1 })
  expect(cached(stays)).toBeDefined()
  sandbox.deleteCustomer({ uuid })
  expect(await reader.take(about(uuid))).toEqual({ ...nothing, gone: 1 })
  expect(cached(uuid)).toBeUndefined()
  expect(tablesOf(store).goneContacts.find(uuid)?.record.uuid).toBe(uuid)
})

test('many events about one contact that waits share a reading; one that came after it began is read anew', async () => {
  const { reader, asked, phone, other, uuidOf } = await reading()
  const [first, second] = [uuidOf(phone), uuidOf(other)]
  await Promise.all([first, second, second, second, first].map((uuid) => reader.take(about(uuid))))
  expect(asked).toEqual([first, second])
  await reader.take(about(first))
  expect(asked).toEqual([first, second, first])
  expect(reader.waiting()).toBe(0)
})

test('a service that does not answer is said, and the next event is taken', async () => {
  const { reader, sandbox, service, phone, uuidOf, cached } = await reading()
  const uuid = uuidOf(phone)
  sandbox.setFaults('401')
  expect(await reader.take(about(uuid))).toMatchObject({ read: 0, failed: 1, error: { code: 'sign_in.needed' } })
  sandbox.clearFaults()
  sandbox.changeCustomer({ uuid }, { name: 'Afterwards' })
  expect(await reader.take(about(uuid))).toEqual({ ...nothing, read: 1 })
  expect(cached(uuid)?.name).toBe('Afterwards')
  await service.close()
})

test("each of the sandbox's own events about a contact leads to it", async () => {
  const { reader, sandbox, service, phone, uuidOf } = await reading()
  const receiver = await startEventReceiver()
  try {
    sandbox.sendEventsTo(receiver.url)
    const uuid = uuidOf(phone)
    await service.perform({ kind: 'importMessage', phone, groupUuid: null, body: 'hello', attachments: [] })
    await service.perform({ kind: 'setConsent', uuid, phone: null, consent: false })
    await sandbox.eventsSent()
    expect(receiver.received.length).toBeGreaterThan(1)
    for (const { event } of receiver.received)
      expect(await reader.take(JSON.stringify(event)), event.event).toEqual({ ...nothing, read: 1 })
  } finally {
    await receiver.close()
  }
})
