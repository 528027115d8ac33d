import { AppError, type ErrorAnswer } from '../errors.ts'
import type { CustomFieldDefinition, Department } from './customer.ts'
import type { ReadCustomer, Service } from './service.ts'

/** What a sync needs of the cache. */
export interface CacheWriter {
  replaceCustomFields(fields: CustomFieldDefinition[]): void
  replaceDepartments(departments: Department[]): void
  begin(): void
  putContacts(customers: ReadCustomer[], readAtMs: number): void
  finish(result: { complete: boolean; contacts: number }): void
}

export interface SyncProgress {
  step: 'customFields' | 'departments' | 'contacts'
  /** Read so far. */
  contacts: number
}

export interface SyncResult {
  contacts: number
  /** Whether the cache now knows every contact of the service. */
  complete: boolean
  /** What the service did not show, and what that means. */
  notices: ErrorAnswer[]
}

/**
 * Reads custom fields, departments and all contacts into the cache. Fields or departments that the service does not show
 * are a notice; contacts that break off are thrown (`service.*`, `sign_in.needed`, `cancelled`), with what was read kept and
 * the sync recorded as incomplete.
 */
export async function syncAccount(options: {
  service: Service
  writer: CacheWriter
  signal?: AbortSignal
  onProgress?: (progress: SyncProgress) => void
}): Promise<SyncResult> {
  const { service, writer, signal } = options
  const tell = (step: SyncProgress['step'], contacts: number) => options.onProgress?.({ step, contacts })
  const notices: ErrorAnswer[] = []
  let contacts = 0
  let isWhole = true

  writer.begin()
  try {
    tell('customFields', 0)
    const fields = await unlessRefused(service.customFields(signal), 'The custom fields were not read', notices)
    if (fields) writer.replaceCustomFields(fields)

    tell('departments', 0)
    const departments = await unlessRefused(service.departments(signal), 'The departments were not read', notices)
    if (departments) writer.replaceDepartments(departments)

    tell('contacts', 0)
    let unreadable = 0
    let isByConversation = false
    for await (const page of service.customers(signal)) {
      writer.putContacts(page.customers, page.askedAtMs)
      contacts = page.read
      unreadable += page.unreadable
      isByConversation ||= page.source === 'conversations'
      tell('contacts', contacts)
    }
    if (isByConversation) notices.push(byConversation)
    if (unreadable > 0) notices.push(notReadable(unreadable))
    isWhole = !isByConversation && unreadable === 0
  } catch (error) {
    writer.finish({ complete: false, contacts })
    throw error
  }
  writer.finish({ complete: isWhole, contacts })
  return { contacts, complete: isWhole, notices }
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
