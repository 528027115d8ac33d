import type { Database } from 'better-sqlite3'
import { mixBits, uuidOf } from './random-bits.ts'
import { seedCustomer, type SeedCustomer } from './seed-customer.ts'

/** Customer ids start at 1 and have no gaps until one is deleted; list pages count on it. */
const customerColumns =
  'id, uuid, name, notes, email, phone, phone_style, avatar_url, facebook_id, blocked, archived, unreachable, ' +
  'reachable_by_sms, verified, consent, tags, custom_fields'

const seededAtSeconds = 1_760_000_000

const questions = ['Hi, are you open on Saturday?', 'Thanks!', 'Can I move my appointment to 3 pm?', '¿Cuánto cuesta?', 'ok 👍']
const replies = ['Yes, from 9 to 1.', 'You are welcome.', 'Done. See you then.', 'Le llamamos enseguida.']

const flag = (value: boolean) => (value ? 1 : 0)

function customerValues(customer: SeedCustomer): unknown[] {
  return [
    customer.index + 1,
    customer.uuid,
    customer.name,
    customer.notes,
    customer.email,
    customer.phoneE164,
    customer.phoneStyle,
    customer.avatarUrl,
    customer.facebookId,
    flag(customer.blocked),
    flag(customer.archived),
    flag(customer.unreachable),
    flag(customer.reachableBySms),
    flag(customer.verified),
    customer.consentStatus === null ? null : flag(customer.consentStatus),
    JSON.stringify(customer.tags),
    JSON.stringify(customer.customFields),
  ]
}

function seedPosts(db: Database, contacts: number, seed: number): void {
  const insert = db.prepare(
    `INSERT INTO posts (uuid, conversation_id, kind, body, attachments, created_at, creator_type, is_whisper, marked_as_resolved,
       first_post, message_type) VALUES (?, ?, 'seed', ?, '[]', ?, ?, 0, 0, ?, 'SMS')`,
  )
  const touch = db.prepare(`UPDATE conversations SET last_post_at = ? WHERE id = ?`)
  let number = 0
  for (let index = 0; index < Math.min(contacts, 2_000); index += 5) {
    const count = 1 + (mixBits(index, seed + 77) % 6)
    for (let n = 0; n < count; n += 1) {
      const text = n % 2 === 0 ? questions[(index / 5 + n) % questions.length] : replies[(index / 5 + n) % replies.length]
      const at = seededAtSeconds + index * 60 + n * 20
      insert.run(uuidOf(number, seed * 1000 + 800), index + 1, text, at, n % 2 === 0 ? 'customer' : 'user', flag(n === 0))
      touch.run(at, index + 1)
      number += 1
    }
  }
}

/**
 * Writes contacts 0 to `contacts` - 1 and a conversation for each in the first department; some of the first have posts.
 * Belongs in a transaction.
 */
export function seedDatabase(db: Database, contacts: number, seed: number): void {
  const insert = db.prepare(`INSERT INTO customers (${customerColumns}) VALUES (${'?, '.repeat(16)}?)`)
  for (let index = 0; index < contacts; index += 1) insert.run(customerValues(seedCustomer(index, seed)))
  // A conversation's uuid is its contact's with another version digit.
  db.prepare(
    `INSERT INTO conversations (id, uuid, customer_id, group_id, participants, resolved, last_post_at)
     SELECT id, substr(uuid, 1, 14) || '5' || substr(uuid, 16), id, 1, NULL, id % 3 = 0, ? FROM customers ORDER BY id`,
  ).run(seededAtSeconds - 1)
  seedPosts(db, contacts, seed)
}
