import type { Database } from 'better-sqlite3'
import type { AccountSettings } from '../sandbox-options.ts'
import { showPhone } from '../phone-forms.ts'
import type { RowHistory } from './row-history.ts'
import type { CustomerRow } from './rows.ts'

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
  /** The next contact that can be texted; the first one after the last. */
  after(id: number): CustomerRow | undefined
  /** Ids, those that were changed last first, the others as they were created. */
  idsByActivity(page: number, pageSize: number): number[]
  noteActivity(id: number): void
  /** For data that was seeded afresh. */
  forgetActivity(): void
  /** Writes a row as it is, without counting it as an update. */
  overwrite(row: CustomerRow): void
  remove(id: number): void
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

export function createCustomerTable(db: Database, history: RowHistory): CustomerTable {
  const byId = db.prepare<[number], CustomerRow>(`SELECT * FROM customers WHERE id = ?`)
  const byUuid = db.prepare<[string], CustomerRow>(`SELECT * FROM customers WHERE uuid = ?`)
  const byPhone = db.prepare<[string], CustomerRow>(`SELECT * FROM customers WHERE phone = ?`)
  // Ids have no gaps until a contact is deleted, so that page 20,000 costs no more than page 0.
  const page = db.prepare<[number, number], CustomerRow>(`SELECT * FROM customers WHERE id > ? AND id <= ? ORDER BY id`)
  const pageWithGaps = db.prepare<[number, number], CustomerRow>(`SELECT * FROM customers ORDER BY id LIMIT ? OFFSET ?`)
  const highestId = db.prepare<[], number>(`SELECT coalesce(max(id), 0) FROM customers`).pluck()
  const count = db.prepare<[], number>(`SELECT count(*) FROM customers`).pluck()
  const after = db.prepare<[number, number], CustomerRow>(
    `SELECT * FROM customers WHERE phone IS NOT NULL AND reachable_by_sms = 1 AND unreachable = 0 AND coalesce(consent, 1) = 1
       AND id <> ? ORDER BY id <= ?, id LIMIT 1`,
  )
  const quietIds = db
    .prepare<[string, number, number], number>(
      `SELECT id FROM customers WHERE id NOT IN (SELECT value FROM json_each(?)) ORDER BY id LIMIT ? OFFSET ?`,
    )
    .pluck()
  const remove = db.prepare(`DELETE FROM customers WHERE id = ?`)
  const overwrite = db.prepare(
    `UPDATE customers SET name = ?, notes = ?, email = ?, blocked = ?, archived = ?, unreachable = ?, tags = ?, custom_fields = ?,
       phone = ?, consent = ?, avatar_url = ?, verified = ? WHERE id = ?`,
  )
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
  let hasGaps = count.get() !== highestId.get()
  /** Changed contacts, the latest last. */
  const active = new Set<number>()
  const noteActivity = (id: number) => {
    active.delete(id)
    active.add(id)
  }
  const noteChange = (id: number) => {
    noteActivity(id)
    if (history.isKept()) history.noteCustomer(id, byId.get(id) ?? null)
  }
  return {
    byId: (id) => byId.get(id),
    byUuid: (uuid) => byUuid.get(uuid),
    byPhone: (e164) => byPhone.get(e164),
    page: (number, pageSize) =>
      hasGaps ? pageWithGaps.all(pageSize, number * pageSize) : page.all(number * pageSize, (number + 1) * pageSize),
    count: () => (hasGaps ? count.get() : highestId.get()) ?? 0,
    after: (id) => after.get(id, id),
    idsByActivity(number, pageSize) {
      const latest = [...active].reverse()
      const [from, to] = [number * pageSize, (number + 1) * pageSize]
      const shown = latest.slice(from, to)
      const others = quietIds.all(JSON.stringify(latest), pageSize - shown.length, Math.max(from - latest.length, 0))
      return [...shown, ...others]
    },
    noteActivity,
    forgetActivity() {
      active.clear()
      hasGaps = count.get() !== highestId.get()
    },
    overwrite(row) {
      noteChange(row.id)
      overwrite.run(values(row), row.phone, row.consent, row.avatar_url, row.verified, row.id)
    },
    remove(id) {
      noteChange(id)
      active.delete(id)
      remove.run(id)
      hasGaps = true
    },
    update(id, fields) {
      noteChange(id)
      update.run(values(fields), id)
    },
    setConsent(id, consent) {
      noteChange(id)
      setConsent.run(consent ? 1 : 0, id)
    },
    insert(uuid, e164, fields) {
      const id = Number(insert.run(uuid, e164, values(fields)).lastInsertRowid)
      noteActivity(id)
      history.noteCustomer(id, null)
      return id
    },
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
    // Who is unsubscribed is not messaged at all.
    reachable_by_sms: row.reachable_by_sms === 1 && row.unreachable === 0,
    tags: JSON.parse(row.tags) as string[],
    custom_fields: JSON.parse(row.custom_fields) as Record<string, string | null>,
    consent_status: row.consent === null ? null : row.consent === 1,
    verified: row.verified === 1,
  }
}
