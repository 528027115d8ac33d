import { tagsAfter } from '../../kinds/tags-after.ts'
import { assertNever } from '../../model/errors.ts'
import type { CustomerUpdate } from '../../model/contacts/customer.ts'
import type { CallOutcome, ServiceCall } from '../../model/runs/service-call.ts'
import type { Contacts } from '../../store/contacts/contacts.ts'

type Done = Extract<CallOutcome, { kind: 'done' }>

/**
 * Writes what a call did to the contacts cache, so that planning the same file again finds nothing to do: the
 * record that the service answered, and where it shows nothing (always `email` and `unreachable`), what was written.
 */
export function updateCache(contacts: Contacts, call: ServiceCall, outcome: Done, atMs: number): void {
  switch (call.kind) {
    case 'updateCustomer': {
      const { tags, ...fields } = call.customer
      // The tags that the service shows win over the tags that were asked for.
      const left =
        tags === undefined || outcome.record?.tags !== undefined ? undefined : withTags(tags, contacts.findByUuid(call.uuid)?.record.tags)
      contacts.applyWrite(call.uuid, left === undefined ? fields : { ...fields, tags: left }, atMs, outcome.record)
      return
    }
    case 'createCustomer': {
      if (outcome.record === null) return
      const { phone, ...customer } = call.customer
      // The service never shows it, and a new contact has none unless it was given.
      contacts.applyWrite(outcome.record.uuid, { email: '', ...customer, phone }, atMs, outcome.record)
      return
    }
    case 'setConsent': {
      const uuid = call.uuid ?? onlyUuid(contacts, call.phone)
      if (uuid !== null) contacts.applyWrite(uuid, { consent: call.consent }, atMs)
      return
    }
    case 'importMessage':
    case 'writeWhisper':
    case 'sendToPhone':
    case 'sendToGroup':
    case 'requestConsent':
    case 'resolveConversation':
      return
    default:
      assertNever(call)
  }
}

/** The tags after an update; undefined where they cannot be known. */
function withTags(update: NonNullable<CustomerUpdate['tags']>, present: readonly string[] | undefined): string[] | undefined {
  return present === undefined && update.handling !== 'replace' ? undefined : tagsAfter(update, present ?? [])
}

function onlyUuid(contacts: Contacts, phone: string | null): string | null {
  const found = phone === null ? [] : contacts.findByPhone(phone)
  return found.length === 1 ? (found[0]?.record.uuid ?? null) : null
}
