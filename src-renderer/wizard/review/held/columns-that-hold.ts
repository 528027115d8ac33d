import type { PlanSummary, Recipe } from '../../../../src-main/engine/contract.ts'

interface RefusingColumn {
  column: string
  rows: number
}

/** The columns of a plan's file in which something stands that may refuse what rows agree to, with how many such rows; most rows first. */
export function refusingColumns({ issues }: Pick<PlanSummary, 'issues'>): RefusingColumn[] {
  return issues
    .flatMap(({ code, column, rows }) => (code === 'consent.unheard' && column !== null ? [{ column, rows }] : []))
    .sort((a, b) => b.rows - a.rows)
}

/** The recipe once a person has said that a column refuses nobody: what else it does with it stays. */
export function withoutRefusalsIn(recipe: Recipe, column: string): Recipe {
  return { ...recipe, leftOut: [...new Set([...(recipe.leftOut ?? []), column])] }
}
