import { version1 } from './migrations/version-1.ts'
import { versions2to14 } from './migrations/versions-2-to-14.ts'

/**
 * Numbered migrations, the older ones in `migrations/`: the database's `user_version` is the number of those applied. Never edit
 * one that was released; add the next. Each runs in a transaction (see `open-store.ts`).
 */
export const migrations: readonly string[] = [
  version1,
  ...versions2to14,
  `
  -- Whose latest posts the service was asked for before permission is given, and when they refused by them; null where they do not.
  CREATE TABLE asked_posts (
    phone TEXT PRIMARY KEY,
    asked_at_ms INTEGER NOT NULL,
    refused_at_ms INTEGER
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- Calls of a run that have to prove what the service does: OpenProof as JSON; null for the last of its kind that was good.
  CREATE TABLE proofs (
    run_id TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    row INTEGER NOT NULL,
    ordinal INTEGER NOT NULL,
    content TEXT,
    PRIMARY KEY (run_id, row, ordinal)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- Recipes are known by an id of their own: a saved one by the id that it has here, and so are the lists that were run with it.
  UPDATE recipes SET recipe = json_set(recipe, '$.id', id) WHERE json_valid(recipe);
  UPDATE plans SET recipe = json_set(plans.recipe, '$.id', recipes.id) FROM recipes
    WHERE json_valid(plans.recipe) AND json_valid(recipes.recipe) AND recipes.name = plans.recipe ->> '$.name' AND recipes.kind = plans.kind
      AND recipes.recipe ->> '$.match.column' = plans.recipe ->> '$.match.column'
      AND (recipes.name NOT IN ('Contacts', 'Consent list', 'Message history')
        OR (SELECT json_group_array(json_array(value ->> '$.to', value -> '$.from')) FROM json_each(recipes.recipe, '$.fields'))
          = (SELECT json_group_array(json_array(value ->> '$.to', value -> '$.from')) FROM json_each(plans.recipe, '$.fields')));
  `,
  `
  -- Messages that the service took, and does not show: they can be imported again, once they were looked for. When they had left.
  CREATE TABLE missing_messages (
    fingerprint TEXT PRIMARY KEY,
    sent_at_ms INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- Also messages that the service has refused, though it may have taken them all the same.
  ALTER TABLE missing_messages ADD COLUMN is_refused INTEGER NOT NULL DEFAULT 0 CHECK (is_refused IN (0, 1));
  `,
  `
  -- Which process opened a file: a copy that was refused is of no use once that is gone.
  ALTER TABLE files ADD COLUMN opened_by TEXT;
  `,
  `
  -- Another run looks at these before each of its calls.
  CREATE INDEX calls_unsettled ON calls (run_id, row) WHERE state IN ('sent', 'pending', 'unknown');
  `,
  `
  -- What runs that are under way at once share: see store/runs/shared-pace.ts. Null: as many calls as the account allows.
  ALTER TABLE runs ADD COLUMN in_flight INTEGER;
  ALTER TABLE runs ADD COLUMN wants_calls INTEGER NOT NULL DEFAULT 1 CHECK (wants_calls IN (0, 1));
  ALTER TABLE runs ADD COLUMN served_at_ms INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX runs_under_way ON runs (id) WHERE state = 'running';
  CREATE TABLE shared_pace (
    only_one INTEGER PRIMARY KEY CHECK (only_one = 1),
    next_call_ms REAL,
    -- Until when the service asked for a pause, and how.
    held_until_ms INTEGER,
    held_by TEXT CHECK (held_by IN ('retry_after', 'backoff'))
  ) STRICT;
  INSERT INTO shared_pace (only_one) VALUES (1);
  `,
  `
  -- Which contacts have which pieces of text, see store/contacts/search-index.ts: key is the block of ids and the piece.
  CREATE TABLE search_grams (
    key INTEGER PRIMARY KEY,
    places BLOB NOT NULL
  ) STRICT;
  -- The texts of a block's contacts, one behind the other, and where each ends in it, in bytes: 32 bits for each place in the block.
  CREATE TABLE search_blocks (
    block INTEGER PRIMARY KEY,
    ends BLOB NOT NULL,
    texts BLOB NOT NULL
  ) STRICT;
  -- Contacts that changed, or went, since their block was indexed.
  CREATE TABLE search_stale (id INTEGER PRIMARY KEY) STRICT;
  CREATE TRIGGER contacts_leave_search AFTER DELETE ON contacts
    BEGIN INSERT OR IGNORE INTO search_stale (id) SELECT OLD.id WHERE EXISTS (SELECT 1 FROM search_blocks WHERE block = OLD.id / 8192); END;
  `,
  `
  -- Which rows of which runs changed a contact, by its uuid; kept by the triggers below.
  CREATE TABLE contact_changes (
    contact TEXT NOT NULL,
    run_id TEXT NOT NULL,
    row INTEGER NOT NULL,
    done_at_ms INTEGER NOT NULL,
    PRIMARY KEY (contact, run_id, row)
  ) STRICT, WITHOUT ROWID;
  -- The conflict clause of the statement that fires a trigger outdoes those within it: a row that is written again is told apart by itself.
  CREATE TRIGGER run_rows_change_contacts AFTER INSERT ON run_rows WHEN NEW.outcome = 'done'
    BEGIN INSERT INTO contact_changes (contact, run_id, row, done_at_ms)
      SELECT contact, NEW.run_id, NEW.row, coalesce((SELECT max(answered_at_ms) FROM calls WHERE run_id = NEW.run_id AND row = NEW.row), 0)
      FROM (SELECT coalesce(contact_uuid, (SELECT max(CASE WHEN json_valid(after_image) THEN after_image ->> '$.uuid' END) FROM calls WHERE run_id = NEW.run_id AND row = NEW.row)) AS contact
        FROM plan_rows WHERE plan_id = (SELECT plan_id FROM runs WHERE id = NEW.run_id) AND row = NEW.row) AS found WHERE found.contact IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM contact_changes AS known WHERE known.contact = found.contact AND known.run_id = NEW.run_id AND known.row = NEW.row); END;
  CREATE TRIGGER run_rows_changed_contacts AFTER UPDATE OF outcome ON run_rows WHEN NEW.outcome = 'done'
    BEGIN INSERT INTO contact_changes (contact, run_id, row, done_at_ms)
      SELECT contact, NEW.run_id, NEW.row, coalesce((SELECT max(answered_at_ms) FROM calls WHERE run_id = NEW.run_id AND row = NEW.row), 0)
      FROM (SELECT coalesce(contact_uuid, (SELECT max(CASE WHEN json_valid(after_image) THEN after_image ->> '$.uuid' END) FROM calls WHERE run_id = NEW.run_id AND row = NEW.row)) AS contact
        FROM plan_rows WHERE plan_id = (SELECT plan_id FROM runs WHERE id = NEW.run_id) AND row = NEW.row) AS found WHERE found.contact IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM contact_changes AS known WHERE known.contact = found.contact AND known.run_id = NEW.run_id AND known.row = NEW.row); END;
  INSERT OR IGNORE INTO contact_changes (contact, run_id, row, done_at_ms)
    SELECT contact, run_id, row, done_at_ms FROM (
      SELECT run_rows.run_id, run_rows.row,
        coalesce(contact_uuid, (SELECT max(CASE WHEN json_valid(after_image) THEN after_image ->> '$.uuid' END) FROM calls WHERE calls.run_id = run_rows.run_id AND calls.row = run_rows.row)) AS contact,
        coalesce((SELECT max(answered_at_ms) FROM calls WHERE calls.run_id = run_rows.run_id AND calls.row = run_rows.row), 0) AS done_at_ms
      FROM run_rows JOIN runs ON runs.id = run_rows.run_id JOIN plan_rows ON plan_rows.plan_id = runs.plan_id AND plan_rows.row = run_rows.row
      WHERE outcome = 'done')
    WHERE contact IS NOT NULL;
  `,
  `
  -- A contact that is gone, as it was last known; from when on. Null where nothing is kept of it: it came back, or was sealed.
  ALTER TABLE gone_contacts ADD COLUMN gone_at_ms INTEGER;
  ALTER TABLE gone_contacts ADD COLUMN record TEXT;
  CREATE INDEX gone_contacts_marked ON gone_contacts (uuid) WHERE gone_at_ms IS NOT NULL;
  DROP TRIGGER contacts_go;
  CREATE TRIGGER contacts_go AFTER DELETE ON contacts
    BEGIN INSERT OR IGNORE INTO gone_contacts (id, uuid) VALUES (OLD.id, OLD.uuid); END;
  -- What the service showed otherwise than Rollcall knew it, since the complete sync of that number: see store/contacts/contact-differences.ts.
  CREATE TABLE contact_differences (
    id INTEGER PRIMARY KEY,
    since INTEGER NOT NULL,
    contact TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('new', 'changed', 'gone')),
    -- Of changed ones each field before and after, as JSON.
    changes TEXT,
    UNIQUE (since, contact)
  ) STRICT;
  CREATE INDEX contact_differences_by_kind ON contact_differences (since, kind, id);
  CREATE INDEX contact_differences_of_contact ON contact_differences (contact);
  -- Contacts were taken out of the cache since, of somebody who was sealed: who is not in it may be at the service all the same.
  ALTER TABLE syncs ADD COLUMN has_gaps INTEGER NOT NULL DEFAULT 0 CHECK (has_gaps IN (0, 1));
  CREATE INDEX syncs_complete ON syncs (id) WHERE complete = 1;
  `,
  `
  -- Who asked in person for no more texts, by uuid and by number (E.164), and when that was noted last: rows that were planned before do not go.
  CREATE TABLE stopped_texts (
    contact TEXT PRIMARY KEY,
    at_ms INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- What became of each file that was imported by itself, and what of it waits for somebody: see model/runs/unattended-schema.ts.
  CREATE TABLE unattended_files (
    id TEXT PRIMARY KEY,
    at_ms INTEGER NOT NULL,
    folder TEXT NOT NULL,
    file_name TEXT NOT NULL,
    path TEXT,
    recipe_name TEXT NOT NULL,
    outcome TEXT NOT NULL,
    message TEXT NOT NULL,
    run_id TEXT,
    plan_id TEXT,
    draft_id TEXT,
    answered_at_ms INTEGER
  ) STRICT;
  CREATE INDEX unattended_files_by_time ON unattended_files (at_ms);
  CREATE INDEX unattended_files_by_draft ON unattended_files (draft_id) WHERE draft_id IS NOT NULL;
  `,
  `
  -- How many people each call texted that left, and on which day of the account's zone: see store/runs/texts-left.ts.
  CREATE TABLE texts_left (
    run_id TEXT NOT NULL,
    row INTEGER NOT NULL,
    ordinal INTEGER NOT NULL,
    day TEXT NOT NULL,
    people INTEGER NOT NULL,
    PRIMARY KEY (run_id, row, ordinal)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX texts_left_by_day ON texts_left (day, people);
  -- Whether the latest posts show that the office has texted somebody.
  ALTER TABLE asked_posts ADD COLUMN is_texted INTEGER NOT NULL DEFAULT 0 CHECK (is_texted IN (0, 1));
  -- Whom the account has texted, by number (E.164), and by which run last.
  CREATE TABLE texted_people (
    phone TEXT PRIMARY KEY,
    run_id TEXT NOT NULL,
    at_ms INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX texted_people_by_run ON texted_people (run_id);
  `,
  `
  -- Whose texts are to be stopped at the service, as somebody asked for in person, until that is done: see store/contacts/open-stops.ts.
  CREATE TABLE open_stops (
    contact TEXT PRIMARY KEY,
    at_ms INTEGER NOT NULL,
    phone TEXT,
    request TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- The conversations in which groups were texted, and everybody in them by number (E.164): no read finds them by a number.
  CREATE TABLE group_conversations (
    phone TEXT NOT NULL,
    conversation TEXT NOT NULL,
    PRIMARY KEY (phone, conversation)
  ) STRICT, WITHOUT ROWID;
  `,
]
