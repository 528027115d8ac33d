/** The tables that the first version made: contacts, files, recipes, plans, runs, the journal and the ledger. */
export const version1 = `
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
`
