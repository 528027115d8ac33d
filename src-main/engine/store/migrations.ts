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
]
