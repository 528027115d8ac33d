import type { PlanSummary, Recipe } from '../../../../src-main/engine/contract.ts'

interface RefusingColumn {
  column: string
  rows: number
}

/**
 * The columns of a plan's file in which something stands that may refuse what rows agree to, with how many such rows; most rows first. Rows
 * that agree to nothing count, too: those that do may be others about their contacts.
 */
export function refusingColumns({ issues }: Pick<PlanSummary, 'issues'>): RefusingColumn[] {
  const rowsOf = new Map<string, number>()
  for (const { code, column, rows } of issues)
    if ((code === 'consent.unheard' || code === 'consent.unheard_elsewhere') && column !== null)
      rowsOf.set(column, (rowsOf.get(column) ?? 0) + rows)
  return [...rowsOf].map(([column, rows]) => ({ column, rows })).sort((a, b) => b.rows - a.rows)
}

/** The recipe once a person has said that a column refuses nobody: what else it does with it stays. */
export function withoutRefusalsIn(recipe: Recipe, column: string): Recipe {
  return { ...recipe, leftOut: [...new Set([...(recipe.leftOut ?? []), column])] }
}
