import type { Store } from '../open-store.ts'

/** An import, as far as forgetting goes: a plan, and its run where it has one. */
export interface Forgettable {
  planId: string
  runId: string | null
  fileId: string
  fileName: string
  /** When its run ended, or it was planned. */
  atMs: number
  rows: number
}

/** The plans that belong together with these: of undos, of tries of failed rows, and of rows released later, whichever way round. */
const familyOf = `
  WITH RECURSIVE family (id) AS (
    SELECT value FROM json_each(@plans)
    UNION
    SELECT plans.id FROM family, plans
      WHERE plans.id IN (SELECT plan_id FROM runs WHERE id IN
          (SELECT coalesce(retries_run_id, undoes_run_id) FROM plans AS member WHERE member.id = family.id))
        OR coalesce(plans.retries_run_id, plans.undoes_run_id) IN (SELECT id FROM runs WHERE plan_id = family.id)
  )`

/** Statements that remove what was in the files of imports. Nothing here concerns fingerprints, refusals or the ledger. */
export function createForgetting(store: Store) {
  const columns = `plans.id AS planId, runs.id AS runId, file_id AS fileId, files.name AS fileName,
    coalesce(runs.finished_at_ms, runs.started_at_ms, plans.created_at_ms) AS atMs, coalesce(plans.summary ->> '$.rows', 0) AS rows`
  const joined = 'FROM plans JOIN files ON files.id = plans.file_id LEFT JOIN runs ON runs.plan_id = plans.id'
  const selectFamily = store.prepare<[{ plans: string }], Forgettable>(
    `${familyOf} SELECT ${columns} ${joined} WHERE plans.id IN (SELECT id FROM family) AND plans.forgotten_at_ms IS NULL ORDER BY atMs`,
  )
  const selectBefore = store.prepare<[number], Forgettable>(
    `SELECT ${columns} ${joined} WHERE atMs < ? AND plans.forgotten_at_ms IS NULL ORDER BY atMs`,
  )
  const selectUnfinished = store.prepare<[{ plans: string }], { runId: string; fileName: string }>(
    `SELECT runs.id AS runId, files.name AS fileName ${joined}
     WHERE plans.id IN (SELECT value FROM json_each(@plans)) AND runs.state NOT IN ('finished', 'cancelled')`,
  )
  const selectBuilding = store
    .prepare<[{ plans: string }], number>(
      `SELECT count(*) FROM plans WHERE state = 'building' AND id IN (SELECT value FROM json_each(@plans))`,
    )
    .pluck()
  // Drafts and other imports may have the same file open, under the same id or as another opening of the same bytes.
  const isUsed = `EXISTS (SELECT 1 FROM plans JOIN files AS same ON same.id = plans.file_id
      WHERE same.sha256 = files.sha256 AND plans.forgotten_at_ms IS NULL AND plans.id NOT IN (SELECT value FROM json_each(@plans)))`
  const selectCopies = store.prepare<
    [{ plans: string }],
    { sha256: string; name: string; storedPath: string; originalPath: string | null; isUsed: number }
  >(
    `SELECT DISTINCT sha256, name, stored_path AS storedPath, original_path AS originalPath, ${isUsed} AS isUsed FROM files
     WHERE id IN (SELECT file_id FROM plans WHERE id IN (SELECT value FROM json_each(@plans)))`,
  )
  const inPlans = 'IN (SELECT value FROM json_each(@plans))'
  const inRuns = `IN (SELECT id FROM runs WHERE plan_id ${inPlans})`
  const removals = [
    `DELETE FROM plan_issues WHERE plan_id ${inPlans}`,
    `DELETE FROM plan_rows WHERE plan_id ${inPlans}`,
    `DELETE FROM released_holds WHERE plan_id ${inPlans}`,
    `DELETE FROM run_rows WHERE run_id ${inRuns}`,
    `DELETE FROM contact_changes WHERE run_id ${inRuns}`,
    `DELETE FROM calls WHERE run_id ${inRuns}`,
    `DELETE FROM proofs WHERE run_id ${inRuns}`,
    `DELETE FROM texted_people WHERE run_id ${inRuns}`,
    // Issues and columns show values of the file; names of columns and the numbers of the summary stay.
    `UPDATE plans SET forgotten_at_ms = @atMs, summary = CASE WHEN summary IS NULL THEN NULL ELSE
       json_set(summary, '$.issues', json('[]')) END,
       columns = (SELECT json_group_array(json_set(value, '$.samples', json('[]'))) FROM json_each(plans.columns)) WHERE id ${inPlans}`,
    `UPDATE runs SET forgotten_at_ms = @atMs WHERE plan_id ${inPlans}`,
    `DELETE FROM unattended_files WHERE run_id ${inRuns}
       OR plan_id IN (SELECT coalesce(known_as, id) FROM plans WHERE id ${inPlans})`,
    `DELETE FROM drafts WHERE EXISTS (SELECT 1 FROM plans WHERE id ${inPlans}
       AND (instr(drafts.state, plans.id) > 0 OR instr(drafts.state, coalesce(known_as, plans.id)) > 0))`,
    `DELETE FROM file_edits WHERE sha256 IN (SELECT value FROM json_each(@gone))`,
    `DELETE FROM drafts WHERE EXISTS (SELECT 1 FROM files WHERE sha256 IN (SELECT value FROM json_each(@gone)) AND instr(drafts.state, files.id) > 0)`,
    `UPDATE files SET original_path = NULL WHERE sha256 IN (SELECT value FROM json_each(@gone))`,
  ].map((sql) => store.prepare<[{ plans: string; gone: string; atMs: number }]>(sql))
  const json = (planIds: readonly string[]) => ({ plans: JSON.stringify(planIds) })

  const removalsOfAccount = [
    'contacts',
    'gone_contacts',
    'contact_differences',
    'search_grams',
    'search_blocks',
    'search_stale',
    'custom_fields',
    'departments',
    'sync_pages',
    'syncs',
    'unknown_at_service',
    'asked_posts',
    'contact_claims',
    'texted_people',
    'unanswered_calls',
    'asked_posts',
    'recipes',
    'drafts',
    'file_edits',
    'written_files',
    'unattended_files',
  ]
    .map((table) => store.prepare<[]>(`DELETE FROM ${table}`))
    .concat(store.prepare<[]>('UPDATE files SET original_path = NULL'))

  return {
    /** These plans and all that belong together with them, the oldest first. */
    family: (planIds: readonly string[]): Forgettable[] => selectFamily.all(json(planIds)),
    /** Imports that were over before this moment. */
    before: (ms: number): Forgettable[] => selectBefore.all(ms),
    /** Runs among them that can still go on. */
    unfinished: (planIds: readonly string[]): { runId: string; fileName: string }[] => selectUnfinished.all(json(planIds)),
    /** Whether one of them is being planned. */
    isBuilding: (planIds: readonly string[]): boolean => (selectBuilding.get(json(planIds)) ?? 0) > 0,
    /** The copies of their files; `isUsed`: another import, which stays, has the same bytes. */
    copies: (planIds: readonly string[]) => selectCopies.all(json(planIds)).map((copy) => ({ ...copy, isUsed: copy.isUsed === 1 })),
    /** Removes whatever else tells of contacts, files and recipes. Fingerprints, refusals, the ledger and the sums of runs stay. */
    removeRest(): void {
      for (const removal of removalsOfAccount) removal.run()
    },
    /** Removes what they hold; `gone`: the SHA-256 of copies that go. To be called in a transaction. */
    remove(planIds: readonly string[], gone: readonly string[], atMs: number): void {
      for (const removal of removals) removal.run({ plans: JSON.stringify(planIds), gone: JSON.stringify(gone), atMs })
    },
  }
}
