import type { Correction, FileCorrection, PlanProgress, PlanSummary } from '../../../src-main/engine/contract.ts'
import { call, on } from '../../engine.ts'
import { type Failure, failureOf } from '../../app/failure.ts'

const pageRows = 500
/** As many as `plans.revise` takes at once. */
const correctionsAtOnce = 100

interface Revision {
  corrections: Correction[]
  undo: number[]
  /** Lines of rows whose answer is taken back. */
  hold: number[]
  settle: (outcome: Revised | null) => void
}

/** What a revision came to: the numbers of the corrections that were made with it, and how many rows were planned again. */
export interface Revised {
  plan: PlanSummary
  numbers: number[]
  rows: number
}

interface Options {
  planId: string
  fileId: string
  onplan: (plan: PlanSummary) => void
}

/**
 * The corrections of a plan's file. They are made one after the other; what is asked for while one is under way is made
 * together as soon as that is done.
 */
export function createCorrections({ planId, fileId, onplan }: Options) {
  let waiting: Revision[] = []
  let isBusy = $state(false)
  let progress = $state.raw<PlanProgress | null>(null)
  let failure = $state.raw<Failure | null>(null)
  let list = $state.raw<FileCorrection[] | null>(null)
  let sheet: string | undefined
  /** All of them, also those that were undone. */
  let known: FileCorrection[] = []
  let through = 0
  let made = 0

  const end = on('plan.progress', (next) => {
    if (isBusy && next.planId === planId) progress = next
  })

  async function work(): Promise<void> {
    if (isBusy) return
    isBusy = true
    while (waiting.length > 0) {
      const now: Revision[] = []
      let corrections = 0
      while (waiting[0] && (now.length === 0 || corrections + waiting[0].corrections.length <= correctionsAtOnce)) {
        corrections += waiting[0].corrections.length
        now.push(...waiting.splice(0, 1))
      }
      await revise(now)
    }
    progress = null
    isBusy = false
    await loadNew()
  }

  async function revise(revisions: readonly Revision[]): Promise<void> {
    try {
      const corrections = revisions.flatMap((one) => one.corrections)
      const undone = new Set(revisions.flatMap((one) => one.undo))
      const hold = revisions.flatMap((one) => one.hold)
      const { plan, rows } = await call('plans.revise', { planId, corrections, undo: [...undone], hold })
      made = plan.correctionsThrough
      known = known.map((one) => (undone.has(one.number) ? { ...one, isUndone: true } : one))
      onplan(plan)
      let number = plan.correctionsThrough - corrections.length
      for (const { corrections: own, settle } of revisions) settle({ plan, numbers: own.map(() => (number += 1)), rows })
    } catch (error) {
      failure = failureOf(error)
      // What was typed after that builds on what was not saved.
      const dropped = [...revisions, ...waiting]
      waiting = []
      for (const { settle } of dropped) settle(null)
    }
  }

  function load(): Promise<void> {
    known = []
    return loadNew()
  }

  /** Those behind the ones that are known. */
  async function loadNew(): Promise<void> {
    try {
      for (;;) {
        const page = await call('corrections.list', { fileId, sheet, offset: known.length, limit: pageRows })
        const [first] = page.corrections
        // Two of these can be under way at once.
        if (first) known = [...known.filter(({ number }) => number < first.number), ...page.corrections]
        through = page.through
        if (page.corrections.length === 0 || known.length >= page.total) break
      }
      list = known.filter(({ isUndone }) => !isUndone)
    } catch (error) {
      failure = failureOf(error)
    }
  }

  return {
    get isBusy() {
      return isBusy
    },
    /** How far planning the file again has come, where that takes a while. */
    get progress() {
      return progress
    },
    get failure() {
      return failure
    },
    forgetFailure: (): void => void (failure = null),
    /** Those that hold, the oldest first; null until they are known. */
    get list() {
      return list
    },
    /** The file's newest correction, or undoing of one: a plan that has seen less of them is outdated. */
    get through() {
      return through
    },
    /** The newest one when the last of those that were made here had been planned. */
    get made() {
      return made
    },
    /** Of a workbook, the sheet that the corrections belong to. */
    async ofSheet(name: string | undefined): Promise<void> {
      sheet = name
      await load()
    },
    /** Makes corrections, undoes some, or takes back answers to rows on these lines. Answers null when the engine refused; see `failure`. */
    revise(corrections: Correction[], undo: number[] = [], hold: number[] = []): Promise<Revised | null> {
      failure = null
      return new Promise((settle) => {
        waiting.push({ corrections, undo, hold, settle })
        void work()
      })
    },
    /** Gives up what takes a while; nothing of it holds then. */
    async cancel(): Promise<void> {
      try {
        await call('plans.cancel', { planId })
      } catch (error) {
        failure = failureOf(error)
      }
    },
    close: end,
  }
}
export type Corrections = ReturnType<typeof createCorrections>
