import type { ImportFile } from '../../model/files/file-schema.ts'
import type { PlanSummary } from '../../model/plans/plan-schema.ts'
import type { Recipe } from '../../model/recipes/recipe-schema.ts'
import type { RunSummary } from '../../model/runs/run-schema.ts'
import type { UnattendedNote } from '../../model/runs/unattended-schema.ts'

/** What a watch has done for it: by the engine itself, or by a command that shows how it goes on. All of it is about one account. */
export interface ImportStations {
  /** The recipe as it is now. Throws `usage` where it is gone. */
  recipe(): Promise<Recipe>
  /** Takes a copy of the file. */
  open(path: string): Promise<ImportFile>
  /** The run that imported the same bytes, or may still. */
  sameFile(sha256: string, recipeName: string): Promise<{ runId: string | null; startedAtSeconds: number | null; isOver: boolean }>
  /** The finished plan. Throws what it failed for. */
  plan(file: ImportFile, recipe: Recipe): Promise<PlanSummary>
  /** Null where it is gone. */
  planOf(planId: string): Promise<PlanSummary | null>
  runOf(runId: string): Promise<RunSummary>
  /** Resolves when the run has ended or stands still. */
  start(plan: PlanSummary): Promise<RunSummary>
  resume(runId: string): Promise<RunSummary>
  /** Over those of the same name, which are of the same run. */
  writeResults(runId: string, folder: string, name: string): Promise<void>
  /** Keeps it in the account, and tells whoever is to know. Noted twice it is told once. */
  note(note: UnattendedNote): Promise<void>
}
