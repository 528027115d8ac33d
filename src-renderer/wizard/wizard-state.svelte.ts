import type { DialectChoice, Draft, DraftState, DraftStep, ImportFile, PlanSummary, Recipe } from '../../src-main/engine/contract.ts'
import { call } from '../engine.ts'
import { type Failure, failureOf } from '../app/failure.ts'
import { go } from '../app/route.svelte.ts'
import { fittingDuplicates } from './mapping/rules/duplicate-options.ts'
import { forgetUnsaved, keepUnsaved, takeUnsaved } from './unsaved-draft.ts'
import { createChoiceHistory } from './mapping/choice-history.svelte.ts'
import { emptyDraft } from './wizard-step.ts'

const saveAfterMs = 300

/**
 * One import on its way through the wizard. Every change is kept as a draft shortly afterwards, and before the step
 * changes; the address names the draft and the step, so that a reload finds everything again.
 */
export function createWizard(draft: Draft) {
  const unsaved = takeUnsaved(draft.id)
  let state = $state.raw<DraftState>(unsaved ?? draft.state)
  let saveFailure = $state.raw<Failure | null>(null)
  let timer: ReturnType<typeof setTimeout> | undefined
  let isDirty = unsaved !== null
  let startedRunId: string | null = null
  const history = createChoiceHistory()

  async function flush(): Promise<void> {
    clearTimeout(timer)
    if (!isDirty) return
    isDirty = false
    try {
      await call('drafts.save', { draftId: draft.id, state })
      if (!isDirty) forgetUnsaved(draft.id)
      saveFailure = null
    } catch (error) {
      isDirty = true
      saveFailure = failureOf(error)
    }
  }

  function change(part: Partial<DraftState>): void {
    state = { ...state, ...part }
    isDirty = true
    keepUnsaved(draft.id, state)
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), saveAfterMs)
  }

  function goTo(step: DraftStep): void {
    change({ step })
    void flush()
    go({ page: 'import', draftId: draft.id, step })
  }

  void flush()

  /** Any change of the recipe makes an earlier plan outdated. */
  function choose(changed: Recipe, answered: readonly string[]): void {
    if (state.runId !== null) return
    const recipe = fittingDuplicates(changed)
    change({ recipe, kind: recipe.kind, dialect: recipe.source, answered: [...answered], planId: null })
  }

  return {
    id: draft.id,
    get state() {
      return state
    },
    get saveFailure() {
      return saveFailure
    },
    /** Questions about the mapping that were answered where the recipe does not tell. */
    get answered(): readonly string[] {
      return state.answered ?? []
    },
    get history() {
      return history
    },
    flush,
    goTo,
    /** Another file: everything that was made for the one before is left behind. */
    fileChosen(file: ImportFile, recipe: Recipe): void {
      history.clear()
      change({ ...emptyDraft, fileId: file.id, fileName: file.name, kind: recipe.kind, dialect: recipe.source, recipe })
      void flush()
    },
    fileRemoved(): void {
      history.clear()
      change(emptyDraft)
      void flush()
    },
    /** Another recipe takes the place of the one before; choices made for that cannot be undone in it. */
    recipeChanged(changed: Recipe, answered: readonly string[] = []): void {
      history.clear()
      choose(changed, answered)
    },
    /** A choice by the person, by the name under which it can be undone. */
    chosen(label: string, changed: Recipe, answered: readonly string[] = state.answered ?? []): void {
      if (state.recipe === null || state.runId !== null) return
      const before = { recipe: state.recipe, answered: state.answered ?? [] }
      choose(changed, answered)
      history.add(label, before, { recipe: state.recipe, answered })
    },
    /** A choice that Rollcall makes by what it has found out: not one to be undone. */
    filledIn: (changed: Recipe): void => choose(changed, state.answered ?? []),
    undo(): void {
      const before = history.undo()
      if (before) choose(before.recipe, before.answered)
    },
    redo(): void {
      const after = history.redo()
      if (after) choose(after.recipe, after.answered)
    },
    dialectChanged(source: DialectChoice): void {
      if (state.runId !== null) return
      change({ dialect: source, recipe: state.recipe && { ...state.recipe, source }, planId: null })
    },
    /** The draft is gone: nothing of it is kept any more. */
    discarded(): void {
      clearTimeout(timer)
      isDirty = false
      forgetUnsaved(draft.id)
    },
    planStarted(planId: string): void {
      change({ planId, runId: null })
      goTo('review')
    },
    /** Whether the run was started here and now: who did so wants to see its results as soon as there are some. */
    hasStarted: (runId: string): boolean => startedRunId === runId,
    runShown(runId: string): void {
      change({ runId })
      goTo('run')
    },
    runStarted(runId: string): void {
      startedRunId = runId
      change({ runId })
      goTo('run')
    },
  }
}
export type Wizard = ReturnType<typeof createWizard>

/** Begins an import, with a file or without one, and shows it. */
export async function beginImport(state: Partial<DraftState> = {}): Promise<void> {
  const draft = await call('drafts.create', { state: { ...emptyDraft, ...state } })
  go({ page: 'import', draftId: draft.id, step: draft.state.step })
}

/** Begins an import of a file that the engine has, mapped as the engine suggests. */
export async function beginWithFile(file: ImportFile): Promise<void> {
  const { recipe } = await call('mapping.suggest', { fileId: file.id, dialect: { skipLines: 'auto' } })
  await beginImport({ fileId: file.id, fileName: file.name, kind: recipe.kind, dialect: recipe.source, recipe })
}

/** The same; a list with just the columns of a saved recipe goes straight to its review. */
export async function beginKnownFile(file: ImportFile): Promise<void> {
  const { recipe, saved } = await call('mapping.suggest', { fileId: file.id, dialect: { skipLines: 'auto' } })
  const known = saved.find(({ fit }) => fit.kind === 'same')
  if (known) return beginWithRecipe(file, known.recipe)
  await beginImport({ fileId: file.id, fileName: file.name, kind: recipe.kind, dialect: recipe.source, recipe })
}

/** Begins an import of a file with a recipe of the person's own: at its review, or where it does not fit, at the mapping. */
export async function beginWithRecipe(file: ImportFile, recipe: Recipe): Promise<void> {
  try {
    return await beginWithPlan(await call('plans.start', { fileId: file.id, recipe }))
  } catch (error) {
    if (failureOf(error).code === 'sign_in.needed') throw error
    await beginImport({ step: 'mapping', fileId: file.id, fileName: file.name, kind: recipe.kind, dialect: recipe.source, recipe })
  }
}

/** Begins an import whose plan is being made already, at its review. */
export async function beginWithPlan({ id, fileId, fileName, kind, recipe }: PlanSummary): Promise<void> {
  await beginImport({ step: 'review', fileId, fileName, kind, dialect: recipe.source, recipe, planId: id })
}
