/** A row of the table; 0 and 1 are booleans, `tags` and `custom_fields` hold JSON. */
export interface CustomerRow {
  id: number
  uuid: string
  name: string | null
  notes: string | null
  email: string | null
  phone: string | null
  phone_style: 'display' | 'e164'
  avatar_url: string | null
  facebook_id: string | null
  blocked: number
  archived: number
  unreachable: number
  reachable_by_sms: number
  verified: number
  consent: number | null
  tags: string
  custom_fields: string
  update_count: number
  consent_count: number
}

export interface ConversationRow {
  id: number
  uuid: string
  customer_id: number
  /** Position of the department, from 1. */
  group_id: number
  /** For group messages: the ids of all customers in it, sorted, as JSON; `customer_id` is the first recipient. */
  participants: string | null
  resolved: number
  last_post_at: number
}

export type PostKind = 'seed' | 'import' | 'message' | 'whisper' | 'resolve' | 'consent-request' | 'auto-reply'

export interface Attachment {
  content_type: string
  name: string
  url: string
}

export interface PostRow {
  id: number
  uuid: string
  conversation_id: number
  kind: PostKind
  body: string | null
  attachments: string
  created_at: number
  creator_type: 'customer' | 'system' | 'user'
  is_whisper: number
  marked_as_resolved: number
  first_post: number
  message_type: string | null
}
