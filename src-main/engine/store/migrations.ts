/**
 * Numbered migrations: the database's `user_version` is the number of those applied. Never edit one that was released;
 * add the next. Each runs in a transaction (see `open-store.ts`).
 */
export const migrations: readonly string[] = [
  `
  -- The contacts cache: what the service said last, and what Rollcall itself wrote since.
  CREATE TABLE contacts (
    -- Dense and never used twice: planning keeps arrays by it, and appending keeps neighbours together.
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid TEXT NOT NULL UNIQUE,
    -- E.164; null for contacts without a readable number. Not unique: the service may hold a number twice.
    phone TEXT,
    name TEXT,
    -- The name without case and accents, for sorting and searching; see store/contacts/search-text.ts.
    name_key TEXT NOT NULL,
    notes TEXT,
    phone_raw TEXT,
    email TEXT,
    -- Which properties are known, and the flags, in bits; see store/contacts/contact-record.ts.
    known INTEGER NOT NULL,
    -- As JSON; null when they are unknown.
    tags TEXT,
    custom_fields TEXT,
    -- Properties of the service's record that Rollcall does not know, as JSON; null when there are none.
    extra TEXT,
    read_at_ms INTEGER NOT NULL,
    -- The newest sync that had begun when the contact was last seen at the service.
    sync_id INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX contacts_by_phone ON contacts (phone) WHERE phone IS NOT NULL;
  CREATE INDEX contacts_by_name ON contacts (name_key, phone);

  CREATE TABLE custom_fields (
    uuid TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    data_type TEXT NOT NULL,
    position INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE departments (
    uuid TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    phone TEXT,
    is_sms_group INTEGER NOT NULL,
    position INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE syncs (
    id INTEGER PRIMARY KEY,
    started_at_ms INTEGER NOT NULL,
    finished_at_ms INTEGER,
    -- 1 when every page was read: only then does "not in the cache" mean "not at the service".
    complete INTEGER NOT NULL DEFAULT 0,
    contacts INTEGER NOT NULL DEFAULT 0
  ) STRICT;

  -- Files as they were when they were opened: Rollcall keeps its own copy, named by its hash.
  CREATE TABLE files (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    -- Where the person had it; null for a file that came through the browser.
    original_path TEXT,
    stored_path TEXT NOT NULL,
    size_bytes INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    opened_at_ms INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE recipes (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    header_signature TEXT NOT NULL,
    recipe TEXT NOT NULL,
    saved_at_ms INTEGER NOT NULL,
    used_at_ms INTEGER
  ) STRICT;

  -- Imports that are being prepared: what the wizard needs to open again where it was.
  CREATE TABLE drafts (
    id TEXT PRIMARY KEY,
    state TEXT NOT NULL,
    created_at_ms INTEGER NOT NULL,
    updated_at_ms INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE plans (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    file_id TEXT NOT NULL REFERENCES files (id),
    dialect TEXT NOT NULL,
    columns TEXT NOT NULL,
    recipe TEXT NOT NULL,
    lookup TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('building', 'ready', 'failed', 'cancelled')),
    -- Counts, issues, skips, guards, fields as JSON once it is ready. See model/plans/plan-schema.ts.
    summary TEXT,
    -- How many rows of each class are in each block of rows, as JSON; see model/plans/class-histogram.ts.
    blocks TEXT,
    error TEXT,
    -- The process that builds it, as computer:process.
    builder TEXT,
    -- Null for a plan of a whole file; else its rows are those that failed in this run, with their lines in that file.
    retries_run_id TEXT REFERENCES runs (id),
    -- Null for a plan of a file; else its rows are those with which this run changed something, to be taken back.
    undoes_run_id TEXT REFERENCES runs (id),
    created_at_ms INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE plan_rows (
    plan_id TEXT NOT NULL REFERENCES plans (id) ON DELETE CASCADE,
    -- From 1, in file order.
    row INTEGER NOT NULL,
    line INTEGER NOT NULL,
    -- send, unchanged, held, skipped or invalid. No CHECK and no index: a million rows are written while someone waits.
    -- The plan's blocks find the rows of a class.
    class TEXT NOT NULL,
    -- Which guard holds it, or why it is skipped or unchanged; a code of plan/reasons.ts. Null for plainly unchanged rows.
    reason TEXT,
    -- Calls of the same lane run one after the other: the contact's uuid, or its number where there is no uuid yet.
    -- Null for rows without calls.
    lane TEXT,
    -- Before the row number, the order within a lane: a message's time in milliseconds. Null unless messages have times.
    lane_order INTEGER,
    contact_uuid TEXT,
    phone TEXT,
    -- RowDetail as JSON; null when there is nothing to say.
    detail TEXT,
    PRIMARY KEY (plan_id, row)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX plan_rows_by_lane_order ON plan_rows (plan_id, lane_order, row) WHERE lane_order IS NOT NULL;

  -- Which rows have an issue; column_name is empty for an issue of the whole row.
  CREATE TABLE plan_issues (
    plan_id TEXT NOT NULL REFERENCES plans (id) ON DELETE CASCADE,
    code TEXT NOT NULL,
    column_name TEXT NOT NULL,
    row INTEGER NOT NULL,
    PRIMARY KEY (plan_id, code, column_name, row)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE runs (
    id TEXT PRIMARY KEY,
    plan_id TEXT NOT NULL REFERENCES plans (id),
    kind TEXT NOT NULL CHECK (kind IN ('contacts', 'consent', 'messages', 'undo')),
    undoes_run_id TEXT REFERENCES runs (id),
    state TEXT NOT NULL CHECK (state IN ('running', 'paused', 'cancelled', 'finished')),
    -- Why it is paused or cancelled, as JSON {code, message, hint}.
    reason TEXT,
    operator TEXT NOT NULL,
    settings TEXT NOT NULL,
    started_at_ms INTEGER NOT NULL,
    finished_at_ms INTEGER,
    -- RunCounts as JSON, as they were when the run last stopped; null while it is under way.
    counts TEXT,
    -- Of an undo, UndoneFields as JSON, as they were when it last stopped; null while it is under way.
    undone_fields TEXT,
    -- Only the process that holds the lease executes the run.
    lease_owner TEXT,
    lease_until_ms INTEGER
  ) STRICT;
  CREATE UNIQUE INDEX one_run_per_plan ON runs (plan_id);
  CREATE INDEX runs_by_undone_run ON runs (undoes_run_id) WHERE undoes_run_id IS NOT NULL;

  -- The journal: one record per call, written before the call leaves and after it is answered. A planned call without a
  -- record here is pending.
  CREATE TABLE calls (
    run_id TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    row INTEGER NOT NULL,
    -- Position among the row's calls, from 0.
    ordinal INTEGER NOT NULL,
    kind TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('pending', 'sent', 'done', 'failed', 'unknown')),
    attempts INTEGER NOT NULL,
    first_sent_at_ms INTEGER NOT NULL,
    last_sent_at_ms INTEGER NOT NULL,
    answered_at_ms INTEGER,
    http_status INTEGER,
    -- What the service said of it, for failed and unknown calls.
    error_code TEXT,
    error_message TEXT,
    error_hint TEXT,
    -- FieldImage as JSON, see model/contacts/field-image.ts: of an undo, the fields that it was about to restore; of others, the fields
    -- that right before the call were not as the preview showed them. Null where there are none.
    before_image TEXT,
    -- What the service answered, as JSON CustomerRecord.
    after_image TEXT,
    PRIMARY KEY (run_id, row, ordinal)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX calls_not_done ON calls (run_id, state, row) WHERE state <> 'done';

  -- What became of each row that a run has finished with; one record when its last call has ended.
  CREATE TABLE run_rows (
    run_id TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    row INTEGER NOT NULL,
    outcome TEXT NOT NULL CHECK (outcome IN ('done', 'failed', 'unknown', 'held')),
    -- Why a row failed or is unknown, as the person reads it.
    error_code TEXT,
    error_message TEXT,
    error_hint TEXT,
    -- Of an undo, UndoneRow as JSON: what became of each field. See model/runs/undone-row.ts.
    detail TEXT,
    PRIMARY KEY (run_id, row)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX run_rows_not_done ON run_rows (run_id, outcome, row) WHERE outcome <> 'done';

  -- Messages that left for the service, so that importing the same history again sends none of them twice. claimed: a run
  -- has sent it or is about to, and nobody knows yet whether it arrived.
  CREATE TABLE imported_messages (
    fingerprint TEXT PRIMARY KEY,
    state TEXT NOT NULL CHECK (state IN ('claimed', 'arrived')),
    run_id TEXT NOT NULL,
    row INTEGER NOT NULL,
    post_uuid TEXT,
    imported_at_ms INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX imported_messages_by_post ON imported_messages (post_uuid) WHERE post_uuid IS NOT NULL;
  CREATE INDEX imported_messages_unnamed ON imported_messages (run_id, row) WHERE state = 'arrived' AND post_uuid IS NULL;

  -- The consent ledger: append-only. Each record is canonical JSON that holds its number and the hash of the one before it.
  CREATE TABLE consent_ledger (
    number INTEGER PRIMARY KEY,
    record TEXT NOT NULL,
    -- SHA-256 of the record's text.
    hash TEXT NOT NULL
  ) STRICT;
  -- A number that is there or lies behind is refused before INSERT OR REPLACE could make room for it.
  CREATE TRIGGER consent_ledger_at_end_only BEFORE INSERT ON consent_ledger
    WHEN NEW.number <= (SELECT coalesce(max(number), 0) FROM consent_ledger)
    BEGIN SELECT RAISE(ABORT, 'the consent ledger is append-only'); END;
  CREATE TRIGGER consent_ledger_no_update BEFORE UPDATE ON consent_ledger
    BEGIN SELECT RAISE(ABORT, 'the consent ledger is append-only'); END;
  CREATE TRIGGER consent_ledger_no_delete BEFORE DELETE ON consent_ledger
    BEGIN SELECT RAISE(ABORT, 'the consent ledger is append-only'); END;

  CREATE TABLE settings (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT;
  `,
  `
  -- What a person corrected in a file's rows, in the order in which it was done: the file itself is never written. Kept by
  -- the file's bytes, so that the same file opened again finds them.
  CREATE TABLE file_edits (
    sha256 TEXT NOT NULL,
    -- The sheet of a workbook, else empty: line numbers belong to it.
    sheet TEXT NOT NULL,
    -- From 1; undoing takes a number too, so that a plan sees the corrections as they were when it was made.
    number INTEGER NOT NULL,
    -- Edit as JSON; see model/files/correction-schema.ts.
    edit TEXT NOT NULL,
    made_at_ms INTEGER NOT NULL,
    -- The number that undid it.
    undone_by INTEGER,
    PRIMARY KEY (sha256, sheet, number)
  ) STRICT, WITHOUT ROWID;
  -- The corrections that a plan was made with: those up to this number.
  ALTER TABLE plans ADD COLUMN edits_through INTEGER NOT NULL DEFAULT 0;
  -- The id by which the person's screens know it, where it has taken the place of another plan: as that one was known.
  ALTER TABLE plans ADD COLUMN known_as TEXT;
  -- Of a plan that is not ready yet and that can be gone on with, where that can begin, as JSON. Not used any more.
  ALTER TABLE plans ADD COLUMN begun TEXT;
  -- Of several rows about one contact: the row that counts, or the first of them where none does. Null for all others.
  ALTER TABLE plan_rows ADD COLUMN group_row INTEGER;
  CREATE INDEX plan_rows_by_group ON plan_rows (plan_id, group_row, row) WHERE group_row IS NOT NULL;
  -- The names of the columns of the file that a recipe was made for, as JSON; null when there was none.
  ALTER TABLE recipes ADD COLUMN columns TEXT;
  -- When the person's own file was last changed before Rollcall copied it; null for a file that came through the browser.
  ALTER TABLE files ADD COLUMN modified_at_ms INTEGER;
  `,
  `
  -- What the record says, in short, so that rows that ask for nothing new are told without reading it; see
  -- store/contacts/contact-digest.ts. Null for contacts that were cached before there was one.
  ALTER TABLE contacts ADD COLUMN digest TEXT;
  DROP INDEX contacts_by_phone;
  CREATE INDEX contacts_by_phone ON contacts (phone, known, digest) WHERE phone IS NOT NULL;
  -- Contacts that are not cached any more, for rows that name them by the cache's own number.
  CREATE TABLE gone_contacts (
    id INTEGER PRIMARY KEY,
    uuid TEXT NOT NULL
  ) STRICT;
  CREATE TRIGGER contacts_go AFTER DELETE ON contacts
    BEGIN INSERT OR REPLACE INTO gone_contacts (id, uuid) VALUES (OLD.id, OLD.uuid); END;
  -- In place of contact_uuid, the cache's own number for the contact of a row that changes nothing: a plan of a million of
  -- them is a third shorter.
  ALTER TABLE plan_rows ADD COLUMN contact_id INTEGER;

  -- The sync that began the reading of the contacts that this one went on with; null for one that began it itself.
  ALTER TABLE syncs ADD COLUMN goes_on_from INTEGER REFERENCES syncs (id);
  -- The process at it, as computer:process.
  ALTER TABLE syncs ADD COLUMN owner TEXT;
  -- The pages of the list of contacts that an unfinished reading has read, so that another sync can go on with it.
  CREATE TABLE sync_pages (
    page INTEGER PRIMARY KEY,
    -- The sync that began the reading.
    sync_id INTEGER NOT NULL,
    -- The uuids that were new on this page, in its order, as JSON.
    contacts TEXT NOT NULL,
    -- Contacts and unreadable entries, up to and with this page.
    contacts_so_far INTEGER NOT NULL,
    unreadable_so_far INTEGER NOT NULL
  ) STRICT;
  `,
  `
  -- Not of calls that are under way: those come and go with every transaction of a run, and are looked for after a crash only.
  DROP INDEX calls_not_done;
  CREATE INDEX calls_unknown ON calls (run_id, row) WHERE state = 'unknown';

  -- What was released of a ready plan, whose rows stay as they are: those stored as held for a reason are held for this one
  -- now, and are to be sent where it is empty. See store/plans/released-holds.ts.
  CREATE TABLE released_holds (
    plan_id TEXT NOT NULL REFERENCES plans (id) ON DELETE CASCADE,
    stored_reason TEXT NOT NULL,
    held_for TEXT NOT NULL,
    PRIMARY KEY (plan_id, stored_reason)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- Numbers of people who refused texts and are not in the account.
  CREATE TABLE do_not_text (
    phone TEXT PRIMARY KEY,
    added_at_ms INTEGER NOT NULL,
    -- Where the refusal stood.
    plan_id TEXT NOT NULL,
    line INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- Which kinds there are is said and checked in code, see model/kinds.ts: another one needs no other table. SQLite drops a
  -- column together with its own CHECK; the table itself stays, and with it whatever refers to it.
  ALTER TABLE runs ADD COLUMN kind_of_run TEXT NOT NULL DEFAULT '';
  UPDATE runs SET kind_of_run = kind;
  ALTER TABLE runs DROP COLUMN kind;
  ALTER TABLE runs RENAME COLUMN kind_of_run TO kind;
  `,
  `
  -- A plan that was interrupted is made anew, not resumed.
  ALTER TABLE plans DROP COLUMN begun;
  -- Match keys to which the service said "no such contact" for a plan that is not ready: when the file is planned anew, they
  -- are not asked for again.
  CREATE TABLE unknown_at_service (
    key TEXT PRIMARY KEY,
    asked_at_ms INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- When the service last showed the contact's whole record: what is older is read again before a row counts as unchanged.
  -- 0 where that is not known, as of contacts that were cached before.
  ALTER TABLE contacts ADD COLUMN seen_at_ms INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX contacts_by_seen ON contacts (seen_at_ms);
  `,
  `
  -- The last lists of a recipe are looked for whenever a plan is shown.
  CREATE INDEX plans_by_recipe ON plans (recipe ->> '$.name');
  `,
  `
  -- Numbers of contacts that a run is about to create: no other run creates them meanwhile. Kept until the contact is cached,
  -- or certainly was not created.
  CREATE TABLE contact_claims (
    phone TEXT PRIMARY KEY,
    run_id TEXT NOT NULL,
    claimed_at_ms INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- Of a plan of some rows of an earlier run, which they are: those that failed in it, or those that were held.
  ALTER TABLE plans ADD COLUMN retried_outcome TEXT NOT NULL DEFAULT 'failed';
  CREATE INDEX plans_by_retried_run ON plans (retries_run_id) WHERE retries_run_id IS NOT NULL;
  `,
  `

  -- What was learnt of the service, such as how late its reads are: see store/learnt-traits.ts.
  CREATE TABLE learnt_traits (
    trait TEXT PRIMARY KEY,
    value INTEGER NOT NULL,
    learnt_at_ms INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  -- Calls without a good answer, by the uuid or the phone number of the contact that they concern.
  CREATE TABLE unanswered_calls (
    contact TEXT PRIMARY KEY,
    run_id TEXT NOT NULL,
    row INTEGER NOT NULL,
    ordinal INTEGER NOT NULL,
    sent_at_ms INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- When what was in the file of an import was removed: texts, images and rows. What it came to stays.
  ALTER TABLE plans ADD COLUMN forgotten_at_ms INTEGER;
  ALTER TABLE runs ADD COLUMN forgotten_at_ms INTEGER;
  -- Files that were written for somebody, out of Rollcall's reach since.
  CREATE TABLE written_files (
    path TEXT PRIMARY KEY,
    -- Of the results of a run; null for contacts and the ledger.
    run_id TEXT,
    written_at_ms INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- The consent ledger's second layout: the chain holds digests of what is personal, which is kept here until somebody is sealed.
  CREATE TABLE ledger_personal (
    number INTEGER PRIMARY KEY,
    -- Personal as JSON; see model/ledger-schema.ts.
    content TEXT NOT NULL
  ) STRICT;
  -- Under this key phone numbers are known again without being kept.
  INSERT OR IGNORE INTO settings (key, value) VALUES ('ledger_subject_key', '"' || lower(hex(randomblob(32))) || '"');
  CREATE INDEX consent_ledger_corrections ON consent_ledger (CASE WHEN json_valid(record) THEN record ->> '$.corrects' END)
    WHERE (CASE WHEN json_valid(record) THEN record ->> '$.corrects' END) IS NOT NULL;
  -- Only what the newest record says to be sealed may go: of the first layout from the record itself, whose hash stays.
  DROP TRIGGER consent_ledger_no_update;
  CREATE TRIGGER consent_ledger_no_update BEFORE UPDATE ON consent_ledger
    WHEN NEW.number <> OLD.number OR NEW.hash <> OLD.hash OR NEW.record -> '$.stripped' IS NULL OR NOT EXISTS (SELECT 1 FROM consent_ledger
      WHERE number = (SELECT max(number) FROM consent_ledger) AND record ->> ('$.sealed."' || OLD.number || '"') IS NOT NULL)
    BEGIN SELECT RAISE(ABORT, 'the consent ledger is append-only'); END;
  CREATE TRIGGER ledger_personal_no_update BEFORE UPDATE ON ledger_personal
    BEGIN SELECT RAISE(ABORT, 'the consent ledger is append-only'); END;
  CREATE TRIGGER ledger_personal_no_delete BEFORE DELETE ON ledger_personal
    WHEN NOT EXISTS (SELECT 1 FROM consent_ledger
      WHERE number = (SELECT max(number) FROM consent_ledger) AND record ->> ('$.sealed."' || OLD.number || '"') IS NOT NULL)
    BEGIN SELECT RAISE(ABORT, 'the consent ledger is append-only'); END;
  -- Consent changes that are about to be read back before they are recorded; ConsentEntry as JSON.
  CREATE TABLE awaited_consents (
    run_id TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    row INTEGER NOT NULL,
    entry TEXT NOT NULL,
    PRIMARY KEY (run_id, row)
  ) STRICT, WITHOUT ROWID;
  `,
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
]
