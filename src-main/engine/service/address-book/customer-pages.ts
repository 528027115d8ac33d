import type { Clock } from '../../model/clock.ts'
import { AppError } from '../../model/errors.ts'
import { listIn, uuidOf } from '../answers/answer-parts.ts'
import type { CustomerReader } from '../answers/customer-answer.ts'
import type { ListDoubt } from '../../model/contacts/list-doubt.ts'
import type { Department } from '../../model/contacts/customer.ts'
import { type ResumePoint, findResumePoint } from './resumed-walk.ts'
import { type EarlierWalk } from '../../model/contacts/earlier-walk.ts'
import type { HttpRequest } from '../http/http-exchange.ts'
import { isObject } from '../http/json-text.ts'
import { pageSize, type PageAnswer, type WalkedPage } from './list-page.ts'
import { UnusableList, walkPages } from './page-walk.ts'
import { createReadAheadPace } from './read-ahead.ts'
import type { ServiceReader } from '../http/service-reader.ts'
import { reads } from '../requests.ts'
import type { CustomerPage, ListSize } from '../service.ts'
import { boundListSize } from './list-size.ts'
import type { ReadCustomer } from '../../model/contacts/customer.ts'
import { shapeError } from '../answers/shape-error.ts'
import { createUuidSet } from './uuid-set.ts'

export interface CustomerPagesOptions {
  clock: Clock
  read: ServiceReader
  readCustomer: CustomerReader
  departments: (signal?: AbortSignal) => Promise<Department[]>
  /** Told why there may be contacts that were not read, though the list came to an end. */
  onDoubt?: ((doubt: ListDoubt) => void) | undefined
}

const listKey = 'customers'

/**
 * All contacts, each once: from GET customers, else from the conversations of every department (which show only contacts
 * that have one). Where `resumeAt`, those that an earlier reading has not read. Throws `service.shape` or `service.refused`
 * when neither can be used.
 */
export async function* customerPages(
  options: CustomerPagesOptions,
  signal?: AbortSignal,
  resumeAt?: ResumePoint,
): AsyncGenerator<CustomerPage> {
  const { readCustomer } = options
  let count = resumeAt?.contacts ?? 0
  const walk = walkList(options, listKey, reads.customerPage, signal, resumeAt)
  try {
    for await (const { fresh, keys, page, unreadable, askedAtMs } of walk) {
      const customers = fresh.map(readCustomer).filter((one) => one !== null)
      count += customers.length
      yield { customers, read: count, source: 'customers', unreadable, askedAtMs, place: { page, uuids: keys } }
    }
    return
  } catch (error) {
    if (!(error instanceof UnusableList)) throw error
    yield* conversationPages(options, error.refusal, signal)
  }
}

/** Where reading the list of contacts can resume after an earlier walk; null when it must be read from the start. */
export function resumePointOf(
  { read }: Pick<CustomerPagesOptions, 'read'>,
  earlier: EarlierWalk,
  signal?: AbortSignal,
): Promise<ResumePoint | null> {
  return findResumePoint(earlier, async (page) => {
    const keys = await keysOnPage(read, page, signal)
    // A service that counts from 1 may refuse page 0.
    return keys === 'refused' ? (page === 0 ? [] : null) : keys
  })
}

/** How long the list of contacts is, see `boundListSize`. */
export function listSizeOf({ read }: Pick<CustomerPagesOptions, 'read'>, enough: number, signal?: AbortSignal): Promise<ListSize | null> {
  return boundListSize(enough, async (page) => {
    const keys = await keysOnPage(read, page, signal)
    return keys === 'refused' ? null : keys
  })
}

/** Null for a page that is no list. */
async function keysOnPage(
  read: CustomerPagesOptions['read'],
  page: number,
  signal: AbortSignal | undefined,
): Promise<string[] | 'refused' | null> {
  const { body, error } = await read(reads.customerPage(page, pageSize), signal)
  if (error !== null) return 'refused'
  return listIn(body, listKey)?.flatMap((item) => uuidOf(item) ?? []) ?? null
}

async function* conversationPages(
  options: CustomerPagesOptions,
  refusal: AppError | null,
  signal: AbortSignal | undefined,
): AsyncGenerator<CustomerPage> {
  const { readCustomer } = options
  const seen = createUuidSet()
  let count = 0
  for (const groupUuid of [null, ...(await otherGroups(options.departments, signal))]) {
    const walk = walkList(options, 'conversations', (page, size) => reads.conversationPage(page, size, groupUuid), signal)
    try {
      for await (const { fresh, unreadable, askedAtMs } of walk) {
        const found = fresh.map((item) => readCustomer(isObject(item) ? item.customer : null))
        const customers = found.filter((one): one is ReadCustomer => one !== null && seen.add(one.record.uuid))
        count += customers.length
        yield {
          customers,
          read: count,
          source: 'conversations',
          unreadable: unreadable + found.filter((one) => one === null).length,
          askedAtMs,
        }
      }
    } catch (error) {
      if (!(error instanceof UnusableList)) throw error
      // A further department that is not open to this person hides its contacts only.
      if (groupUuid === null) throw refusal ?? error.refusal ?? shapeError('the list of contacts')
    }
  }
  // That nobody has a conversation does not mean that there are no contacts: whoever reads has to learn how they were read.
  if (count === 0) yield { customers: [], read: 0, source: 'conversations', unreadable: 0, askedAtMs: options.clock.nowMs() }
}

async function otherGroups(departments: CustomerPagesOptions['departments'], signal: AbortSignal | undefined): Promise<string[]> {
  try {
    return (await departments(signal)).slice(1).map(({ uuid }) => uuid)
  } catch (error) {
    if (error instanceof AppError && (error.code === 'service.refused' || error.code === 'service.shape')) return []
    throw error
  }
}

/** The pages of a list; one at a time when the service asks to slow down. */
function walkList(
  { read, clock, onDoubt }: CustomerPagesOptions,
  key: string,
  requestOf: (page: number, size: number) => HttpRequest,
  signal?: AbortSignal,
  resumeAt?: ResumePoint,
): AsyncGenerator<WalkedPage> {
  const pace = createReadAheadPace()
  return walkPages({
    pace,
    keyOf: uuidOf,
    faceOf: phoneShown,
    signal,
    resumeAt,
    onDoubt,
    fetch: async (page, size, ended): Promise<PageAnswer> => {
      const askedAtMs = clock.nowMs()
      const { status, body, error } = await read(requestOf(page, size), ended, pace.onBusy)
      if (error !== null) return { kind: 'refused', status, error }
      const items = listIn(body, key)
      return items === null ? { kind: 'unusable' } : { kind: 'items', items, askedAtMs }
    },
  })
}

/** The number that an entry shows, whatever its form. */
function phoneShown(item: unknown): string | null {
  const phone = isObject(item) ? item.phone_number : null
  return phone === null || phone === undefined ? null : JSON.stringify(phone)
}
