/** The migrations to versions 2 to 14, in this order. */
export const versions2to14: readonly string[] = [
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
]
