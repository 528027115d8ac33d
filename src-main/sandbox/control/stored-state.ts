import type { Attachment, CustomerRow, PostKind, PostRow } from '../tables/rows.ts'
import { toE164 } from '../phone-forms.ts'
import type { Service } from '../service-state.ts'

/** Everything the sandbox stores about a contact, including what the service never shows. */
export interface CustomerState {
  uuid: string
  phone: string | null
  name: string | null
  notes: string | null
  email: string | null
  tags: string[]
  customFields: Record<string, string | null>
  consent: boolean | null
  archived: boolean
  blocked: boolean
  unreachable: boolean
  /** How often PUT customer changed it. */
  updates: number
  /** How often consent was set. */
  consentChanges: number
}

export interface PostState {
  uuid: string
  conversationId: number
  kind: PostKind
  body: string | null
  /** What the client sent, where the service altered it. */
  askedBody: string | null
  attachmentUrls: string[]
  createdAtSeconds: number
  isWhisper: boolean
  marksResolved: boolean
}

export function customerState(row: CustomerRow): CustomerState {
  return {
    uuid: row.uuid,
    phone: row.phone,
    name: row.name,
    notes: row.notes,
    email: row.email,
    tags: JSON.parse(row.tags) as string[],
    customFields: JSON.parse(row.custom_fields) as Record<string, string | null>,
    consent: row.consent === null ? null : row.consent === 1,
    archived: row.archived === 1,
    blocked: row.blocked === 1,
    unreachable: row.unreachable === 1,
    updates: row.update_count,
    consentChanges: row.consent_count,
  }
}

export function postState(row: PostRow, askedBody: string | undefined): PostState {
  return {
    uuid: row.uuid,
    conversationId: row.conversation_id,
    kind: row.kind,
    body: row.body,
    askedBody: askedBody ?? null,
    attachmentUrls: (JSON.parse(row.attachments) as Attachment[]).map((attachment) => attachment.url),
    createdAtSeconds: row.created_at,
    isWhisper: row.is_whisper === 1,
    marksResolved: row.marked_as_resolved === 1,
  }
}

/** The contact with a phone number in any form; undefined when there is none. */
export function rowByPhone(service: Service, phone: string): CustomerRow | undefined {
  const e164 = toE164(phone)
  return e164 === null ? undefined : service.customers.byPhone(e164)
}
