import type { Database } from 'better-sqlite3'
import type { AccountSettings } from '../sandbox-options.ts'
import { showPhone } from '../seed/seed-phones.ts'

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

/** What an update or a creation writes. */
export type CustomerFields = Pick<
  CustomerRow,
  'name' | 'notes' | 'email' | 'blocked' | 'archived' | 'unreachable' | 'tags' | 'custom_fields'
>

/** A customer as answers show it (section Resources, Customer); `email` and `unreachable` are not in it. */
export interface CustomerAnswer {
  uuid: string
  name: string | null
  notes: string | null
  phone_number: string | null
  avatar_url: string | null
  facebook_id: string | null
  blocked: boolean
  archived: boolean
  reachable_by_sms: boolean
  tags: string[]
  custom_fields: Record<string, string | null>
  consent_status: boolean | null
  verified: boolean
}

export interface CustomerTable {
  byId(id: number): CustomerRow | undefined
  byUuid(uuid: string): CustomerRow | undefined
  /** By phone number in E.164. */
  byPhone(e164: string): CustomerRow | undefined
  /** Oldest first. */
  page(page: number, pageSize: number): CustomerRow[]
  count(): number
  update(id: number, fields: CustomerFields): void
  setConsent(id: number, consent: boolean): void
  /** Creates a reachable contact and answers its id. */
  insert(uuid: string, e164: string, fields: CustomerFields): number
}

export const blankFields: CustomerFields = {
  name: null,
  notes: null,
  email: null,
  blocked: 0,
  archived: 0,
  unreachable: 0,
  tags: '[]',
  custom_fields: '{}',
}

export function createCustomerTable(db: Database): CustomerTable {
  const byId = db.prepare<[number], CustomerRow>(`SELECT * FROM customers WHERE id = ?`)
  const byUuid = db.prepare<[string], CustomerRow>(`SELECT * FROM customers WHERE uuid = ?`)
  const byPhone = db.prepare<[string], CustomerRow>(`SELECT * FROM customers WHERE phone = ?`)
  // Ids have no gaps, so that page 20,000 costs no more than page 0.
  const page = db.prepare<[number, number], CustomerRow>(`SELECT * FROM customers WHERE id > ? AND id <= ? ORDER BY id`)
  const count = db.prepare<[], number>(`SELECT coalesce(max(id), 0) FROM customers`).pluck()
  const update = db.prepare(
    `UPDATE customers SET name = ?, notes = ?, email = ?, blocked = ?, archived = ?, unreachable = ?, tags = ?, custom_fields = ?,
       update_count = update_count + 1 WHERE id = ?`,
  )
  const setConsent = db.prepare(`UPDATE customers SET consent = ?, consent_count = consent_count + 1 WHERE id = ?`)
  const insert = db.prepare(
    `INSERT INTO customers (uuid, phone, phone_style, name, notes, email, blocked, archived, unreachable, tags, custom_fields,
       reachable_by_sms, verified) VALUES (?, ?, 'display', ?, ?, ?, ?, ?, ?, ?, ?, 1, 0)`,
  )
  const values = (fields: CustomerFields) => [
    fields.name,
    fields.notes,
    fields.email,
    fields.blocked,
    fields.archived,
    fields.unreachable,
    fields.tags,
    fields.custom_fields,
  ]
  return {
    byId: (id) => byId.get(id),
    byUuid: (uuid) => byUuid.get(uuid),
    byPhone: (e164) => byPhone.get(e164),
    page: (number, pageSize) => page.all(number * pageSize, (number + 1) * pageSize),
    count: () => count.get() ?? 0,
    update: (id, fields) => void update.run(values(fields), id),
    setConsent: (id, consent) => void setConsent.run(consent ? 1 : 0, id),
    insert: (uuid, e164, fields) => Number(insert.run(uuid, e164, values(fields)).lastInsertRowid),
  }
}

export function shownPhone(row: CustomerRow, style: AccountSettings['phoneStyle']): string | null {
  return row.phone === null ? null : showPhone(row.phone, style === 'seeded' ? row.phone_style : style)
}

export function customerAnswer(row: CustomerRow, style: AccountSettings['phoneStyle']): CustomerAnswer {
  return {
    uuid: row.uuid,
    name: row.name,
    notes: row.notes,
    phone_number: shownPhone(row, style),
    avatar_url: row.avatar_url,
    facebook_id: row.facebook_id,
    blocked: row.blocked === 1,
    archived: row.archived === 1,
    reachable_by_sms: row.reachable_by_sms === 1,
    tags: JSON.parse(row.tags) as string[],
    custom_fields: JSON.parse(row.custom_fields) as Record<string, string | null>,
    consent_status: row.consent === null ? null : row.consent === 1,
    verified: row.verified === 1,
  }
}
