import { setImmediate } from 'node:timers/promises'
import { type Clock, systemClock } from '../../model/clock.ts'
import { AppError, type ErrorAnswer } from '../../model/errors.ts'
import type { CacheWriter } from '../../model/contacts/cache-writer.ts'
import type { Service } from '../service.ts'

export interface SyncProgress {
  step: 'customFields' | 'departments' | 'contacts'
  /** Read so far, and how many of them by an earlier sync that broke off. */
  contacts: number
  continuedAfter: number
}

export interface SyncResult {
  contacts: number
  /** Whether the cache now knows every contact of the service. */
  complete: boolean
  /** What the service did not show, and what that means. */
  notices: ErrorAnswer[]
}

/** After a longer pause, as when a laptop slept, it is looked whether the list is still as it was. */
const longestPauseMs = 5 * 60 * 1000

/**
 * Reads custom fields, departments and all contacts into the cache. Fields or departments that the service does not show
 * are a notice; contacts that break off are thrown (`service.*`, `sign_in.needed`, `cancelled`), with what was read kept and
 * the sync recorded as incomplete: the next one goes on there, unless the list has another order by then or the sync is to
 * be made `anew`. Complete means: each contact that was in the list from the time when its reading began, by this sync or
 * by the one that it goes on with, and that kept its place among the others, is in the cache.
 */
export async function syncAddressBook(options: {
  service: Service
  writer: CacheWriter
  clock?: Pick<Clock, 'nowMs'>
  anew?: boolean
  signal?: AbortSignal
  onProgress?: (progress: SyncProgress) => void
}): Promise<SyncResult> {
  const { service, writer, signal, clock = systemClock } = options
  const notices: ErrorAnswer[] = []
  let contacts = 0
  let continuedAfter = 0
  let unreadable = 0
  let isByConversation = false
  const tell = (step: SyncProgress['step']) => options.onProgress?.({ step, contacts, continuedAfter })

  /** Answers false when there was so long a pause that the list may have changed. */
  const readContacts = async (isNew: boolean): Promise<boolean> => {
    const earlier = isNew ? null : writer.earlier()
    const resumeAt = earlier === null ? null : await service.resumePoint(earlier, signal)
    writer.read(resumeAt === null ? 'beginning' : 'earlier')
    contacts = continuedAfter = resumeAt?.contacts ?? 0
    unreadable = resumeAt === null ? 0 : (earlier?.unreadable ?? 0)
    tell('contacts')
    let readAtMs = clock.nowMs()
    for await (const page of service.customers(signal, resumeAt ?? undefined)) {
      if (clock.nowMs() - readAtMs > longestPauseMs) return false
      readAtMs = clock.nowMs()
      contacts = page.read
      unreadable += page.unreadable
      isByConversation ||= page.source === 'conversations'
      writer.putContacts(page.customers, page.askedAtMs, page.place && { ...page.place, soFar: { contacts, unreadable } })
      tell('contacts')
    }
    return true
  }

  writer.begin()
  try {
    tell('customFields')
    const fields = await unlessRefused(service.customFields(signal), 'The custom fields were not read', notices)
    if (fields) writer.replaceCustomFields(fields)

    tell('departments')
    const departments = await unlessRefused(service.departments(signal), 'The departments were not read', notices)
    if (departments) writer.replaceDepartments(departments)

    let isRead = await readContacts(options.anew === true)
    while (!isRead) isRead = await readContacts(false)
    if (isByConversation) notices.push(byConversation)
    if (unreadable > 0) notices.push(notReadable(unreadable))
  } catch (error) {
    writer.finish({ complete: false, contacts, isEnd: false })
    throw error
  }
  const complete = !isByConversation && unreadable === 0
  writer.finish({ complete, contacts, isEnd: true })
  for (const _ of writer.forgetGone()) {
    await setImmediate()
    if (signal?.aborted === true) break
  }
  return { contacts, complete, notices }
}

async function unlessRefused<T>(reading: Promise<T>, what: string, notices: ErrorAnswer[]): Promise<T | null> {
  try {
    return await reading
  } catch (error) {
    if (!(error instanceof AppError) || (error.code !== 'service.refused' && error.code !== 'service.shape')) throw error
    notices.push({ code: error.code, message: `${what}: ${error.message}`, hint: error.hint })
    return null
  }
}

const byConversation: ErrorAnswer = {
  code: 'service.shape',
  message: 'The service does not show its list of contacts, so only contacts with a conversation were read.',
  hint: 'Nothing to do: all others are looked up one by one when a file names them.',
}

function notReadable(count: number): ErrorAnswer {
  return {
    code: 'service.shape',
    message: `${count} ${count === 1 ? 'entry' : 'entries'} of the list of contacts could not be read.`,
    hint: 'Nothing to do: they are looked up one by one when a file names them.',
  }
}
