import type { Service } from './service.ts'
import type { ReadCustomer } from '../model/contacts/customer.ts'

/** `cannotTell`: not found, but only by a way that does not show every contact. */
export type CreatedFate = { kind: 'found'; customer: ReadCustomer } | { kind: 'absent' } | { kind: 'cannotTell' }

/** Whether there is a contact with this number (E.164) now. Throws what `Service`'s reads throw. */
export async function findCreated(service: Pick<Service, 'lookUpByPhone'>, phone: string, signal?: AbortSignal): Promise<CreatedFate> {
  const { customer, isCertain } = await service.lookUpByPhone(phone, signal)
  if (customer !== null) return { kind: 'found', customer }
  return { kind: isCertain ? 'absent' : 'cannotTell' }
}
