import { expect, test } from 'vitest'
import { tablesOf } from '../../../../src-main/engine/store/tables.ts'
import { tempStores } from '../temp-store.ts'

const newStore = tempStores()
const phone = '+12025550100'

/** A run with one row about a number, of which one call left; and a look from another run. */
function countFrom({ run = 'other', kind = 'importMessage', state = 'unknown', about = phone, sentAtMs = 1001 }) {
  const store = newStore()
  store.pragma('foreign_keys = OFF')
  store.pragma('ignore_check_constraints = ON')
  store
    .prepare(
      `INSERT INTO runs (id, plan_id, kind, operator, state, settings, started_at_ms) VALUES (?, 'plan', 'messages', 'Pat', ?, '{}', 0)`,
    )
    .run(run, 'paused')
  store.prepare(`INSERT INTO plan_rows (plan_id, row, line, class, phone, detail) VALUES ('plan', 1, 2, 'send', ?, '{}')`).run(about)
  store
    .prepare(
      `INSERT INTO calls (run_id, row, ordinal, kind, state, attempts, first_sent_at_ms, last_sent_at_ms) VALUES (?, 1, 0, ?, ?, 1, 0, ?)`,
    )
    .run(run, kind, state, sentAtMs)
  return tablesOf(store).calls.postsUnsettledElsewhere('own', 'importMessage', phone, 1000)
}

test.each([
  ['nobody knows whether it arrived', 1, {}],
  ['it is under way', 1, { state: 'sent' }],
  ['it is to be sent again', 1, { state: 'pending' }],
  ['it has arrived', 0, { state: 'done' }],
  ['it was refused', 0, { state: 'failed' }],
  ['it is of the run itself', 0, { run: 'own' }],
  ['it is about somebody else', 0, { about: '+12025550101' }],
  ['it left too long ago to arrive now', 0, { sentAtMs: 1000 }],
  ['it is no message', 0, { kind: 'resolveConversation' }],
])('a message of another run, of which %s, counts %i', (_what, count, parts) => {
  expect(countFrom(parts)).toBe(count)
})
