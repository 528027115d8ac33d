import { AppError } from '../errors.ts'
import { listIn, uuidOf } from './answers.ts'
import type { CustomerReader } from './customer-answer.ts'
import type { Department } from './customer.ts'
import type { HttpRequest } from './http-exchange.ts'
import { isObject } from './json-text.ts'
import { type PageAnswer, UnusableList, walkPages } from './page-walk.ts'
import type { Reader } from './reader.ts'
import { reads } from './requests.ts'
import type { CustomerPage, ReadCustomer } from './service.ts'
import { shapeError } from './shape-error.ts'

export interface CustomerPagesOptions {
  read: Reader
  readCustomer: CustomerReader
  departments: (signal?: AbortSignal) => Promise<Department[]>
}

/**
 * All contacts, each once: from GET customers, else from the conversations of every department (which show only contacts
 * that have one). Throws `service.shape` or `service.refused` when neither can be used.
 */
export async function* customerPages(options: CustomerPagesOptions, signal?: AbortSignal): AsyncGenerator<CustomerPage> {
  const { read, readCustomer } = options
  let count = 0
  const walk = walkPages({
    fetch: (page, size) => fetchPage(read, reads.customerPage(page, size), 'customers', signal),
    keyOf: uuidOf,
  })
  try {
    for await (const { fresh, unreadable } of walk) {
      const customers = fresh.map(readCustomer).filter((one) => one !== null)
      count += customers.length
      yield { customers, read: count, source: 'customers', unreadable }
    }
    return
  } catch (error) {
    if (!(error instanceof UnusableList)) throw error
    yield* conversationPages(options, error.refusal, signal)
  }
}

async function* conversationPages(
  { read, readCustomer, departments }: CustomerPagesOptions,
  refusal: AppError | null,
  signal: AbortSignal | undefined,
): AsyncGenerator<CustomerPage> {
  const seen = new Set<string>()
  let count = 0
  for (const groupUuid of [null, ...(await otherGroups(departments, signal))]) {
    const walk = walkPages({
      fetch: (page, size) => fetchPage(read, reads.conversationPage(page, size, groupUuid), 'conversations', signal),
      keyOf: uuidOf,
    })
    try {
      for await (const { fresh, unreadable } of walk) {
        const found = fresh.map((item) => readCustomer(isObject(item) ? item.customer : null))
        const customers = found.filter((one): one is ReadCustomer => one !== null && !seen.has(one.record.uuid))
        for (const { record } of customers) seen.add(record.uuid)
        count += customers.length
        yield { customers, read: count, source: 'conversations', unreadable: unreadable + found.filter((one) => one === null).length }
      }
    } catch (error) {
      if (!(error instanceof UnusableList)) throw error
      // A further department that is not open to this person hides its contacts only.
      if (groupUuid === null) throw refusal ?? error.refusal ?? shapeError('the list of contacts')
    }
  }
}

async function otherGroups(departments: CustomerPagesOptions['departments'], signal: AbortSignal | undefined): Promise<string[]> {
  try {
    return (await departments(signal)).slice(1).map(({ uuid }) => uuid)
  } catch (error) {
    if (error instanceof AppError && (error.code === 'service.refused' || error.code === 'service.shape')) return []
    throw error
  }
}

async function fetchPage(read: Reader, request: HttpRequest, key: string, signal: AbortSignal | undefined): Promise<PageAnswer> {
  const { status, body, error } = await read(request, signal)
  if (error !== null) return { kind: 'refused', status, error }
  const items = listIn(body, key)
  return items === null ? { kind: 'unusable' } : { kind: 'items', items }
}
