import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createContactSearch } from '../../../src-main/engine/contacts/search/contact-search.ts'
import { contactFilterSchema } from '../../../src-main/engine/model/contacts/contact-filter-schema.ts'
import { createContactIndex } from '../../../src-main/engine/store/contacts/contact-index.ts'
import { createCalls } from '../../../src-main/engine/store/runs/calls.ts'
import { createContacts } from '../../../src-main/engine/store/contacts/contacts.ts'
import { migrations } from '../../../src-main/engine/store/migrations.ts'
import { openStore, type Store } from '../../../src-main/engine/store/open-store.ts'
import { createPlanRows } from '../../../src-main/engine/store/plans/plan-rows.ts'
import { createRunRows } from '../../../src-main/engine/store/runs/run-rows.ts'
import { tablesOf } from '../../../src-main/engine/store/tables.ts'
import { createFiles } from '../../../src-main/engine/store/files/files.ts'
import { createRuns } from '../../../src-main/engine/store/runs/runs.ts'
import { createDigestMatcher } from '../../../src-main/engine/plan/match/desired-digest.ts'

let folder: string
const opened: Store[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rollcall-migrations-'))
})
afterEach(() => {
  for (const store of opened.splice(0)) store.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A database as the version left it whose newest migration has this number. */
function storeOf(version: number, fill: string): string {
  const path = join(folder, `version-${version}.db`)
  const store = new Database(path)
  for (const sql of migrations.slice(0, version)) store.exec(sql)
  store.exec(fill)
  store.pragma(`user_version = ${version}`)
  store.close()
  return path
}

const open = (path: string): Store => {
  const store = openStore(path)
  opened.push(store)
  return store
}

describe('a database of version 2', () => {
  const fill = `
    INSERT INTO contacts (uuid, phone, name, name_key, known, read_at_ms, sync_id) VALUES ('a', '+12025550101', 'Ann', 'ann', 3, 1, 0);
    INSERT INTO files VALUES ('f', 'f.csv', NULL, '/nowhere', 1, 'x', 1, NULL);
    INSERT INTO plans (id, kind, file_id, dialect, columns, recipe, lookup, state, created_at_ms) VALUES ('p', 'contacts', 'f', '{}', '[]', '{}', 'never', 'ready', 1);
    INSERT INTO plan_rows (plan_id, row, line, class, contact_uuid, phone) VALUES ('p', 1, 2, 'unchanged', 'a', '+12025550101');`

  test('keeps its contacts and plans; a contact without a digest is read and compared', async () => {
    const store = open(storeOf(2, fill))
    expect(createPlanRows(store).find('p', 1)).toMatchObject({ class: 'unchanged', contactUuid: 'a', contactName: 'Ann' })
    expect(createContacts(store).findByPhone('+12025550101')[0]?.record).toEqual({ uuid: 'a', phone: '+12025550101', name: 'Ann' })
    const isTold = async (): Promise<boolean> => {
      const parts = { texts: ['name'] as const, tags: false, customFields: [] }
      const index = await createContactIndex(store, parts)
      const place = index?.placeOf('+12025550101') ?? -1
      const row = { line: 2, key: null, issues: [], contact: { name: 'Ann' } }
      return createDigestMatcher('contacts', parts)(row, index?.knownAt(place) ?? 0, index?.digestAt(place) ?? Number.NaN)
    }
    expect(await isTold()).toBe(false)
    createContacts(store).putRead({ record: { uuid: 'a', phone: '+12025550101', name: 'Ann' }, extra: null }, 5)
    expect(await isTold()).toBe(true)
  })
})

describe('a database of version 3', () => {
  const fill = `
    INSERT INTO files VALUES ('f', 'f.csv', NULL, '/nowhere', 1, 'x', 1, NULL);
    INSERT INTO plans (id, kind, file_id, dialect, columns, recipe, lookup, state, created_at_ms) VALUES ('p', 'contacts', 'f', '{}', '[]', '{}', 'never', 'ready', 1);
    INSERT INTO runs (id, plan_id, kind, state, operator, settings, started_at_ms) VALUES ('r', 'p', 'contacts', 'paused', 'Kim', '{}', 1);
    INSERT INTO calls VALUES
      ('r', 1, 0, 'createCustomer', 'done', 2, 11, 12, 13, 201, NULL, NULL, NULL, '{"fields":{"notes":"old"}}', '{"uuid":"a"}'),
      ('r', 2, 0, 'importMessage', 'unknown', 1, 21, 21, 23, NULL, 'c', 'm', 'h', NULL, NULL),
      ('r', 3, 0, 'updateCustomer', 'sent', 1, 31, 31, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
    INSERT INTO run_rows VALUES ('r', 1, 'done', NULL, NULL, NULL, '{}'), ('r', 2, 'unknown', 'c', 'm', 'h', NULL);`

  test('keeps the journal of its runs to the last column, and what became of their rows', () => {
    const before = new Database(storeOf(3, fill))
    const dump = (store: Pick<Store, 'prepare'>) => [
      store.prepare('SELECT * FROM calls ORDER BY row').all(),
      store.prepare('SELECT * FROM run_rows ORDER BY row').all(),
    ]
    const stored = dump(before)
    before.close()
    expect(stored.flat()).toHaveLength(5)
    const store = open(join(folder, 'version-3.db'))
    expect(dump(store)).toEqual(stored)
    expect(
      createCalls(store)
        .unknownAfter('r', 0, 9)
        .map(({ row }) => row),
    ).toEqual([2])
    expect(
      createCalls(store)
        .sentAfter('r', 0, 9)
        .map(({ row }) => row),
    ).toEqual([3])
    expect(createRunRows(store).find('r', [2]).get(2)).toMatchObject({
      outcome: 'unknown',
      failure: { code: 'c', message: 'm', hint: 'h' },
    })
  })

  test('still refuses states and outcomes that are none, and forgets a run with its journal', () => {
    const store = open(storeOf(3, fill))
    expect(() => store.exec(`UPDATE calls SET state = 'lost' WHERE row = 3`)).toThrow(/CHECK/)
    expect(() => store.exec(`UPDATE run_rows SET outcome = 'lost' WHERE row = 1`)).toThrow(/CHECK/)
    store.exec(`DELETE FROM runs WHERE id = 'r'`)
    expect(store.prepare('SELECT (SELECT count(*) FROM calls) + (SELECT count(*) FROM run_rows)').pluck().get()).toBe(0)
  })
})

describe('a database of version 5', () => {
  const fill = `
    INSERT INTO files VALUES ('f', 'f.csv', NULL, '/nowhere', 1, 'x', 1, NULL);
    INSERT INTO plans (id, kind, file_id, dialect, columns, recipe, lookup, state, created_at_ms) VALUES
      ('p', 'messages', 'f', '{}', '[]', '{}', 'never', 'ready', 1), ('q', 'contacts', 'f', '{}', '[]', '{}', 'never', 'ready', 1), ('u', 'contacts', 'f', '{}', '[]', '{}', 'never', 'ready', 1);
    INSERT INTO runs (id, plan_id, kind, undoes_run_id, state, operator, settings, started_at_ms, lease_owner) VALUES
      ('r', 'p', 'messages', NULL, 'paused', 'Kim', '{}', 1, 'a'), ('s', 'q', 'contacts', NULL, 'finished', 'Kim', '{}', 2, NULL), ('t', 'u', 'undo', 's', 'paused', 'Kim', '{}', 3, NULL);
    INSERT INTO calls VALUES ('r', 1, 0, 'importMessage', 'unknown', 1, 21, 21, 23, NULL, 'c', 'm', 'h', NULL, NULL);
    INSERT INTO run_rows VALUES ('r', 1, 'unknown', 'c', 'm', 'h', NULL);`

  test('keeps its runs with their kinds, their journals and what refers to them', () => {
    const before = new Database(storeOf(5, fill))
    const dump = (store: Pick<Store, 'prepare'>) =>
      [
        'SELECT id, plan_id, kind, undoes_run_id, state, operator, started_at_ms, lease_owner FROM runs ORDER BY id',
        'SELECT * FROM calls',
        'SELECT * FROM run_rows',
      ].map((sql) => store.prepare(sql).all())
    const stored = dump(before)
    before.close()
    expect(stored.flat()).toHaveLength(5)
    const store = open(join(folder, 'version-5.db'))
    expect(dump(store)).toEqual(stored)
    expect(
      createRuns(store)
        .all()
        .map(({ id, kind }) => [id, kind]),
    ).toEqual([
      ['t', 'undo'],
      ['s', 'contacts'],
      ['r', 'messages'],
    ])
    expect(createRuns(store).undoOf('s')).toBe('t')
    expect(store.pragma('foreign_key_check')).toEqual([])
    store.exec(`DELETE FROM runs WHERE id = 'r'`)
    expect(store.prepare('SELECT (SELECT count(*) FROM calls) + (SELECT count(*) FROM run_rows)').pluck().get()).toBe(0)
  })

  test('takes a kind of a later version without another table; this version says that it does not know it', () => {
    const store = open(storeOf(5, fill))
    store.exec(`UPDATE runs SET kind = 'greeting' WHERE id = 'r'`)
    expect(() => createRuns(store).find('r')).toThrow(expect.objectContaining({ code: 'store.damaged' }))
    expect(() => store.exec(`UPDATE runs SET kind = NULL WHERE id = 'r'`)).toThrow(/NOT NULL/)
  })
})

test('saved recipes get an id, and so do the lists that were run with them', () => {
  const stored = (name: string, column: string, to: string) =>
    JSON.stringify({ version: 1, name, kind: 'contacts', match: { by: 'phone', column }, fields: [{ to, from: ['A'] }] })
  const plan = (id: string, ...recipe: [string, string, string]) =>
    `INSERT INTO plans (id, kind, file_id, dialect, columns, recipe, lookup, state, created_at_ms)
      VALUES ('${id}', 'contacts', 'f', '{}', '[]', '${stored(...recipe)}', 'never', 'ready', 1);`
  const saved = (id: string, ...recipe: [string, string, string]) =>
    `INSERT INTO recipes (id, name, kind, header_signature, recipe, saved_at_ms)
      VALUES ('${id}', '${recipe[0]}', 'contacts', '', '${stored(...recipe)}', 1);`
  const before = migrations.findIndex((sql) => sql.includes("'$.id', recipes.id"))
  const store = open(
    storeOf(
      before,
      `INSERT INTO files (id, name, stored_path, size_bytes, sha256, opened_at_ms) VALUES ('f', 'f.csv', '/nowhere', 1, 'x', 1);
      ${saved('r1', 'Monthly', 'Phone', 'name')} ${saved('r2', 'Contacts', 'Phone', 'name')}
      ${plan('same', 'Monthly', 'Phone', 'notes')} ${plan('other column', 'Monthly', 'Mobile', 'name')} ${plan('other name', 'Weekly', 'Phone', 'name')}
      ${plan('unnamed', 'Contacts', 'Phone', 'name')} ${plan('unnamed, other fields', 'Contacts', 'Phone', 'notes')}`,
    ),
  )
  const ids = (table: string) => store.prepare(`SELECT id, recipe ->> '$.id' AS known FROM ${table} ORDER BY rowid`).raw().all()
  expect(ids('recipes')).toEqual([
    ['r1', 'r1'],
    ['r2', 'r2'],
  ])
  expect(ids('plans')).toEqual([
    ['same', 'r1'],
    ['other column', null],
    ['other name', null],
    ['unnamed', 'r2'],
    ['unnamed, other fields', null],
  ])
})

test('of files that were opened before, nobody knows which process did', () => {
  const before = migrations.findIndex((sql) => sql.includes('opened_by'))
  const store = open(
    storeOf(
      before,
      `INSERT INTO files (id, name, stored_path, size_bytes, sha256, opened_at_ms) VALUES ('f', 'f.csv', '/nowhere', 1, 'x', 7)`,
    ),
  )
  expect(createFiles(store).unused()).toEqual([{ id: 'f', sha256: 'x', openedBy: null, openedAtMs: 7 }])
})

test('contacts that were cached before can be searched, and what runs of before have changed is known by contact', async () => {
  const before = migrations.findIndex((sql) => sql.includes('search_grams'))
  const store = open(
    storeOf(
      before,
      `INSERT INTO contacts (uuid, phone, name, name_key, known, read_at_ms, sync_id) VALUES
        ('a', '+12025550101', 'Ann', 'ann', 3, 1, 0), ('b', '+12025550102', 'Ben', 'ben', 3, 1, 0);
      INSERT INTO files (id, name, stored_path, size_bytes, sha256, opened_at_ms) VALUES ('f', 'f.csv', '/nowhere', 1, 'x', 1);
      INSERT INTO plans (id, kind, file_id, dialect, columns, recipe, lookup, state, created_at_ms)
        VALUES ('p', 'contacts', 'f', '{}', '[]', '{}', 'never', 'ready', 1);
      INSERT INTO plan_rows (plan_id, row, line, class, contact_uuid) VALUES ('p', 1, 2, 'send', 'a'), ('p', 2, 3, 'send', NULL), ('p', 3, 4, 'send', 'b');
      INSERT INTO runs (id, plan_id, kind, state, operator, settings, started_at_ms) VALUES ('r', 'p', 'contacts', 'finished', '', '{}', 1);
      INSERT INTO calls (run_id, row, ordinal, kind, state, attempts, first_sent_at_ms, last_sent_at_ms, answered_at_ms, after_image)
        VALUES ('r', 1, 0, 'updateCustomer', 'done', 1, 5, 5, 6, NULL), ('r', 2, 0, 'createCustomer', 'done', 1, 5, 5, 7, '{"uuid": "new"}'),
          ('r', 3, 0, 'updateCustomer', 'failed', 1, 5, 5, 8, NULL);
      INSERT INTO run_rows (run_id, row, outcome) VALUES ('r', 1, 'done'), ('r', 2, 'done'), ('r', 3, 'failed');`,
    ),
  )
  const found = await createContactSearch(store).page(contactFilterSchema.parse({ search: '0102' }), { offset: 0, limit: 5 })
  expect(found.contacts.map(({ record }) => record.uuid)).toEqual(['b'])
  const { contactChanges, runRows } = tablesOf(store)
  expect(contactChanges.ofContact('a', 9)).toMatchObject([{ runId: 'r', fileName: 'f.csv', line: 2, row: 1, atMs: 6 }])
  expect([contactChanges.ofContact('new', 9), contactChanges.ofContact('b', 9)]).toMatchObject([[{ line: 3, atMs: 7 }], []])
  expect(contactChanges.contactsOfRun('r')).toEqual([1])
  runRows.write('r', 3, 'done', null)
  expect(contactChanges.ofContact('b', 9)).toMatchObject([{ row: 3, atMs: 8 }])
})
