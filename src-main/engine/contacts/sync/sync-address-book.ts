import { setImmediate } from 'node:timers/promises'
import { type Clock, systemClock } from '../../model/clock.ts'
import { AppError, type ErrorAnswer } from '../../model/errors.ts'
import type { ListDoubt } from '../../model/contacts/list-doubt.ts'
import type { CacheWriter } from './cache-writer.ts'
import type { Service } from '../../service/service.ts'

export interface SyncProgress {
  step: 'customFields' | 'departments' | 'contacts'
  /** Contacts read so far, and how many of them an earlier, interrupted sync had read. */
  contacts: number
  continuedAfter: number
}

export interface SyncResult {
  contacts: number
  /** Whether the cache now knows every contact of the service. */
  complete: boolean
  /** What the service did not show, and what follows from that. */
  notices: ErrorAnswer[]
}

/** How often it is looked how far another program is, and after how long without another page it is given up on. */
const lookEveryMs = 1_000
const patienceMs = 5 * 60 * 1000
/** After a longer pause, as when a laptop slept, it is looked whether the list is still as it was. */
const longestPauseMs = 5 * 60 * 1000

/**
 * Reads custom fields, departments and all contacts into the cache. Fields or departments that the service does not show
 * are a notice; contacts that break off are thrown (`service.*`, `sign_in.needed`, `cancelled`), with what was read kept and
 * the sync recorded as incomplete: the next one goes on there, unless the list has another order by then or the sync is to
 * be made `anew`. Complete means: each contact that was in the list from the time when its reading began, by this sync or
 * by the one that it goes on with, is in the cache: contacts that were deleted or moved meanwhile hide no others, but where a
 * deletion and an addition between two pages leave no trace (decision 24). Where that cannot be told, a notice says why and the sync
 * is not complete. While another program reads the contacts of the same
 * account, its sync is waited for, and is the result if it is complete.
 */
export async function syncAddressBook(options: {
  service: Service
  writer: CacheWriter
  clock?: Pick<Clock, 'nowMs' | 'sleep'>
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
  let doubts = new Set<ListDoubt>()
  const tell = (step: SyncProgress['step']) => options.onProgress?.({ step, contacts, continuedAfter })

  /** Returns false after a pause so long that the list may have changed. */
  const readContacts = async (isNew: boolean): Promise<boolean> => {
    const earlier = isNew ? null : writer.earlier()
    const resumeAt = earlier === null ? null : await service.resumePoint(earlier, signal)
    writer.read(resumeAt === null ? 'beginning' : 'earlier')
    contacts = continuedAfter = resumeAt?.contacts ?? 0
    unreadable = resumeAt === null ? 0 : (earlier?.unreadable ?? 0)
    doubts = new Set()
    tell('contacts')
    let readAtMs = clock.nowMs()
    for await (const page of service.customers(signal, resumeAt ?? undefined, (doubt) => doubts.add(doubt))) {
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

  const joined = await beginOrJoin(writer, clock, signal)
  if (joined !== null) return { contacts: joined.contacts, complete: true, notices: [] }
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
    if (!isByConversation) for (const doubt of doubts) notices.push(doubtNotices[doubt])
  } catch (error) {
    writer.finish({ complete: false, contacts, isEnd: false })
    throw error
  }
  const complete = !isByConversation && unreadable === 0 && doubts.size === 0
  writer.finish({ complete, contacts, isEnd: true })
  for (const _ of writer.forgetGone()) {
    await setImmediate()
    if (signal?.aborted === true) break
  }
  return { contacts, complete, notices }
}

/** Begins, answering null, or waits for the sync of another program and answers its result if it was complete. */
async function beginOrJoin(
  writer: CacheWriter,
  clock: Pick<Clock, 'nowMs' | 'sleep'>,
  signal: AbortSignal | undefined,
): Promise<{ contacts: number } | null> {
  let givenUp: number | undefined
  for (let other = writer.begin(); other !== null; other = writer.begin(givenUp)) {
    const { id } = other
    let grewAtMs = clock.nowMs()
    for (let { lastPage } = other; ;) {
      await clock.sleep(lookEveryMs, signal)
      const now = writer.elsewhere(id)
      if (now !== null && 'complete' in now && now.complete) return { contacts: now.contacts }
      if (now === null || 'complete' in now) break
      if (now.lastPage !== lastPage) grewAtMs = clock.nowMs()
      else if (clock.nowMs() - grewAtMs > patienceMs) givenUp = id
      if (givenUp === id) break
      lastPage = now.lastPage
    }
  }
  return null
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

const lookedUp = 'Nothing to do: contacts that were not read are looked up one by one when a file names them.'

const doubtNotices: Record<ListDoubt, ErrorAnswer> = {
  cut: {
    code: 'service.shape',
    message: 'The list of contacts ended after a full page, so the service may have more contacts than it lists.',
    hint: lookedUp,
  },
  gap: {
    code: 'service.shape',
    message: 'A page of the list of contacts came back empty twice, though more contacts followed.',
    hint: `${lookedUp} Reading the contacts again may bring them.`,
  },
  moving: {
    code: 'service.shape',
    message: 'Contacts kept moving within the list while it was read, so some may have been missed.',
    hint: `${lookedUp} Reading them again at a quieter time may bring them.`,
  },
  endless: {
    code: 'service.shape',
    message:
      'The list of contacts shows no end: pages however far behind bring other contacts each. Rollcall stopped reading after a thousand pages.',
    hint: `${lookedUp} Ask whoever manages the service whether all of these contacts are real.`,
  },
}

function notReadable(count: number): ErrorAnswer {
  return {
    code: 'service.shape',
    message: `${count} ${count === 1 ? 'entry' : 'entries'} of the list of contacts could not be read.`,
    hint: 'Nothing to do: they are looked up one by one when a file names them.',
  }
}
