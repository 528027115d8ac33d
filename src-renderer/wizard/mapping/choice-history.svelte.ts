import type { Recipe } from '../../../src-main/engine/contract.ts'

/** What a person has chosen about a mapping: the recipe, and the questions that are answered beside it. */
export interface Choices {
  recipe: Recipe
  answered: readonly string[]
}

interface Step {
  label: string
  before: Choices
  after: Choices
}

const mostSteps = 200
/** Letters typed one after the other are one step. */
const togetherWithinMs = 900

/** The choices made on the mapping screen, so that each can be undone and redone by its name. */
export function createChoiceHistory(nowMs: () => number = () => performance.now()) {
  let done = $state.raw<readonly Step[]>([])
  let undone = $state.raw<readonly Step[]>([])
  let lastAtMs = Number.NEGATIVE_INFINITY

  return {
    add(label: string, before: Choices, after: Choices): void {
      const last = done.at(-1)
      const isTyping = last?.label === label && nowMs() - lastAtMs < togetherWithinMs && undone.length === 0
      done = isTyping ? [...done.slice(0, -1), { ...last, after }] : [...done, { label, before, after }].slice(-mostSteps)
      undone = []
      lastAtMs = nowMs()
    },
    /** Takes the last step back and answers what was before it; null where there is none. */
    undo(): Choices | null {
      const step = done.at(-1)
      if (step === undefined) return null
      done = done.slice(0, -1)
      undone = [...undone, step]
      return step.before
    },
    redo(): Choices | null {
      const step = undone.at(-1)
      if (step === undefined) return null
      undone = undone.slice(0, -1)
      done = [...done, step]
      lastAtMs = Number.NEGATIVE_INFINITY
      return step.after
    },
    clear(): void {
      done = []
      undone = []
    },
    /** What would be undone, by its name; null where nothing is left. */
    get undoLabel(): string | null {
      return done.at(-1)?.label ?? null
    },
    get redoLabel(): string | null {
      return undone.at(-1)?.label ?? null
    },
  }
}
