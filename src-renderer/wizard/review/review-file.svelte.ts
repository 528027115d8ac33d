import { untrack } from 'svelte'
import type { Inspection, PlanSummary } from '../../../src-main/engine/contract.ts'
import { announce } from '../../app/announcer.svelte.ts'
import { type Failure, failureOf } from '../../app/failure.ts'
import { call } from '../../engine.ts'
import { reviewNoteWords as words } from '../../words/review/plan-review-words.ts'
import { createCorrections } from './corrections.svelte.ts'

interface Options {
  plan: () => PlanSummary
  canCorrect: () => boolean
  /** Told of the plan as corrections leave it. */
  onplan: (plan: PlanSummary) => void
  /** Told when the rows that are shown may be others. */
  onrows: () => void
}

/** The file of a plan that is reviewed: its columns and its corrections. The plan follows corrections that were made elsewhere. */
export function createReviewFile({ plan, canCorrect, onplan, onrows }: Options) {
  let inspection = $state.raw<Inspection | null>(null)
  let failure = $state.raw<Failure | null>(null)
  const { id: planId, fileId } = untrack(plan)
  const corrections = createCorrections({ planId, fileId, onplan })
  /** Those that the plan has seen: one that was started sees no others any more. */
  const listed = $derived((corrections.list ?? []).filter(({ number }) => canCorrect() || number <= plan().correctionsThrough))
  /** The newest correction that the rows listed here have seen, besides those that are made here. */
  let listedThrough = untrack(plan).correctionsThrough

  async function inspect(): Promise<void> {
    if (inspection) return
    try {
      const found = await call('files.inspect', { fileId, dialect: plan().recipe.source })
      inspection = found.inspection
      failure = null
      await corrections.ofSheet(found.inspection.dialect.sheet)
      // Corrected since, such as on the file's own screen: the plan follows.
      if (canCorrect() && corrections.through > plan().correctionsThrough && (await corrections.revise([])) !== null) onrows()
    } catch (error) {
      failure = failureOf(error)
    }
  }

  async function listAgain(): Promise<void> {
    listedThrough = plan().correctionsThrough
    if (inspection) await corrections.ofSheet(inspection.dialect.sheet)
    onrows()
  }

  $effect(() => {
    if (!corrections.isBusy && plan().correctionsThrough > Math.max(listedThrough, corrections.made)) void untrack(listAgain)
  })

  return {
    corrections,
    get inspection() {
      return inspection
    },
    get listed() {
      return listed
    },
    get failure() {
      return failure ?? corrections.failure
    },
    /** What can be done about the failure. */
    get retry() {
      return failure
        ? { label: words.tryAgain, act: () => void inspect() }
        : { label: words.ok, act: () => void corrections.forgetFailure() }
    },
    inspect,
    async undo(numbers: number[], hold: number[] = []): Promise<void> {
      if ((await corrections.revise([], numbers, hold)) === null) return
      announce(words.undone)
      onrows()
    },
    close: corrections.close,
  }
}
