import type { DraftState, DraftStep, Recipe } from '../../src-main/engine/contract.ts'

/** Where the wizard is, with all that its screen needs: a step without it cannot be written down. */
export type WizardStep =
  | { step: 'signIn' }
  | { step: 'file'; fileId: string | null }
  | { step: 'mapping'; fileId: string; recipe: Recipe }
  | { step: 'review'; fileId: string; recipe: Recipe; planId: string; runId: string | null }
  | { step: 'run'; runId: string }
  | { step: 'results'; runId: string }

export type StepName = WizardStep['step']

export const stepNames = ['signIn', 'file', 'mapping', 'review', 'run', 'results'] as const satisfies readonly StepName[]

export const emptyDraft: DraftState = {
  step: 'file',
  fileId: null,
  fileName: null,
  kind: null,
  dialect: null,
  recipe: null,
  answered: [],
  planId: null,
  runId: null,
}

/** The wanted step, or the last one before it that has what it needs. */
export function stepAt(state: DraftState, wanted: DraftStep, isSignedIn: boolean): WizardStep {
  const { fileId, recipe, planId, runId } = state
  // Looking at a run needs no service; everything else might ask it.
  if (runId !== null && (wanted === 'run' || wanted === 'results')) return { step: wanted, runId }
  if (!isSignedIn) return { step: 'signIn' }
  if (fileId === null || recipe === null || wanted === 'file') return { step: 'file', fileId }
  if (wanted === 'mapping' || planId === null) return { step: 'mapping', fileId, recipe }
  return { step: 'review', fileId, recipe, planId, runId }
}

/** Whether a step of the list can be gone to. Once a run has begun, what it was made from can only be looked at. */
export function canGoTo(state: DraftState, step: StepName): boolean {
  switch (step) {
    case 'signIn':
      return false
    case 'file':
      return state.runId === null
    case 'mapping':
      return state.fileId !== null && state.recipe !== null && state.runId === null
    case 'review':
      return state.planId !== null
    case 'run':
    case 'results':
      return state.runId !== null
  }
}
